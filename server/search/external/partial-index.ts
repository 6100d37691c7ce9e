import { BookIndex } from '../book-index.ts';
import { type Candidates, CandidateFinder } from '../candidates.ts';
import { DocumentTable } from '../document-table.ts';
import { Postings } from '../postings.ts';
import type { Term } from '../term.ts';
import { allowsTypos, keepsFirstLetter } from '../typo-index.ts';
import { SoundIndex } from '../sound-index.ts';
import { Vocabulary, type SimilarWord, type TypoTolerance } from '../vocabulary.ts';
import type { Json } from './engine.ts';
import { type Facts, maxWords } from './facts.ts';
import type { Retrieval } from './retrieval.ts';

/** Minimum length of a word that may match with two typos. */
const lengthOfTwoTypos: Record<TypoTolerance, number> = { careful: 9, usual: 7, generous: 5 };
/** Sorts the words most similar to the typed word first. */
const rewrite = `top_terms_boost_${maxWords}`;

/**
 * An index of the books that may be among the first results, with the words and counts of the whole
 * catalog. Ranks with the embedded index's code, so that the order is the same.
 */
export function partialIndex(facts: Facts, retrieval: Retrieval): BookIndex {
  const vocabulary = new PartialVocabulary(facts);
  const postings = new PartialPostings(facts, vocabulary);
  const documents = new PartialDocuments(facts);
  const candidates = new PartialCandidates(facts, retrieval, { postings, documents, vocabulary });
  return new BookIndex({ vocabulary, postings, documents, candidates });
}

class PartialVocabulary extends Vocabulary {
  readonly #facts: Facts;
  override readonly sounds: PartialSounds;

  constructor(facts: Facts) {
    super();
    this.#facts = facts;
    this.sounds = new PartialSounds(facts, this);
  }

  override numberOf(spelling: string): number | undefined {
    const known = super.numberOf(spelling);
    if (known !== undefined) return known;
    return this.#facts.frequencyOf(spelling) ? this.add(spelling) : undefined;
  }

  override withPrefix(prefix: string): number[] {
    this.learn(`prefix ${prefix}`, () => ({ query: { prefix: { word: prefix } } }));
    return super.withPrefix(prefix);
  }

  override findSimilar(
    typed: string,
    tolerance: TypoTolerance,
    isBeginning: boolean,
  ): SimilarWord[] {
    if (allowsTypos(typed)) {
      const field = isBeginning ? 'beginnings' : 'typed';
      const fuzziness = typed.length < lengthOfTwoTypos[tolerance] ? 1 : 2;
      const keepsFirst = keepsFirstLetter(typed, isBeginning);
      const options = { value: typed, fuzziness, prefix_length: keepsFirst ? 1 : 0, rewrite };
      this.learn(`similar ${field} ${fuzziness} ${typed}`, () => ({
        query: { fuzzy: { [field]: options } },
      }));
    }
    return super.findSimilar(typed, tolerance, isBeginning);
  }

  /** Adds the words that a search finds. */
  learn(key: string, body: () => Json): void {
    for (const word of this.#facts.words(key, body) ?? []) this.add(word);
  }
}

class PartialSounds extends SoundIndex {
  readonly #vocabulary: PartialVocabulary;

  constructor(_facts: Facts, vocabulary: PartialVocabulary) {
    super();
    this.#vocabulary = vocabulary;
  }

  protected override withSound(key: string): number[] {
    this.#vocabulary.learn(`sound ${key}`, () => ({ query: { term: { sounds: key } } }));
    return super.withSound(key);
  }
}

class PartialPostings extends Postings {
  readonly #facts: Facts;
  readonly #vocabulary: Vocabulary;

  constructor(facts: Facts, vocabulary: Vocabulary) {
    super();
    this.#facts = facts;
    this.#vocabulary = vocabulary;
  }

  override lengthOf(word: number): number {
    return this.#facts.frequencyOf(this.#vocabulary.spelling(word)) ?? 0;
  }
}

class PartialDocuments extends DocumentTable {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    super();
    this.#facts = facts;
  }

  override get bookCount(): number {
    return this.#facts.catalog.books;
  }

  override authorOf(row: number): { books: number; languages: number } {
    const name = this.#bookOf(row)?.authors[0];
    return (name === undefined ? undefined : this.#facts.authorOf(name)) ?? super.authorOf(row);
  }

  override editionsOf(row: number): number {
    return this.#facts.editionsOf(this.#bookOf(row)?.workId ?? '') ?? super.editionsOf(row);
  }

  override languageShare(row: number): number {
    const { books, languages } = this.#facts.catalog;
    const first = this.#bookOf(row)?.languages[0] ?? '';
    return Math.round((8 * (languages.get(first) ?? 0)) / Math.max(1, books)) / 8;
  }

  #bookOf(row: number) {
    return this.#facts.books.get(this.ordinals[row] ?? 0);
  }
}

class PartialCandidates extends CandidateFinder {
  readonly #facts: Facts;
  readonly #retrieval: Retrieval;
  readonly #vocabulary: Vocabulary;

  constructor(
    facts: Facts,
    retrieval: Retrieval,
    parts: { postings: Postings; documents: DocumentTable; vocabulary: Vocabulary },
  ) {
    super(parts.postings, parts.documents, parts.vocabulary);
    this.#facts = facts;
    this.#retrieval = retrieval;
    this.#vocabulary = parts.vocabulary;
  }

  override find(terms: Term[], minimum: number, isAccepted: (row: number) => boolean): Candidates {
    // Wait until the words are known, because the request would otherwise name the wrong books.
    const count = this.#facts.hasMissing
      ? 0
      : this.#retrieval.candidates(this.#facts, terms, minimum, this.#vocabulary);
    const found = super.find(terms, minimum, isAccepted);
    return { ...found, count: Math.max(count, found.count) };
  }

  override frequencyInNames(word: number): number {
    return this.#retrieval.frequencyInNames(this.#facts, this.#vocabulary.spelling(word));
  }

  override frequencyOfBoth(one: number, other: number): number {
    const words = [one, other].map((word) => this.#vocabulary.spelling(word));
    return this.#retrieval.frequencyOfBoth(this.#facts, words);
  }

  override occursInMoreThan(term: Term, limit: number): boolean {
    if (this.frequencyOf(term) <= limit) return false;
    const words = term.variants.map(({ word }) => this.#vocabulary.spelling(word));
    return this.#retrieval.occursInMoreThan(this.#facts, words, limit);
  }
}
