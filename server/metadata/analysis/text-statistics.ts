/** Words per minute of an adult who reads silently (Brysbaert 2019, English nonfiction). */
const wordsPerMinute = 238;

/** Characters per minute (Trauzettel-Klosinski & Dietz 2012, the standardized IReST texts). */
const charactersPerMinute = { chinese: 255, japanese: 357 };

// Runs are limited to a thousand characters because the regex engine stores backtracking state for
// each.
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,1000}/gu;

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]{1,1000}/gu;

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]{0,999}/gu;

/** Scripts in which word length can be measured in letters. */
const alphabeticScripts =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
/** In shorter text, the topic affects the result more than the style. */
const minWords = 100;
const longWordLetters = 7;
/**
 * Runs are limited to a thousand characters because the regex engine stores backtracking state for
 * each.
 */
const wordOrSentenceEnd = /[\p{L}\p{M}\p{N}'’\u00AD-]{1,1000}|[.!?…:\n]+/gu;

/**
 * Returns the LIX readability score: words per sentence plus the percentage of words with more than
 * six letters (Björnsson 1968), rounded to one decimal. Returns null for short text and for scripts
 * without a definition of LIX.
 *
 * @param text - Text with one line per block, which makes headings end like sentences.
 */
export function lixScore(text: string): number | null {
  let words = 0;
  let longWords = 0;
  let foreignWords = 0;
  let sentences = 0;
  let isInSentence = false;
  for (const [piece] of text.matchAll(wordOrSentenceEnd)) {
    if (/^[.!?…:\n]/u.test(piece)) {
      if (isInSentence) sentences += 1;
      isInSentence = false;
      continue;
    }
    const letters = piece.match(/\p{L}/gu)?.length ?? 0;
    if (letters === 0) continue;
    isInSentence = true;
    words += 1;
    if (letters >= longWordLetters) longWords += 1;
    if (!alphabeticScripts.test(piece)) foreignWords += 1;
  }
  if (isInSentence) sentences += 1;
  if (words < minWords || foreignWords * 5 > words) return null;
  return Math.round((words / sentences + (100 * longWords) / words) * 10) / 10;
}

/**
 * Returns the minutes that an adult takes to read text. Chinese and Japanese are measured in
 * characters because dictionary-based word boundaries are not meaningful for reading speed.
 *
 * @param words - The text's word count, used for languages with spaces between words.
 */
export function estimateReadingMinutes(text: string, words: number): number {
  const characters = countCharacters(text, ideographs);
  if (characters === 0) return Math.ceil(words / wordsPerMinute);
  const isJapanese = countCharacters(text, kana) * 20 > characters;
  const perMinute = charactersPerMinute[isJapanese ? 'japanese' : 'chinese'];
  const others = countMatches(text.replace(ideographs, ' '), wordPattern);
  return Math.ceil(characters / perMinute + others / wordsPerMinute);
}

/**
 * Counts one match at a time because an array of all matches in a long novel would waste memory.
 */
function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}

function countCharacters(text: string, runs: RegExp): number {
  let count = 0;
  for (const [run] of text.matchAll(runs)) count += [...run].length;
  return count;
}
