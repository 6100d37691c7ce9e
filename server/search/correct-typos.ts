import { asTyped } from './reread-terms.ts';
import { type Term, typosOf } from './term.ts';
import type { TypoTolerance, Vocabulary } from './vocabulary.ts';

/** Maximum number of corrected words in a query. Long words discriminate best. */
const maxCorrectedWords = 8;

/**
 * Adds likely intended words to the terms that are probably typos. Returns null if there are none.
 *
 * @param options - `isFrequent`: whether so many books contain a term that it is not a typo.
 */
export function correctTypos(
  terms: Term[],
  {
    tolerance,
    isFrequent,
    vocabulary,
  }: {
    tolerance: TypoTolerance;
    isFrequent: (term: Term) => boolean;
    vocabulary: Vocabulary;
  },
): Term[] | null {
  const longest = terms
    .filter((term) => term.isContent && !isFrequent(asTyped(term)))
    .sort((a, b) => b.typed.length - a.typed.length)
    .slice(0, maxCorrectedWords);
  const likely = new Set(longest);
  const corrected = terms.map((term) => {
    if (!likely.has(term)) return term;
    const typos = typosOf(vocabulary, term, tolerance);
    return typos.length > 0 ? { ...term, variants: [...term.variants, ...typos] } : term;
  });
  return corrected.some((term, at) => term !== terms[at]) ? corrected : null;
}
