import type { CandidateFinder } from './candidates.ts';
import { commonWord } from './closest-matches.ts';
import type { DocumentTable } from './document-table.ts';
import { authorFame } from './fame.ts';
import type { RowScorer } from './row-score.ts';
import type { Term } from './term.ts';

/** Names of authors with at least this fame are not treated as typos. */
export const wellKnownFame = 5;
/** Words in more books are not treated as surnames. */
const mostBooksOfName = 2000;
/** Words with less than this share of the heaviest word's weight are not treated as surnames. */
const leastWeightOfName = 0.75;
/**
 * Books by an author who was typed are more likely intended than books that match only a subject.
 */
const namedAuthorBonus = 0.15;
/** A whole title is more likely intended than books that have more of the words. */
const typedTitleBonus = 0.3;
/** Words in a larger share of the books do not find titles alone. */
const shareOfFrequent = 0.03;

/** Scores by row. */
type Scores = Map<number, number>;

/**
 * Finds books that only a part of the query names, by their author or whole title. Not reentrant.
 */
export class NamedInQuery {
  readonly #candidates: CandidateFinder;
  readonly #documents: DocumentTable;
  readonly #scorer: RowScorer;

  /** @param scorer - Prepared for the same terms before each call. */
  constructor(candidates: CandidateFinder, documents: DocumentTable, scorer: RowScorer) {
    this.#candidates = candidates;
    this.#documents = documents;
    this.#scorer = scorer;
  }

  /** Returns the books of well-known authors who were typed. */
  byAuthors(terms: Term[], isAccepted: (row: number) => boolean): Scores {
    const found: Scores = new Map();
    const heaviest = Math.max(...terms.map(({ weight }) => weight));
    for (const term of terms) {
      const frequency = this.#candidates.frequencyOf(term);
      if (!term.isContent || frequency > mostBooksOfName) continue;
      // In “white whale”, “white” is a name and a color, but “whale” is more specific.
      if (frequency > commonWord && term.weight < heaviest * leastWeightOfName) continue;
      const own = this.#candidates.find([term], term.weight, isAccepted);
      const { scores, fields } = own;
      for (const row of own.rows) {
        if (found.has(row) || authorFame(this.#documents, row) < wellKnownFame) continue;
        const score = this.#scorer.score(row, scores[row] ?? 0, fields[row] ?? 0);
        if (this.#scorer.hasAuthor) found.set(row, score + namedAuthorBonus);
      }
    }
    return found;
  }

  /** Returns the books whose whole title is a part of the query: “pdf treasure island kids”. */
  byTitles(terms: Term[], isAccepted: (row: number) => boolean): Scores {
    const found: Scores = new Map();
    const most = Math.max(commonWord, this.#documents.bookCount * shareOfFrequent);
    const finding = terms.map((term) =>
      term.isContent && this.#candidates.frequencyOf(term) > most
        ? { ...term, isContent: false }
        : term,
    );
    const [one = 0, other = 0] = finding
      .flatMap(({ isContent, weight }) => (isContent ? [weight] : []))
      .sort((a, b) => a - b);
    if (one === 0) return found;
    // A title needs two words, of which one may be frequent.
    const hasFrequent = finding.some((term, at) => term !== terms[at]);
    const wider = this.#candidates.find(finding, hasFrequent ? one : one + other, isAccepted);
    const { scores, fields, titleShares } = wider;
    for (const row of wider.rows) {
      // Most rows are rejected here, before their titles are read.
      if (!this.#scorer.mayBeWholeTitle(row, titleShares[row] ?? 0)) continue;
      const score = this.#scorer.score(row, scores[row] ?? 0, fields[row] ?? 0);
      if (this.#scorer.isTypedTitle) found.set(row, score + typedTitleBonus);
    }
    return found;
  }
}
