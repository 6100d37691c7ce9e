import type { CandidateFinder, Candidates } from './candidates.ts';
import {
  type ClosestMatches,
  contentBits,
  contentWeight,
  rareWord,
  ShareMatcher,
} from './closest-matches.ts';
import { correctTypos } from './correct-typos.ts';
import type { DocumentTable } from './document-table.ts';
import { authorFame } from './fame.ts';
import type { NameTable } from './name-table.ts';
import { NamedInQuery, wellKnownFame } from './named-in-query.ts';
import { ensureLength } from './number-arrays.ts';
import { nameFields, RowScorer, type ScoredRows, titleFields } from './row-score.ts';
import {
  asSpelled,
  haveSameVariants,
  languageBits,
  withGenres,
  withLanguages,
  withoutPhrases,
} from './reread-terms.ts';
import type { Term } from './term.ts';
import type { TypoTolerance, Vocabulary } from './vocabulary.ts';

/** The rows that match a text query, valid until the next search. */
export interface TextMatches {
  rows: Uint32Array;
  /** Higher is a better match. */
  scoreOf: (row: number) => number;
  /**
   * Returns upper bounds of the scores in the order of `rows`, which are faster to compute. Set
   * only if there are many rows.
   */
  bounds: (() => Float32Array) | null;
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

/** Properties of a query's best rows. */
interface BestMatch {
  /** Whether a row is complete; see `RowScorer`. */
  isComplete: boolean;
  /** Highest fame of the authors whose complete name was typed, or -1. */
  fame: number;
}

/**
 * Attempts if no book contains every word, in order until a book matches well enough. Each corrects
 * words that at most `maxBooks` books contain, and omits words as long as the remaining words have
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
  titleShares: new Uint8Array(0),
  bestShare: 0,
  hasOneTypo: false,
};
/**
 * If more books match, the query is assumed to have no typos, and only its best matches are scored.
 */
export const manyRows = 1500;
/** Minimum additional share of the query that an attempt must match to replace an earlier one. */
const clearlyMore = 0.01;
/** A book that matches all words, at most one of them with typos, ends the attempts. */
const enoughShare = 0.8;
/** Minimum share for a book to be listed beside a few poor matches of all words. */
const shareOfPoor = 0.75;
/** The same minimum if there are at most `veryFewRows` poor matches. */
const shareOfPoorest = 0.6;
const veryFewRows = 2;
/**
 * A whole title with its author is more likely intended than a book that contains every word in
 * some field.
 */
const namedWorkBonus = 0.1;
/** Corresponds to four times as many books or languages. */
const muchBetterKnown = 2;
/** Names of languages match their books beside exact matches only up to this share of all books. */
const shareOfRareLanguage = 0.25;
/** Share that a book must match to be listed beside books that match all words. */
const besideShare = 0.6;
/** Longer queries are corrected only if nothing matches. */
const maxWordsWithTypos = 4;
/** Words in a larger share of the books are not treated as typos. */
const commonShare = 0.01;
/** Words that so many of the books with the rarer one have together belong to one title or name. */
const shareTogether = 0.2;

/** Finds the rows that answer a text query, and scores them. Not reentrant. */
export class TextMatcher {
  readonly #candidates: CandidateFinder;
  readonly #vocabulary: Vocabulary;
  readonly #documents: DocumentTable;
  readonly #shares: ShareMatcher;
  readonly scorer: RowScorer;
  readonly #named: NamedInQuery;
  #scores = new Float32Array(0);
  #fields = new Uint8Array(0);
  #titleShares = new Uint8Array(0);

  constructor(
    candidates: CandidateFinder,
    documents: DocumentTable,
    names: NameTable,
    vocabulary: Vocabulary,
  ) {
    this.#candidates = candidates;
    this.#shares = new ShareMatcher(candidates);
    this.#documents = documents;
    this.#vocabulary = vocabulary;
    this.scorer = new RowScorer(candidates, documents, names, vocabulary);
    this.#named = new NamedInQuery(candidates, documents, this.scorer);
  }

