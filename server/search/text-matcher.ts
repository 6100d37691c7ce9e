import { countBits, ensureLength } from './number-arrays.ts';
import { CandidateFinder, type Candidates } from './candidates.ts';
import type { DocumentTable } from './document-table.ts';
import { authorFame } from './fame.ts';
import type { NameTable } from './name-table.ts';
import type { Postings } from './postings.ts';
import { nameFields, RowScorer, titleFields } from './row-score.ts';
import { qualities, type Term, typosOf } from './term.ts';
import type { TypoTolerance, Vocabulary } from './vocabulary.ts';

/** The rows that match a text query, valid until the next search. */
export interface TextMatches {
  rows: Uint32Array;
  /** Higher is a better match. */
  scoreOf: (row: number) => number;
  /** Upper bound of a row's score, which is faster to compute. Set only if there are many rows. */
  boundOf: ((row: number) => number) | null;
  /** The typed words with all of their matches. */
  terms: Term[];
  /**
   * Whether no book contains every word as typed, so that typos were corrected or words omitted.
   */
  isFallback: boolean;
}

interface TextFilters {
  /** Whether a row passes the query's filters. */
  isAccepted: (row: number) => boolean;
  /** Whether the caller may see a row. Words in hidden rows do not prevent typo correction. */
  isVisible: (row: number) => boolean;
  /** Whether the list continues among inexact matches. */
  isAmongFallbacks: boolean;
}

interface Fallback {
  rows: Uint32Array;
  terms: Term[];
  /** Weight sums and fields of the rows, in the same order. */
  sums: Float32Array;
  fields: Uint8Array;
  /** Greatest share of the query matched by a row. */
  bestShare: number;
  /** Whether that row matches every content word, at most one of them with typos. */
  hasOneTypo: boolean;
}

/**
 * Attempts if no book contains every word, in order until a book matches well enough. Each corrects
 * words that are in at most `maxBooks` books, and omits words as long as the remaining words have
 * the share `least` of the query's weight.
 */
const fallbackSteps = [
  { tolerance: 'usual', maxBooks: 9, least: 0.55 },
  { tolerance: 'usual', maxBooks: Infinity, least: 0.55 },
  { tolerance: 'generous', maxBooks: Infinity, least: 0.5 },
  { tolerance: 'generous', maxBooks: Infinity, least: 0.3 },
] as const;
const noRows = {
  rows: new Uint32Array(0),
  sums: new Float32Array(0),
  fields: new Uint8Array(0),
  bestShare: 0,
  hasOneTypo: false,
};
/** If more books match a query, it has no typos, and only its best matches are scored. */
const manyRows = 1500;
/** Minimum shares of the query that books must match, tried in order. */
const triedShares = [0.85, 0.7];
/** A later attempt replaces an earlier one if it matches this much more of the query. */
const clearlyMore = 0.01;
/** A book that matches all words, at most one of them with typos, ends the attempts. */
const enoughShare = 0.8;
/** Minimum share for a book to be listed beside a few poor matches of all words. */
const shareOfPoor = 0.75;
/** Names of authors with this fame are not treated as typos. */
const wellKnownFame = 5;
/** Words in more books are not treated as surnames. */
const mostBooksOfName = 2000;
/**
 * Factor for books that match only a subject, if an author was typed. They are less likely to be
 * the intended books.
 */
const namedAuthorBonus = 0.15;
/**
 * A whole title with its author is more likely intended than a book that contains every word in
 * some field.
 */
const namedWorkBonus = 0.1;
/** Corresponds to four times as many books or languages. */
const muchBetterKnown = 2;
/** Books that match less than this share of the best match are omitted. */
const shareOfBest = 0.85;
/** Minimum share for a book to be listed beside books that match all words. */
const besideShare = 0.6;
/** A word in at most this many books is probably a typo. */
const rareWord = 9;
/** Longer queries are corrected only if nothing matches. */
const maxWordsWithTypos = 4;
/** Words in a larger share of the books are not treated as typos. */
const commonShare = 0.01;
/** Maximum number of corrected words in a query. Long words discriminate best. */
const maxCorrectedWords = 8;

