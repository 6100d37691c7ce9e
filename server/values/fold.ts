/**
 * Marks that people omit when typing, such as accents and vowel points. Excludes marks that change
 * the letter, as in Indic and Southeast Asian scripts and kana.
 */
const marks =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309A]]+/gv;
const apostrophes = /['’‘ʼ`´]/gu;
const plain = /^[\x20-\x7e]*$/;

/** Letters that Unicode does not decompose, with the letters that people type instead. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ـ: '',
};
const foldedLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/**
 * Removes differences that people ignore when typing: case, diacritics, ligatures, apostrophes and
 * ß. NFC and NFD input produce equal results.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replace(apostrophes, '');
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(marks, '')
    .replace(foldedLetters, (letter) => letters[letter] ?? letter)
    .replace(apostrophes, '')
    .normalize('NFC');
}

/** Returns the distinct folded words in the strings, in order of appearance. */
export function foldedWords(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []))];
}