  /**
   * Returns books that match every word as typed, and books whose whole title and author match the
   * query except for a typo or an omitted word. If no book matches every word, returns the books
   * that match most of the query.
   */
  find(asked: Term[], { isAccepted, isVisible, isAmongFallbacks }: TextFilters): TextMatches {
    this.#shares.begin(isVisible);
    this.#scores = ensureLength(this.#scores, this.#documents.size);
    const { typed, strict } = this.#strict(this.#withRareLanguages(asked), isAccepted);
    const content = typed.filter(({ isContent }) => isContent);
    const total = contentWeight(typed);
    if (strict.rows.length > 0 && !isAmongFallbacks) {
      return this.#withWholeMatches(typed, content.length, total, strict, isAccepted);
    }
    // Exact matches added in the meantime precede the cursor's position in the list.
    const added = new Set(strict.rows);
    const isInexact = (row: number) => !added.has(row) && isAccepted(row);
    const named = withLanguages(typed, this.#vocabulary, () => true);
    let best: ClosestMatches | null = null;
    let tried = named;
    for (const { tolerance, maxBooks, least } of fallbackSteps) {
      const corrected = this.#correct(named, tolerance, maxBooks) ?? named;
      // `closest` repeats no search with the same terms.
      if (!haveSameVariants(corrected, tried)) tried = corrected;
      const known: number = best ? best.bestShare + clearlyMore : 0;
      best = this.#shares.closest(tried, total, { least, known }, isInexact) ?? best;
      if (!best) continue;
      // Matches with typos count fully when they are found, but less in the share.
      const isEnough = tolerance === 'generous' && best.bestShare >= least;
      if (best.bestShare >= enoughShare || best.hasOneTypo || isEnough) break;
    }
    const closest = best ?? { ...noRows, terms: named };
    if (closest.rows.length > manyRows) return this.#unscoredClosest(closest);
    const { rows, terms, sums, fields } = closest;
    this.scorer.begin(terms);
    const bestMatch = this.#scoreAll(rows, (row, at) =>
      this.scorer.score(row, sums[at] ?? 0, fields[at] ?? 0),
    );
    const query = { contentWords: content.length, total };
    const found = this.#withMeant(this.#matches(rows, terms, true), bestMatch, query, isInexact);
    if (content.length === 1 || best?.bestShare === 1) return found;
    const isPoor = best === null || best.bestShare < enoughShare;
    const titled = isPoor
      ? this.#withNamed(found, (isOther) => this.#named.byTitles(found.terms, isOther), isInexact)
      : found;
    if (best === null) return titled;
    // A correct name is preferred to a similar one.
    const spelled = typed.map(asSpelled);
    const authors = best.bestShare < enoughShare ? [...spelled, ...found.terms] : spelled;
    return this.#withNamed(titled, (isOther) => this.#named.byAuthors(authors, isOther), isInexact);
  }

  /**
   * Books that match every word. Genres such as “novel” and “roman” are optional, unless many books
   * have them beside the other words.
   */
  #strict(asked: Term[], isAccepted: (row: number) => boolean) {
    const find = (typed: Term[]) => ({
      typed,
      strict: this.#candidates.find(typed, contentWeight(typed), isAccepted),
    });
    const plain = find(asked);
    if (plain.strict.count === 0) {
      const rest = withoutPhrases(asked, (one, other) => this.#belong(one, other));
      return rest ? find(rest) : plain;
    }
    const frequencyOf = (term: Term) => this.#candidates.frequencyOf(term);
    const described = withGenres(asked, frequencyOf, this.#documents.bookCount);
    if (!described || plain.strict.count <= rareWord) return plain;
    const ofGenre = find(described);
    // The rows of an earlier search are no longer valid.
    return ofGenre.strict.count > rareWord ? ofGenre : find(asked);
  }

  /** Whether enough of the books with the rarer word have both words in one field. */
  #belong(one: Term, other: Term): boolean {
    const [word, next] = [one, other].map(({ variants: [best] }) => best?.word);
    if (word === undefined || next === undefined) return false;
    const frequencies = [word, next].map((own) =>
      this.#candidates.frequencyOf({ variants: [{ word: own }] }),
    );
    const both = this.#candidates.frequencyOfBoth(word, next);
    return both > 0 && both >= shareTogether * Math.min(...frequencies);
  }