function contentBits(terms: Term[]): number {
  let bits = 0;
  terms.forEach(({ isContent }, at) => (bits |= isContent ? 1 << at : 0));
  return bits;
}

/** Finds and scores the rows that match a text query. Not reentrant. */
export class TextMatcher {
  readonly #candidates: CandidateFinder;
  readonly #vocabulary: Vocabulary;
  readonly #documents: DocumentTable;
  readonly scorer: RowScorer;
  #scores = new Float32Array(0);
  #isVisible: (row: number) => boolean = () => true;

  constructor(
    postings: Postings,
    documents: DocumentTable,
    names: NameTable,
    vocabulary: Vocabulary,
  ) {
    this.#candidates = new CandidateFinder(postings, documents, vocabulary);
    this.#documents = documents;
    this.#vocabulary = vocabulary;
    this.scorer = new RowScorer(documents, names, vocabulary);
  }

  /** Number of books that have both words in one field. */
  frequencyOfBoth(one: number, other: number): number {
    return this.#candidates.rowsWithBoth(one, other).length;
  }

  /**
   * Returns books that match every word as typed, and books whose whole title and author match the
   * query except for a typo or an omitted word. If no book matches every word, returns the books
   * that match most of the query.
   */
  find(typed: Term[], { isAccepted, isVisible, isAmongFallbacks }: TextFilters): TextMatches {
    this.#isVisible = isVisible;
    this.#scores = ensureLength(this.#scores, this.#documents.size);
    const content = typed.filter(({ isContent }) => isContent);
    const total = content.reduce((sum, { weight }) => sum + weight, 0);
    const strict = this.#candidates.find(typed, total, isAccepted);
    if (strict.rows.length > 0 && !isAmongFallbacks) {
      return this.#withWholeMatches(typed, content.length, total, strict, isAccepted);
    }
    // Exact matches added in the meantime precede the cursor's position in the list.
    const added = new Set(strict.rows);
    const isInexact = (row: number) => !added.has(row) && isAccepted(row);
    let best: Fallback | null = null;
    for (const { tolerance, maxBooks, least } of fallbackSteps) {
      const terms = this.#correct(typed, tolerance, maxBooks) ?? typed;
      const known: number = best ? best.bestShare + clearlyMore : 0;
      best = this.#fallback(terms, total, { least, known }, isInexact) ?? best;
      if (!best) continue;
      if (best.bestShare >= enoughShare || best.hasOneTypo || tolerance === 'generous') break;
    }
    const found = this.#scored(best ?? { ...noRows, terms: typed });
    const isUnsure = best !== null && best.bestShare < enoughShare && content.length > 1;
    return isUnsure ? this.#withNamedAuthors(found, isInexact) : found;
  }

