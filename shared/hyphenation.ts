/**
 * Languages whose words the reader hyphenates itself if the browser cannot. Each has a file of
 * patterns in `svc-reader/hyphenation/`. Only patterns with permissive licenses are included.
 */
export const hyphenationLanguages = [
  ...(['ca', 'da', 'de', 'en', 'en-gb', 'es', 'fi', 'fr'] as const),
  ...(['it', 'nb', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr'] as const),
];

export type HyphenationLanguage = (typeof hyphenationLanguages)[number];

/** The language whose patterns apply to a language tag, or null if there is none. */
export function hyphenationLanguage(tag: string): HyphenationLanguage | null {
  // Except in North America, English is hyphenated as in Britain.
  const name = /^en-(?!us|ca|latn-us)|^[^-]*/i.exec(tag)?.[0].toLowerCase() ?? '';
  const wanted = { 'en-': 'en-gb', no: 'nb' }[name] ?? name;
  return hyphenationLanguages.find((language) => language === wanted) ?? null;
}

/** Browsers and downloaded books keep the files, so a new format needs a new version. */
const formatVersion = 2;

/** Path of a language's file in `svc-reader/`. */
export function hyphenationPath(language: HyphenationLanguage): string {
  return `hyphenation/${language}.${formatVersion}.txt`;
}
