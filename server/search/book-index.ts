import { toIsbn13 } from '../values/isbn.ts';
import { type Token, tokenize } from './tokenize.ts';
import { TopK } from './top-k.ts';
import type { BookSearchPage, BookListPosition, BookQuery, FacetKind } from './contract.ts';
import { DocumentTable } from './document-table.ts';
import { countFacets, FacetIndex } from './facets.ts';
import { searchFields, fieldBits, typoTolerantTerm, exactTerm, type Term } from './term.ts';
import { typoSteps, maxCorrectedWords } from './typo-steps.ts';
import { buildFilter } from './filter.ts';
import type { IndexedBook } from './indexed-book.ts';
import { Matcher } from './matcher.ts';
import { compareTies, comparePositions, sortOrder, relevanceKey, wholeMatcher } from './ranking.ts';
import { Postings } from './postings.ts';
import { type TypoTolerance, Vocabulary } from './vocabulary.ts';

/** The in-memory search index with every word of every book. Independent of the database. */
export class BookIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #postings = new Postings();
  readonly #documents = new DocumentTable();
  readonly #facetValues = new FacetIndex();
  readonly #matcher = new Matcher(this.#postings, this.#documents);
  #wordFields: number[] = [];

  /** Number of searchable books. */
  get size(): number {
    return this.#documents.size - this.#documents.removedCount;
  }

  /** Whether the index contains so many removed rows that it should be rebuilt. */
  get needsRebuild(): boolean {
    return this.#documents.removedCount > 10_000 && this.#documents.removedCount > this.size;
  }

  /** Whether any book in the index belongs to this account. */
  hasAccount(accountId: string): boolean {
    return this.#documents.hasAccount(accountId);
  }

  /** Adds a book or replaces its previous version. */
  put(book: IndexedBook): void {
    const words: number[] = [];
    const add = (text: string, bit: number): number[] =>
      tokenize(text).flatMap((token) => {
        const word = this.#vocabulary.add(token.word);
        const known = this.#wordFields[word] ?? 0;
        if (known === 0) words.push(word);
        this.#wordFields[word] = known | bit;
        return token.kind === 'word' ? [word] : [];
      });
    const title = add(book.title, searchFields.title);
    const subtitle = add(book.subtitle ?? '', searchFields.subtitle);
    for (const name of book.contributors) add(name, searchFields.contributor);
    for (const name of book.otherNames) add(name, searchFields.contributor);
    for (const subject of book.subjects) add(subject, searchFields.subject);
    add(book.publisher ?? '', searchFields.publisher);
    add(book.series ?? '', searchFields.other);
    for (const isbn of book.isbns) add(isbn, searchFields.other);

    const facets = new Set<number>();
    for (const language of book.languages) facets.add(this.#facetValues.add('language', language));
    for (const author of book.authors) facets.add(this.#facetValues.add('author', author));
    for (const subject of book.subjects) facets.add(this.#facetValues.add('subject', subject));
    if (book.publisher) facets.add(this.#facetValues.add('publisher', book.publisher));
    const row = this.#documents.add({
      ...book,
      sortTitle: sortTitleOf(book.title),
      titleWords: [...title, ...subtitle],
      titleLength: title.length,
      facets: [...facets],
    });
    for (const word of words) {
      this.#postings.push(word, (row << fieldBits) | (this.#wordFields[word] ?? 0));
      this.#wordFields[word] = 0;
    }
  }

  remove(ordinal: number): void {
    this.#documents.remove(ordinal);
  }

  find(query: BookQuery): BookSearchPage {
    const narrowing = this.#narrowing(query);
    const typed = query.text === null ? [] : this.#typedTerms(query.text);
    if (!narrowing || (query.text !== null && typed.length === 0)) return emptyPage(query.facets);
    const matchesFilters = buildFilter(query, this.#documents, this.#facetValues, narrowing.facets);
    const attempt = (terms: Term[]): MatchResult =>
      this.#match([...terms, ...narrowing.terms], terms, matchesFilters);

    let found = attempt(typed);
    const exactCount = found.rows.length;
    const isVisible = this.#documents.visibility(query);
    // The likeliest typos are corrected first because each step costs a lookup.
    for (const { tolerance, maxBooks } of typoSteps(query, typed.length, exactCount)) {
      const isTypo = (term: Term) => !this.#matcher.occursInMoreThan(term, maxBooks, isVisible);
      const corrected = this.#correct(typed, tolerance, isTypo);
      if (corrected) found = attempt(corrected);
      if (found.rows.length > exactCount) break;
    }
    const page = this.#page(query, found);
    if (typed.length === 0 || exactCount > 0) return page;
    const guessed = found.rows.length > 0 ? found : this.#guess(typed, attempt);
    const best = found.rows.length > 0 ? page.hits[0] : this.#page(query, guessed).hits[0];
    return { ...page, suggestion: best ? this.#wordsOf(guessed.typed, best) : null };
  }

  /** Corrects more typos to suggest another query if nothing was found. */
  #guess(typed: Term[], attempt: (terms: Term[]) => MatchResult): MatchResult {
    return attempt(this.#correct(typed, 'generous', () => true) ?? typed);
  }

  #typedTerms(text: string): Term[] {
    const isbn = toIsbn13(text.replace(/^\s*isbn[\s:-]*/i, ''));
    if (isbn) return [exactTerm(this.#vocabulary, isbn)];
    const all = tokenize(text);
    const tokens = all.filter(isWholeWord);
    // True if the text ends with a complete character pair.
    const isOpen = all.at(-1)?.kind !== 'last';
    return tokens.map(({ word, end }, at) =>
      exactTerm(this.#vocabulary, word, {
        // A space after the last word marks it as complete.
        isPrefix:
          isSingleCjkCharacter(word) ||
          (at === tokens.length - 1 && isOpen && !/\s/.test(text.slice(end))),
      }),
    );
  }

  /**
   * Terms and facets that the word filters require. Null if a filter contains no word and no book
   * can match.
   */
  #narrowing({ accountId, privateOrdinals, author, title, subject, publisher, isbn }: BookQuery) {
    const isVisible = this.#documents.visibility({ accountId, privateOrdinals });
    const terms: Term[] = [];
    const facets: ReadonlySet<number>[] = [];
    const filters = [
      { text: author, fields: searchFields.contributor, kind: 'author' },
      { text: title, fields: searchFields.title | searchFields.subtitle, kind: null },
      { text: subject, fields: searchFields.subject, kind: 'subject' },
      { text: publisher, fields: searchFields.publisher, kind: 'publisher' },
      { text: isbn, fields: searchFields.other, kind: null },
    ] as const;
    for (const { text, fields, kind } of filters) {
      if (text === null) continue;
      const own = this.#wordsIn(text, fields);
      if (own.length === 0) return null;
      terms.push(...own);
      const alike = kind ? this.#facetValues.find(kind, text) : noValues;
      const hasValue = (row: number) => isVisible(row) && this.#documents.hasFacet(row, alike);
      // Matches a whole facet value if the caller may see a book that has it.
      if (alike.size > 0 && this.#matcher.match(distinctTerms(own), hasValue).rows.length > 0) {
        facets.push(alike);
      }
    }
    return { terms, facets };
  }

  #wordsIn(text: string, fields: number): Term[] {
    return tokenize(text)
      .filter(isWholeWord)
      .map(({ word }) =>
        exactTerm(this.#vocabulary, word, {
          fields,
          isRanked: false,
          isPrefix: isSingleCjkCharacter(word),
        }),
      );
  }

  /** Adds typo variants to the terms that are likely typos. Returns null if no term changes. */
  #correct(terms: Term[], tolerance: TypoTolerance, isTypo: (term: Term) => boolean) {
    // Long words are the most selective. The limit keeps a query that consists of typos fast.
    const corrected = new Set(
      terms
        .filter(isTypo)
        .sort((a, b) => b.typed.length - a.typed.length)
        .slice(0, maxCorrectedWords),
    );
    const widened = terms.map((term) =>
      corrected.has(term) ? typoTolerantTerm(this.#vocabulary, term, tolerance) : term,
    );
    const isWider = widened.some(
      ({ variants }, at) => variants.length > (terms[at]?.variants.length ?? 0),
    );
    return isWider ? widened : null;
  }

  #match(terms: Term[], typed: Term[], matchesFilters: (row: number) => boolean): MatchResult {
    if (terms.length === 0) {
      const { rows } = this.#matcher.all(matchesFilters);
      return { typed, rows, relevance: () => 0 };
    }
    const { rows, grades } = this.#matcher.match(distinctTerms(terms), matchesFilters);
    const name = typed.map(({ typed: word }) => word).join(' ');
    const shape = wholeMatcher(this.#documents, typed, this.#facetValues.authors(name));
    return { typed, rows, relevance: (row) => relevanceKey(grades[row] ?? 0, shape(row)) };
  }

  #page({ sort, facets, after, limit }: BookQuery, found: MatchResult): BookSearchPage {
    const { popularities, ordinals } = this.#documents;
    const order = sortOrder(sort, this.#documents, found.relevance);
    const compare = (a: BookListPosition, b: BookListPosition) => comparePositions(order, a, b);
    const best = new TopK<BookListPosition>(limit + 1, compare);
    for (const row of found.rows) {
      const key = order.key(row);
      const popularity = popularities[row] ?? 0;
      const ordinal = ordinals[row] ?? 0;
      const { threshold } = best;
      // Most rows are rejected here, before an object is allocated for them.
      if (threshold && key > threshold.key) continue;
      if (
        threshold &&
        key === threshold.key &&
        compareTies(order, popularity, ordinal, threshold) > 0
      )
        continue;
      const position = { key, popularity, ordinal };
      if (!after || compare(after, position) < 0) best.add(position);
    }
    const hits = best.sorted();
    return {
      hits: hits.slice(0, limit),
      hasMore: hits.length > limit,
      total: found.rows.length,
      facets: countFacets(facets, found.rows, this.#documents, this.#facetValues),
      suggestion: null,
      matched: this.#matched(found.typed),
    };
  }

  #matched(typed: Term[]): BookSearchPage['matched'] {
    const words = new Set<string>();
    const prefixes: string[] = [];
    for (const { variants, isPrefix, typed: text } of typed) {
      if (isPrefix) prefixes.push(text);
      for (const { word, isCompletion, typos } of variants) {
        if (!isCompletion || typos > 0) words.add(this.#vocabulary.spelling(word));
      }
    }
    return { words, prefixes };
  }

  /** The query rewritten with the words that match in this book. */
  #wordsOf(typed: Term[], { ordinal }: BookListPosition): string | null {
    const row = this.#documents.rowOf(ordinal);
    if (row === null) return null;
    return typed
      .map(({ typed: text, variants }) => {
        const own = variants
          .filter(({ word }) => this.#matcher.contains(word, row))
          .map(({ word, typos }) => ({ typos, spelling: this.#vocabulary.spelling(word) }))
          .sort((a, b) => a.typos - b.typos || a.spelling.length - b.spelling.length)[0];
        return own?.spelling ?? text;
      })
      .join(' ');
  }
}

interface MatchResult {
  typed: Term[];
  rows: Uint32Array;
  relevance: (row: number) => number;
}

function emptyPage(facets: FacetKind[]): BookSearchPage {
  return {
    hits: [],
    hasMore: false,
    total: 0,
    facets: Object.fromEntries(facets.map((kind) => [kind, []])),
    suggestion: null,
    matched: { words: new Set(), prefixes: [] },
  };
}

const noValues: ReadonlySet<number> = new Set();

/** Removes duplicate terms. */
function distinctTerms(terms: Term[]): Term[] {
  const byKey = new Map(
    terms.map((term) => [`${term.typed} ${term.fields} ${term.isPrefix}`, term]),
  );
  return [...byKey.values()];
}

/**
 * Excludes parts of words, which only the index uses. A typed apostrophe belongs to the whole word.
 */
function isWholeWord({ kind }: Token): boolean {
  return kind === 'word';
}

/** A single character of a script without spaces is a prefix of character pairs. */
function isSingleCjkCharacter(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(word);
}

/** In UTF-16 code units. Titles equal up to this length count as ties. */
const maxSortTitleLength = 100;

function sortTitleOf(title: string): string {
  const words = tokenize(title)
    .filter(isWholeWord)
    .map(({ word }) => word);
  return words.join(' ').slice(0, maxSortTitleLength);
}
