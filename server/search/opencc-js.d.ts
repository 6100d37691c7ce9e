/** Dictionaries of OpenCC, which the package's own types omit. */
declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
