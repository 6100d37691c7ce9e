/** Words a minute of an adult reading silently (Brysbaert 2019, English non-fiction). */
const wordsPerMinute = 238;
/** Characters a minute (Trauzettel-Klosinski & Dietz 2012, the standardised IReST texts). */
const charactersPerMinute = { chinese: 255, japanese: 357 };

// Cut at a thousand letters: the engine keeps a way back for each, and has no room for millions.
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,1000}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]{1,1000}/gu;
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]{0,999}/gu;

/**
 * Minutes that an adult takes for a text. Chinese and Japanese are read by characters: what a
 * dictionary takes for their words says little.
 *
 * @param words - Words of the text as counted elsewhere; used where the text has spaces.
 */
export function readingMinutes(text: string, words: number): number {
  const characters = charactersOf(text, ideographs);
  if (characters === 0) return Math.ceil(words / wordsPerMinute);
  const isJapanese = charactersOf(text, kana) * 20 > characters;
  const perMinute = charactersPerMinute[isJapanese ? 'japanese' : 'chinese'];
  const others = countOf(text.replace(ideographs, ' '), word);
  return Math.ceil(characters / perMinute + others / wordsPerMinute);
}

/** One after the other: all of a long novel's characters at once would be memory for nothing. */
function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}

function charactersOf(text: string, runs: RegExp): number {
  let count = 0;
  for (const [run] of text.matchAll(runs)) count += [...run].length;
  return count;
}
