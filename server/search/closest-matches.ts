import { countBits } from './number-arrays.ts';
import type { CandidateFinder, Candidates } from './candidates.ts';
import { asSpelled } from './reread-terms.ts';
import { qualities, type Term } from './term.ts';

/** The books that match most of a query, if no book matches all of it. */
export interface ClosestMatches {
  rows: Uint32Array;
  terms: Term[];
  /** Weight sums, fields and title shares of the rows, in the same order; see `Candidates`. */
  sums: Float32Array;
  fields: Uint8Array;
  titleShares: Uint8Array;
  /** Greatest share of the query that a row matches. */
  bestShare: number;
  /** Whether that row matches every content word, at most one of them with typos. */
  hasOneTypo: boolean;
}

/** Shares of the query that books must match, tried in order before a smaller share is accepted. */
const triedShares = [0.85, 0.7];
/** Minimum share relative to the best match. */
const shareOfBest = 0.85;
/** Weights of a match with a typo if some books, or many books, contain the word as typed. */
const shareOfKnown = 0.4;
const shareOfCommon = 0.1;
/** A word that more books contain is rarely a typo. */
export const commonWord = 100;
/** A word that no more than this number of books contain is probably a typo. */
export const rareWord = 9;

/** Finds books that match only part of a query. Not reentrant. */
export class ShareMatcher {
  readonly #candidates: CandidateFinder;
  /**
   * Whether the caller may see a row. Only visible rows count as evidence that a word is not a
   * typo.
   */
  isVisible: (row: number) => boolean = () => true;
  /** Best share of earlier attempts with the same terms, by the share that they required. */
  readonly #bestByTried = new Map<number, number>();
  #triedTerms: Term[] | null = null;

  constructor(candidates: CandidateFinder) {
    this.#candidates = candidates;
  }

  /** Starts a new query. */
  begin(isVisible: (row: number) => boolean): void {
    this.isVisible = isVisible;
    this.#triedTerms = null;
  }

  /**
   * Returns the rows that match almost as much of the query as the best row, or null if no row
   * matches more than `known`. Tries large shares first, because then fewer terms add rows. Repeats
   * no attempt with the terms of the previous call.
   *
   * @param total - Weight of all content words.
   * @param shares - `least`: share of the query that a row must match. Matches with typos count
   * fully.
   */
  closest(
    terms: Term[],
    total: number,
    { least, known }: { least: number; known: number },
    isAccepted: (row: number) => boolean,
  ): ClosestMatches | null {
    const floor = Math.max(least, known);
    if (terms !== this.#triedTerms) this.#bestByTried.clear();
    this.#triedTerms = terms;
    for (const tried of [...triedShares.filter((share) => share > floor), floor]) {
      const isTooLittle = (best: number) => best <= known || (best <= floor && tried > floor);
      if (isTooLittle(this.#bestByTried.get(tried) ?? Infinity)) continue;
      let found = this.#matching(terms, total, tried, isAccepted);
      this.#bestByTried.set(tried, found.best);
      if (isTooLittle(found.best)) continue;
      const needed = Math.max(least, found.best * shareOfBest);
      if (needed < tried) found = this.#matching(terms, total, needed, isAccepted);
      const { candidates, shareOf, best, hasOneTypo } = found;
      const rows = candidates.rows.filter((row) => shareOf(row) >= best * shareOfBest);
      return {
        rows,
        sums: valuesOf(rows, candidates.scores, new Float32Array(rows.length)),
        fields: valuesOf(rows, candidates.fields, new Uint8Array(rows.length)),
        titleShares: valuesOf(rows, candidates.titleShares, new Uint8Array(rows.length)),
        terms,
        bestShare: best,
        hasOneTypo,
      };
    }
    return null;
  }

  /**
   * Returns the rows that match this share of the query, where matches with typos count fully, and
   * the largest share where they count less.
   */
  #matching(terms: Term[], total: number, least: number, isAccepted: (row: number) => boolean) {
    const candidates = this.#candidates.find(terms, total * least, isAccepted);
    const shareOf = this.shares(terms, total, candidates);
    const { rows, matched, matchedExactly } = candidates;
    let [best, bestRow] = [0, 0];
    for (const row of rows) {
      const share = shareOf(row);
      if (share > best) [best, bestRow] = [share, row];
    }
    const content = contentBits(terms);
    const missing = content & ~(matched[bestRow] ?? 0);
    const mistyped = content & ~(matchedExactly[bestRow] ?? 0);
    const hasOneTypo = best > 0 && missing === 0 && countBits(mistyped) <= 1;
    return { candidates, shareOf, best, hasOneTypo };
  }

  /** Returns the share of the query that a row matches. A word with typos counts less. */
  shares(
    terms: Term[],
    total: number,
    { matched, matchedExactly }: Candidates,
  ): (row: number) => number {
    const sharesByBits = new Map<number, Map<number, number>>();
    const typoShares = terms.map((term) => this.#typoShare(term));
    let [lastBits, lastExact, last] = [0, 0, 0];
    return (row) => {
      const bits = matched[row] ?? 0;
      const exact = matchedExactly[row] ?? 0;
      if (bits === lastBits && exact === lastExact) return last;
      // Few combinations of terms occur, so each sum is computed once.
      let shares = sharesByBits.get(bits);
      if (!shares) sharesByBits.set(bits, (shares = new Map()));
      let share = shares.get(exact);
      if (share === undefined) {
        share = 0;
        for (const [at, { weight, isContent }] of terms.entries()) {
          const bit = 1 << at;
          if (isContent && bits & bit) share += weight * (exact & bit ? 1 : (typoShares[at] ?? 0));
        }
        share /= total || 1;
        shares.set(exact, share);
      }
      [lastBits, lastExact, last] = [bits, exact, share];
      return share;
    };
  }

  /** Weight of a match with a typo. Words that books contain are less likely to be typos. */
  #typoShare(term: Term): number {
    const spelled = asSpelled(term);
    const isInMoreThan = (limit: number) =>
      this.#candidates.occursInMoreThan(spelled, limit, this.isVisible);
    if (!isInMoreThan(rareWord)) return qualities.typo;
    return isInMoreThan(commonWord) ? shareOfCommon : shareOfKnown;
  }
}

/** Copies the rows' values from a column. Much faster than `from` of typed arrays. */
function valuesOf<Kind extends Float32Array | Uint8Array>(
  rows: Uint32Array,
  column: Kind,
  values: Kind,
): Kind {
  for (let at = 0; at < rows.length; at += 1) values[at] = column[rows[at] ?? 0] ?? 0;
  return values;
}

/** The terms that can exclude a book, as bits. */
export function contentBits(terms: Term[]): number {
  let bits = 0;
  terms.forEach(({ isContent }, at) => (bits |= isContent ? 1 << at : 0));
  return bits;
}

/** Sum of the weights of the terms that can exclude a book. */
export function contentWeight(terms: Term[]): number {
  return terms.reduce((sum, { weight, isContent }) => sum + (isContent ? weight : 0), 0);
}
