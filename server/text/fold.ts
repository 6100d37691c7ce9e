const marks = /\p{M}+/gu;
const apostrophes = /['’‘ʼ`´]/gu;
const word = /[\p{L}\p{N}]+/gu;

/**
 * Folds what readers do not type: case, diacritics, ligatures, apostrophes, ß.
 * Equal for NFC and NFD input.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(apostrophes, '');
}

/** The distinct folded words of some texts, in order of appearance. */
export function foldedWords(...texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => fold(text).match(word) ?? []))];
}
