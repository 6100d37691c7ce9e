/** Words a minute of an adult reading silently (Brysbaert 2019, English non-fiction). */
const wordsPerMinute = 238;

/** Characters a minute (Trauzettel-Klosinski & Dietz 2012, the standardised IReST texts). */
const charactersPerMinute = { chinese: 255, japanese: 357 };

// Cut at a thousand letters: the engine keeps a way back for each, and has no room for millions.
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,1000}/gu;

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]{1,1000}/gu;

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]{0,999}/gu;

/** Scripts whose words can be told long from short by counting letters. */
const alphabeticScripts =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
/** Shorter texts say more of their topic than of their style. */
const minWords = 100;
const longWordLetters = 7;
/** Runs are cut at a thousand letters: the engine keeps a way back for each, and has no room for millions. */
const wordOrSentenceEnd = /[\p{L}\p{M}\p{N}'’\u00AD-]{1,1000}|[.!?…:\n]+/gu;

/**
 * LIX of a text: words in a sentence, and words of more than six letters in a hundred (Björnsson
 * 1968), rounded to one decimal. Null for scripts in which it means nothing, and for short texts.
 *
 * @param text - A line for every block: a heading ends like a sentence.
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
 * Minutes that an adult takes for a text. Chinese and Japanese are read by characters: what a
 * dictionary takes for their words says little.
 *
 * @param words - Words of the text as counted elsewhere; used where the text has spaces.
 */
export function estimateReadingMinutes(text: string, words: number): number {
  const characters = countCharacters(text, ideographs);
  if (characters === 0) return Math.ceil(words / wordsPerMinute);
  const isJapanese = countCharacters(text, kana) * 20 > characters;
  const perMinute = charactersPerMinute[isJapanese ? 'japanese' : 'chinese'];
  const others = countMatches(text.replace(ideographs, ' '), wordPattern);
  return Math.ceil(characters / perMinute + others / wordsPerMinute);
}

/** One after the other: all of a long novel's characters at once would be memory for nothing. */
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
