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

/** The search index: every word of every book, in memory. Knows nothing of the database. */
export class BookIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #postings = new Postings();
  readonly #documents = new DocumentTable();
  readonly #facetValues = new FacetIndex();
  readonly #matcher = new Matcher(this.#postings, this.#documents);
  #wordFields: number[] = [];

  /** Books that can be found. */
  get size(): number {
    return this.#documents.size - this.#documents.removedCount;
  }

  /** Whether so much of the index is of books that are gone that it should be made anew. */
  get needsRebuild(): boolean {
    return this.#documents.removedCount > 10_000 && this.#documents.removedCount > this.size;
  }

  /** Whether a book is this account's. */
  hasAccount(accountId: string): boolean {
    return this.#documents.hasAccount(accountId);
  }

  /** Adds a book, or puts it in the place of what it was. */
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
    const isWanted = buildFilter(query, this.#documents, this.#facetValues, narrowing.facets);
    const attempt = (terms: Term[]): MatchResult =>
      this.#match([...terms, ...narrowing.terms], terms, isWanted);

    let found = attempt(typed);
    const asWritten = found.rows.length;
    const isVisible = this.#documents.visibility(query.accountId);
    // The likelier a word is a typo, the sooner it is taken for one: each costs a look-up.
    for (const { tolerance, maxBooks } of typoSteps(query, typed.length, asWritten)) {
      const isTypo = (term: Term) => !this.#matcher.occursInMoreThan(term, maxBooks, isVisible);
      const forgiving = this.#forgive(typed, tolerance, isTypo);
      if (forgiving) found = attempt(forgiving);
      if (found.rows.length > asWritten) break;
    }
    const page = this.#page(query, found);
    if (typed.length === 0 || asWritten > 0) return page;
    const meant = found.rows.length > 0 ? found : this.#guess(typed, attempt);
    const best = found.rows.length > 0 ? page.hits[0] : this.#page(query, meant).hits[0];
    return { ...page, suggestion: best ? this.#wordsOf(meant.typed, best) : null };
  }

  /** Typos are forgiven more generously where nothing was found, to find out what may be meant. */
  #guess(typed: Term[], attempt: (terms: Term[]) => MatchResult): MatchResult {
    return attempt(this.#forgive(typed, 'generous', () => true) ?? typed);
  }

  #typedTerms(text: string): Term[] {
    const isbn = toIsbn13(text.replace(/^\s*isbn[\s:-]*/i, ''));
    if (isbn) return [exactTerm(this.#vocabulary, isbn)];
    const all = tokenize(text);
    const tokens = all.filter(isWholeWord);
    // A pair of characters is whole.
    const isOpen = all.at(-1)?.kind !== 'last';
    return tokens.map(({ word, end }, at) =>
      exactTerm(this.#vocabulary, word, {
        // A space behind the last word says that it is whole.
        isPrefix:
          isSingleCjkCharacter(word) ||
          (at === tokens.length - 1 && isOpen && !/\s/.test(text.slice(end))),
      }),
    );
  }

  /** What the filters by words ask for; null when one of them has no word, which no book can have. */
  #narrowing({ accountId, author, title, subject, publisher, isbn }: BookQuery) {
    const isVisible = this.#documents.visibility(accountId);
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
      const isOne = (row: number) => isVisible(row) && this.#documents.hasFacet(row, alike);
      // A whole value as facets name it, where the caller may see a book that has it.
      if (alike.size > 0 && this.#matcher.match(distinctTerms(own), isOne).rows.length > 0) {
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

  /** Null when no term changes by it. */
  #forgive(terms: Term[], forgiveness: TypoTolerance, isMeant: (term: Term) => boolean) {
    // Long words tell most; a query of nothing but typos must not take a second.
    const meant = new Set(
      terms
        .filter(isMeant)
        .sort((a, b) => b.typed.length - a.typed.length)
        .slice(0, maxCorrectedWords),
    );
    const forgiving = terms.map((term) =>
      meant.has(term) ? typoTolerantTerm(this.#vocabulary, term, forgiveness) : term,
    );
    const isWider = forgiving.some(
      ({ variants }, at) => variants.length > (terms[at]?.variants.length ?? 0),
    );
    return isWider ? forgiving : null;
  }

  #match(terms: Term[], typed: Term[], isWanted: (row: number) => boolean): MatchResult {
    if (terms.length === 0) {
      const { rows } = this.#matcher.all(isWanted);
      return { typed, rows, relevance: () => 0 };
    }
    const { rows, grades } = this.#matcher.match(distinctTerms(terms), isWanted);
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
      // Most rows end here, before anything is made of them.
      if (threshold && key > threshold.key) continue;
      if (
        threshold &&
        key === threshold.key &&
        compareTies(order, popularity, ordinal, threshold) > 0
      )
        continue;
      const place = { key, popularity, ordinal };
      if (!after || compare(after, place) < 0) best.add(place);
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

  /** What was typed, in the words that this book has of it. */
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

/** The same word twice is asked for once. */
function distinctTerms(terms: Term[]): Term[] {
  const byQuestion = new Map(
    terms.map((term) => [`${term.typed} ${term.fields} ${term.isPrefix}`, term]),
  );
  return [...byQuestion.values()];
}

/** Parts of words are for the index: whoever types an apostrophe means the whole word. */
function isWholeWord({ kind }: Token): boolean {
  return kind === 'word';
}

/** One character of a script without spaces is the beginning of pairs. */
function isSingleCjkCharacter(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(word);
}

/** Titles that are equal so far are in the order of books. */
const maxSortTitleLength = 100;

function sortTitleOf(title: string): string {
  const words = tokenize(title)
    .filter(isWholeWord)
    .map(({ word }) => word);
  return words.join(' ').slice(0, maxSortTitleLength);
}