  /** Most books are in a few languages, whose names therefore say little about a book. */
  #withRareLanguages(asked: Term[]): Term[] {
    const most = this.#documents.bookCount * shareOfRareLanguage;
    return withLanguages(
      asked,
      this.#vocabulary,
      (variant) => this.#candidates.frequencyOf({ variants: [variant] }) <= most,
    );
  }

  /** Adds books that only a part of the query names; see `NamedInQuery`. */
  #withNamed(
    found: TextMatches,
    find: (isAccepted: (row: number) => boolean) => Map<number, number>,
    isAccepted: (row: number) => boolean,
  ): TextMatches {
    const known = new Set(found.rows);
    const added = find((row) => !known.has(row) && isAccepted(row));
    if (added.size === 0) return found;
    for (const [row, score] of added) this.#scores[row] = score;
    return this.#matches(Uint32Array.from([...known, ...added.keys()]), found.terms, true);
  }

  #withWholeMatches(
    typed: Term[],
    contentWords: number,
    total: number,
    strict: Candidates,
    isAccepted: (row: number) => boolean,
  ): TextMatches {
    const isMany = strict.count > manyRows;
    this.scorer.begin(typed, { hasShortForms: !isMany });
    if (isMany) return this.#unscored(typed, strict, false);
    const rows = strict.rows.slice();
    const best = this.#scoreAll(rows, (row) => this.#score(row, strict));
    const exact = this.#matches(rows, typed, false);
    return this.#withMeant(exact, best, { contentWords, total }, isAccepted);
  }

  #scoreAll(rows: Uint32Array, scoreOf: (row: number, at: number) => number): BestMatch {
    const best = { isComplete: false, fame: -1 };
    rows.forEach((row, at) => {
      this.#scores[row] = scoreOf(row, at);
      best.isComplete ||= this.scorer.isComplete;
      if (this.scorer.isNamed) best.fame = Math.max(best.fame, authorFame(this.#documents, row));
    });
    return best;
  }

  /**
   * Adds books whose complete title and author match the query, except for a typo or an omitted
   * word.
   */
  #withMeant(
    found: TextMatches,
    { isComplete, fame }: BestMatch,
    { contentWords, total }: { contentWords: number; total: number },
    isAccepted: (row: number) => boolean,
  ): TextMatches {
    const { rows, terms: typed, isFallback } = found;
    // Do not add any if a complete title or author was typed without typos, unless a similar name
    // is much better known.
    const isWellKnown = fame < 0 || fame >= wellKnownFame;
    if (isComplete && contentWords > 1 && isWellKnown) return found;
    if (isComplete && contentWords > maxWordsWithTypos) return found;
    if (typed.length === 1 && rows.length > rareWord) return found;
    const maxBooks = Math.max(rareWord, this.#documents.bookCount * commonShare);
    const corrected =
      contentWords <= maxWordsWithTypos ? this.#correct(typed, 'careful', maxBooks) : null;
    if (isFallback && contentWords > maxWordsWithTypos) return found;
    const terms = corrected ?? typed;
    const known = new Set(rows);
    const isOther = (row: number) => !known.has(row) && isAccepted(row);
    const wider = this.#candidates.find(terms, total * besideShare, isOther);
    const isPoor = !isComplete && rows.length <= rareWord && contentWords > 1;
    const shareOf = this.#shares.shares(terms, total, wider);
    const closeShare = rows.length <= veryFewRows ? shareOfPoorest : shareOfPoor;
    this.scorer.begin(terms);
    const beside: number[] = [];
    const isPossible = this.#possiblyMeant(terms, wider, isPoor);
    const languages = languageBits(terms);
    for (const row of wider.rows) {
      // Most rows are rejected here, before their titles and names are read.
      const isClose = isPoor && shareOf(row) >= closeShare;
      if (!isClose && !isPossible(row)) continue;
      const score = this.#score(row, wider);
      const { scorer } = this;
      const isMeant = scorer.isComplete || scorer.isNamedWork || (isPoor && scorer.isPhrase);
      if (!isMeant && !isClose) continue;
      const isBetterKnown = scorer.isNamed && fame >= 0;
      const bonus = isBetterKnown ? this.#fameBonus(row, fame) : 0;
      const isInLanguage = ((wider.matched[row] ?? 0) & languages) === languages;
      const share = isMeant && isInLanguage ? 1 : shareOf(row);
      const isNamedWork = scorer.isNamedWork && isInLanguage;
      this.#scores[row] = score * share + bonus + (isNamedWork ? namedWorkBonus : 0);
      beside.push(row);
    }
    if (beside.length === 0) return found;
    return this.#matches(Uint32Array.from([...rows, ...beside]), terms, isFallback);
  }

  /** Whether a row may be complete, a named work or, if `isPoor`, a phrase; see `RowScorer`. */
  #possiblyMeant(
    terms: Term[],
    { matched, fields, titleShares }: Candidates,
    isPoor: boolean,
  ): (row: number) => boolean {
    const content = contentBits(terms);
    return (row) => {
      const own = fields[row] ?? 0;
      const isInBoth = (own & titleFields) !== 0 && (own & nameFields) !== 0;
      if (((matched[row] ?? 0) & content) !== content && !isInBoth) return false;
      return isPoor || this.scorer.mayBeComplete(row, own, titleShares[row] ?? 0);
    };
  }

  /** “Jane Austin” is an author, but most people who type it mean Jane Austen. */
  #fameBonus(row: number, fame: number): number {
    const difference = authorFame(this.#documents, row) - fame;
    return difference < muchBetterKnown ? 0 : Math.min(0.6, difference * 0.15);
  }

  #matches(rows: Uint32Array, terms: Term[], isFallback: boolean): TextMatches {
    const scores = this.#scores;
    return { rows, terms, isFallback, scoreOf: (row) => scores[row] ?? 0, bounds: null };
  }

  /** Turns the closest inexact matches into candidates, which are ranked like exact matches. */
  #unscoredClosest({ rows, terms, sums, fields, titleShares }: ClosestMatches): TextMatches {
    const { size } = this.#documents;
    const columns = {
      rows,
      scores: this.#scores,
      fields: (this.#fields = ensureLength(this.#fields, size)),
      titleShares: (this.#titleShares = ensureLength(this.#titleShares, size)),
    };
    rows.forEach((row, at) => {
      columns.scores[row] = sums[at] ?? 0;
      columns.fields[row] = fields[at] ?? 0;
      columns.titleShares[row] = titleShares[at] ?? 0;
    });
    this.scorer.begin(terms, { hasShortForms: false });
    return this.#unscored(terms, columns, true);
  }

  /** Handles many matches by scoring only rows that may be among the first. */
  #unscored(terms: Term[], found: ScoredRows, isFallback: boolean): TextMatches {
    const { scorer } = this;
    const { rows, scores, fields } = found;
    return {
      rows,
      terms,
      isFallback,
      scoreOf: (row) => scorer.score(row, scores[row] ?? 0, fields[row] ?? 0),
      bounds: () => scorer.boundsOf(found),
    };
  }

  #score(row: number, { scores, fields }: Candidates): number {
    return this.scorer.score(row, scores[row] ?? 0, fields[row] ?? 0);
  }

  /** The terms with corrected typos; see `correctTypos`. Null if there are none. */
  #correct(terms: Term[], tolerance: TypoTolerance, maxBooks: number): Term[] | null {
    const { isVisible } = this.#shares;
    const isFrequent = (term: Term) => this.#candidates.occursInMoreThan(term, maxBooks, isVisible);
    return correctTypos(terms, { tolerance, isFrequent, vocabulary: this.#vocabulary });
  }
}