  /**
   * Adds books by well-known authors who were typed, because the catalog may lack the intended
   * book.
   */
  #withNamedAuthors(found: TextMatches, isAccepted: (row: number) => boolean): TextMatches {
    const { terms, rows } = found;
    const known = new Set(rows);
    const added: number[] = [];
    for (const term of terms) {
      if (!term.isContent || this.#candidates.frequencyOf(term) > mostBooksOfName) continue;
      const own = this.#candidates.find([term], term.weight, isAccepted);
      const { scores, fields } = own;
      for (const row of own.rows) {
        if (known.has(row) || authorFame(this.#documents, row) < wellKnownFame) continue;
        const score = this.scorer.score(row, scores[row] ?? 0, fields[row] ?? 0);
        if (!this.scorer.hasAuthor) continue;
        known.add(row);
        this.#scores[row] = score + namedAuthorBonus;
        added.push(row);
      }
    }
    if (added.length === 0) return found;
    return this.#matches(Uint32Array.from([...rows, ...added]), terms, true);
  }

  #withWholeMatches(
    typed: Term[],
    contentWords: number,
    total: number,
    strict: Candidates,
    isAccepted: (row: number) => boolean,
  ): TextMatches {
    const isMany = strict.rows.length > manyRows;
    this.scorer.begin(typed, { hasShortForms: !isMany });
    if (isMany) return this.#unscored(typed, strict);
    const strictRows = strict.rows.slice();
    let hasComplete = false;
    let fame = -1;
    for (const row of strictRows) {
      this.#scores[row] = this.#score(row, strict);
      hasComplete ||= this.scorer.isComplete;
      if (this.scorer.isNamed) fame = Math.max(fame, authorFame(this.#documents, row));
    }
    const exact = this.#matches(strictRows, typed, false);
    // A whole title or author was typed without typos, unless a much better-known name is similar.
    const isWellKnown = fame < 0 || fame >= wellKnownFame;
    if (hasComplete && contentWords > 1 && isWellKnown) return exact;
    if (hasComplete && contentWords > maxWordsWithTypos) return exact;
    if (contentWords === 1 && strictRows.length > rareWord) return exact;
    const maxBooks = Math.max(rareWord, this.#documents.size * commonShare);
    const corrected =
      contentWords <= maxWordsWithTypos ? this.#correct(typed, 'careful', maxBooks) : null;
    const terms = corrected ?? typed;
    const isStrict = new Set(strictRows);
    const isOther = (row: number) => !isStrict.has(row) && isAccepted(row);
    const wider = this.#candidates.find(terms, total * besideShare, isOther);
    const isPoor = !hasComplete && strictRows.length <= rareWord && contentWords > 1;
    const shareOf = this.#shares(terms, total, wider);
    this.scorer.begin(terms);
    const beside: number[] = [];
    const isPossible = this.#possiblyMeant(terms, wider);
    for (const row of wider.rows) {
      // Most rows are rejected here, before their titles and names are read.
      if (!isPossible(row) && !(isPoor && shareOf(row) >= shareOfPoor)) continue;
      const score = this.#score(row, wider);
      const isMeant = this.scorer.isComplete || this.scorer.isNamedWork;
      if (!isMeant && !(isPoor && shareOf(row) >= shareOfPoor)) continue;
      const isBetterKnown = this.scorer.isNamed && fame >= 0;
      const bonus = isBetterKnown ? this.#fameBonus(row, fame) : 0;
      this.#scores[row] = score + bonus + (this.scorer.isNamedWork ? namedWorkBonus : 0);
      beside.push(row);
    }
    if (beside.length === 0) return exact;
    return this.#matches(Uint32Array.from([...strictRows, ...beside]), terms, false);
  }

  /** Whether a row may be complete or a named work; see `RowScorer`. */
  #possiblyMeant(terms: Term[], { matched, fields }: Candidates): (row: number) => boolean {
    const content = contentBits(terms);
    return (row) => {
      if (((matched[row] ?? 0) & content) === content) return true;
      const own = fields[row] ?? 0;
      return (own & titleFields) !== 0 && (own & nameFields) !== 0;
    };
  }

  /** “Jane Austin” is an author, but most people who type it mean Jane Austen. */
  #fameBonus(row: number, fame: number): number {
    const difference = authorFame(this.#documents, row) - fame;
    return difference < muchBetterKnown ? 0 : Math.min(0.6, difference * 0.15);
  }

  /**
   * Returns the rows that match almost as much of the query as the best row, or null if no row
   * matches more than `known`. Tries large shares first because fewer terms then add rows.
   *
   * @param shares - `least`: minimum share of the query that a row must match, counting words with
   * typos in full.
   */
  #fallback(
    terms: Term[],
    total: number,
    { least, known }: { least: number; known: number },
    isAccepted: (row: number) => boolean,
  ): Fallback | null {
    const floor = Math.max(least, known);
    for (const tried of [...triedShares.filter((share) => share > floor), floor]) {
      let found = this.#matching(terms, total, tried, isAccepted);
      if (found.best <= known || (found.best <= floor && tried > floor)) continue;
      const needed = Math.max(least, found.best * shareOfBest);
      if (needed < tried) found = this.#matching(terms, total, needed, isAccepted);
      const { candidates, shareOf, best, hasOneTypo } = found;
      const rows = candidates.rows.filter((row) => shareOf(row) >= best * shareOfBest);
      return {
        rows,
        sums: Float32Array.from(rows, (row) => candidates.scores[row] ?? 0),
        fields: Uint8Array.from(rows, (row) => candidates.fields[row] ?? 0),
        terms,
        bestShare: best,
        hasOneTypo,
      };
    }
    return null;
  }

  /**
   * Returns the rows that match this share of the query, counting words with typos in full, and the
   * greatest share with typos.
   */
  #matching(terms: Term[], total: number, least: number, isAccepted: (row: number) => boolean) {
    const candidates = this.#candidates.find(terms, total * least, isAccepted);
    const shareOf = this.#shares(terms, total, candidates);
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

  #scored({ rows, terms, sums, fields }: Fallback): TextMatches {
    this.scorer.begin(terms);
    rows.forEach((row, at) => {
      this.#scores[row] = this.scorer.score(row, sums[at] ?? 0, fields[at] ?? 0);
    });
    return this.#matches(rows, terms, true);
  }

  #matches(rows: Uint32Array, terms: Term[], isFallback: boolean): TextMatches {
    const scores = this.#scores;
    return { rows, terms, isFallback, scoreOf: (row) => scores[row] ?? 0, boundOf: null };
  }

