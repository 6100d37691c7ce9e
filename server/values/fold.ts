/**
 * Marks that readers leave out: accents, vowel points. Not those that make another letter, as in
 * the scripts of India and South-East Asia or on kana.
 */
const marks =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309A]]+/gv;
const apostrophes = /['’‘ʼ`´]/gu;
const plain = /^[\x20-\x7e]*$/;

/** Letters that Unicode does not decompose, though people type them so. */
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
 * Folds what readers do not type: case, diacritics, ligatures, apostrophes, ß.
 * Equal for NFC and NFD input.
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

/** The distinct folded words of some texts, in order of appearance. */
export function foldedWords(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []))];
}
