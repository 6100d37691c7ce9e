import type { BookQuery } from './contract.ts';
import { hasTypos } from './ranking.ts';
import type { TypoTolerance } from './vocabulary.ts';

/** With fewer hits than this, a one-word query is also matched with typos. */
const enoughHits = 10;
/** A word in at most this many books is a likely typo. */
const rareWord = 9;
/** Maximum number of corrected words per query. */
export const maxCorrectedWords = 8;

/** One attempt, which corrects words that occur in at most `maxBooks` books. */
interface TypoStep {
  tolerance: TypoTolerance;
  maxBooks: number;
}

/**
 * Returns the correction attempts to make, in order, until books are found. If the cursor is among
 * matches with typos, the next page continues with them even if exact matches have been added
 * since.
 *
 * @param exactCount - Number of books that match the query as typed.
 */
export function typoSteps(
  { after, sort }: BookQuery,
  words: number,
  exactCount: number,
): TypoStep[] {
  if (words === 0) return [];
  const isAmongTypos = sort === 'relevance' && after !== null && hasTypos(after.key);
  if (exactCount === 0 || isAmongTypos) {
    return [0, rareWord, Infinity].map((maxBooks) => ({ tolerance: 'usual' as const, maxBooks }));
  }
  // Several words that occur in the same book are unlikely to be typos; a single word may be one.
  if (words === 1 && exactCount < enoughHits) return [{ tolerance: 'careful', maxBooks: rareWord }];
  return [];
}
