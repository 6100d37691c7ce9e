import type { BookQuery } from './contract.ts';
import { hasTypos } from './ranking.ts';
import type { TypoTolerance } from './vocabulary.ts';

/** With fewer books than this, a single word that looks like a typo is forgiven too. */
const enoughHits = 10;
/** A word that so few books have looks like a typo. */
const rareWord = 9;
/** Words of one query that are forgiven at most. */
export const maxCorrectedWords = 8;

/** Words that at most so many books have are taken for typos. */
interface TypoStep {
  tolerance: TypoTolerance;
  maxBooks: number;
}

/**
 * Whether typos are forgiven, and in what order words are taken for typos until books are found.
 * A list that went on to books with typos goes on with them, whatever was added meanwhile.
 *
 * @param asWritten - Books that match as they are written.
 */
export function typoSteps(
  { after, sort }: BookQuery,
  words: number,
  asWritten: number,
): TypoStep[] {
  if (words === 0) return [];
  const isAmongTypos = sort === 'relevance' && after !== null && hasTypos(after.key);
  if (asWritten === 0 || isAmongTypos) {
    return [0, rareWord, Infinity].map((maxBooks) => ({ tolerance: 'usual' as const, maxBooks }));
  }
  // Several words that stand in one book are hardly typos; a single one may be.
  if (words === 1 && asWritten < enoughHits) return [{ tolerance: 'careful', maxBooks: rareWord }];
  return [];
}
