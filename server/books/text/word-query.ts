import type { SearchableSection } from './find-in-text.ts';

/** What a reader types into a search: words as they begin, or in quotes as they are. */
export interface WordQuery {
  text: string;
  words: 'begun' | 'whole';
}

const quoted = /^\s*["“”„‟«»″〝〞](.*?)(["“”„‟«»″〝〞]\s*)?$/su;
const apostrophe = /^['’‘ʼ`´]$/u;
const beginsWord = /^[\p{L}\p{M}\p{N}]/u;
const endsWord = /[\p{L}\p{M}\p{N}]$/u;
const spaceless =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆]';
const beginsSpaceless = new RegExp(`^${spaceless}`, 'u');
const endsSpaceless = new RegExp(`${spaceless}\\p{M}*$`, 'u');

/** A quote that is still open is one whose last word is still being typed. */
export function readWordQuery(typed: string): WordQuery {
  const [, inside = '', closing] = quoted.exec(typed) ?? [];
  if (inside.trim() === '') return { text: typed, words: 'begun' };
  return { text: inside, words: closing === undefined ? 'begun' : 'whole' };
}

/** Whether a piece of folded text is words: from where one begins, and for whole ones to an end. */
export function isOfWords(
  { text, folded }: SearchableSection,
  [at, end]: [at: number, end: number],
  words: WordQuery['words'],
): boolean {
  if (!isEdge(folded.text, at) && !isApostrophe(folded.sourceOf(at) - 1)) return false;
  if (words === 'begun' || isEdge(folded.text, end)) return true;
  const behind = folded.sourceOf(end) - 1;
  return behind > folded.sourceOf(end - 1) && isApostrophe(behind);

  // Folding leaves apostrophes out, though a word ends at them.
  function isApostrophe(offset: number): boolean {
    return apostrophe.test(text.charAt(offset));
  }
}

/** Whether no word goes on from one side of a place to the other. */
function isEdge(text: string, at: number): boolean {
  // Most letters are of ASCII, and one of them stands a hundred thousand times in a long book.
  if (text.charCodeAt(at - 1) < 0x80 && text.charCodeAt(at) < 0x80) {
    return !isAsciiLetter(text.charCodeAt(at - 1)) || !isAsciiLetter(text.charCodeAt(at));
  }
  const before = text.slice(Math.max(0, at - 4), at);
  const behind = text.slice(at, at + 2);
  if (!endsWord.test(before) || !beginsWord.test(behind)) return true;
  return endsSpaceless.test(before) || beginsSpaceless.test(behind);
}

/** Of folded text, which has no capitals. */
function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
