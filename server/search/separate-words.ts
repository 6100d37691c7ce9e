import { tokenize } from './tokenize.ts';
import { isWholeWord, type TermSource } from './query-terms.ts';

/** Shorter words are not separated. Two of these parts match as a compound; see `typedTerms`. */
const shortestJoined = 7;
/** Longer strings are not words typed without spaces. */
const longestJoined = 80;
const longestPart = 20;
/** Cost of each further part, so that “some thing” is not preferred to “something”. */
const costOfPart = 4;
/**
 * Matches words in scripts with capital letters. Other scripts are often written without spaces.
 */
const isCased = /^[\p{Ll}\p{M}\p{N}]+$/u;

/**
 * Returns the query with spaces between words that were typed without them, such as
 * “prideandprejudice” or a hashtag. Null if no part of the query consists of indexed words.
 *
 * @param isUnknown - Whether no book contains a typed word or a word like it.
 */
export function separateWords(
  text: string,
  isUnknown: (word: string) => boolean,
  source: TermSource,
): string | null {
  let separated = '';
  let from = 0;
  for (const token of tokenize(text)) {
    if (!isWholeWord(token) || !isUnknown(token.word)) continue;
    const parts = partsOf(token.word, source);
    if (!parts) continue;
    separated += text.slice(from, token.start) + parts.join(' ');
    from = token.end;
  }
  return from === 0 ? null : separated + text.slice(from);
}

/** Returns the most probable words that form the string, or null if there are none. */
function partsOf(joined: string, { vocabulary, frequencyOf, size }: TermSource): string[] | null {
  const { length } = joined;
  if (length < shortestJoined || length > longestJoined || !isCased.test(joined)) return null;
  /** Cost of the best parts up to each position, and where the last of them starts. */
  const best = Array.from({ length: length + 1 }, () => ({ cost: Infinity, start: 0 }));
  best[0] = { cost: 0, start: 0 };
  for (let end = 1; end <= length; end += 1) {
    for (let start = Math.max(0, end - longestPart); start < end; start += 1) {
      const before = best[start]?.cost ?? Infinity;
      // A number is one word.
      if (before === Infinity || splitsNumber(joined, start) || splitsNumber(joined, end)) continue;
      const word = vocabulary.numberOf(joined.slice(start, end));
      if (word === undefined || (end - start === 1 && !vocabulary.isFunction(word))) continue;
      const cost = before + costOfPart + Math.log((size + 1) / Math.max(1, frequencyOf(word)));
      if (cost < (best[end]?.cost ?? Infinity)) best[end] = { cost, start };
    }
  }
  if (best[length]?.cost === Infinity) return null;
  const parts: string[] = [];
  for (let end = length; end > 0; end = best[end]?.start ?? 0) {
    parts.unshift(joined.slice(best[end]?.start, end));
  }
  return parts.length > 1 ? parts : null;
}

function splitsNumber(text: string, at: number): boolean {
  return /^\d\d$/.test(text.slice(at - 1, at + 1));
}
