import type { BookQuery } from './contract.ts';
import { hasTypos } from './order.ts';
import type { Forgiveness } from './vocabulary.ts';

/** With fewer books than this, a single word that looks like a typo is forgiven too. */
const enoughHits = 10;
/** A word that so few books have looks like a typo. */
const rareWord = 9;
/** Words of one query that are forgiven at most. */
export const mostForgiven = 8;

/** Words that at most so many books have are taken for typos. */
interface Step {
  forgiveness: Forgiveness;
  most: number;
}

/**
 * Whether typos are forgiven, and in what order words are taken for typos until books are found.
 * A list that went on to books with typos goes on with them, whatever was added meanwhile.
 *
 * @param asWritten - Books that match as they are written.
 */
export function forgivingSteps(
  { after, sort }: BookQuery,
  words: number,
  asWritten: number,
): Step[] {
  if (words === 0) return [];
  const isAmongTypos = sort === 'relevance' && after !== null && hasTypos(after.key);
  if (asWritten === 0 || isAmongTypos) {
    return [0, rareWord, Infinity].map((most) => ({ forgiveness: 'usual', most }));
  }
  // Several words that stand in one book are hardly typos; a single one may be.
  if (words === 1 && asWritten < enoughHits) return [{ forgiveness: 'careful', most: rareWord }];
  return [];
}