  /** Handles many matches by scoring only rows that may be among the first. */
  #unscored(terms: Term[], { rows, scores, fields, titleShares }: Candidates): TextMatches {
    const { scorer } = this;
    return {
      rows,
      terms,
      isFallback: false,
      scoreOf: (row) => scorer.score(row, scores[row] ?? 0, fields[row] ?? 0),
      boundOf: (row) =>
        scorer.boundOf(row, scores[row] ?? 0, fields[row] ?? 0, titleShares[row] ?? 0),
    };
  }

  /** Returns the share of the query that each row matches. A word with typos counts less. */
  #shares(terms: Term[], total: number, { matched, matchedExactly }: Candidates) {
    const shares = new Map<number, number>();
    return (row: number): number => {
      const bits = matched[row] ?? 0;
      const exact = matchedExactly[row] ?? 0;
      // Caches the sums because few combinations of terms occur.
      const key = bits * 2 ** 21 + (exact % 2 ** 21);
      let share = shares.get(key);
      if (share === undefined) {
        share = 0;
        for (const [at, { weight, isContent }] of terms.entries()) {
          const bit = 1 << at;
          if (isContent && bits & bit) share += weight * (exact & bit ? 1 : qualities.typo);
        }
        share /= total || 1;
        shares.set(key, share);
      }
      return share;
    };
  }

  #score(row: number, { scores, fields }: Candidates): number {
    return this.scorer.score(row, scores[row] ?? 0, fields[row] ?? 0);
  }

  /**
   * Adds likely intended words to the terms that are probably typos. Returns null if there are
   * none.
   */
  #correct(terms: Term[], tolerance: TypoTolerance, maxBooks: number): Term[] | null {
    const longest = terms
      .filter(
        (term) =>
          term.isContent && !this.#candidates.occursInMoreThan(term, maxBooks, this.#isVisible),
      )
      .sort((a, b) => b.typed.length - a.typed.length)
      .slice(0, maxCorrectedWords);
    const likely = new Set(longest);
    const corrected = terms.map((term) => {
      if (!likely.has(term)) return term;
      const typos = typosOf(this.#vocabulary, term, tolerance);
      return typos.length > 0 ? { ...term, variants: [...term.variants, ...typos] } : term;
    });
    return corrected.some((term, at) => term !== terms[at]) ? corrected : null;
  }
}
