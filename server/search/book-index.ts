import { isbn13 } from '../text/isbn.ts';
import { type Token, tokensOf } from '../text/tokens.ts';
import { Best } from './best.ts';
import type { BookPage, BookPosition, BookQuery, FacetKind } from './contract.ts';
import { DocumentTable } from './document-table.ts';
import { countFacets } from './facet-counts.ts';
import { FacetValues } from './facet-values.ts';
import { field, fieldBits } from './fields.ts';
import { forgivingSteps, mostForgiven } from './forgiving-steps.ts';
import { filterOf } from './filter.ts';
import type { IndexedBook } from './indexed-book.ts';
import { Matcher } from './matcher.ts';
import { compareEquals, comparePositions, orderOf, relevance } from './order.ts';
import { Postings } from './postings.ts';
import { shapeOf } from './shape.ts';
import { forgivingTerm, strictTerm, type Term } from './term.ts';
import { type Forgiveness, Vocabulary } from './vocabulary.ts';

/** The search index: every word of every book, in memory. Knows nothing of the database. */
export class BookIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #postings = new Postings();
  readonly #documents = new DocumentTable();
  readonly #facetValues = new FacetValues();
  readonly #matcher = new Matcher(this.#postings, this.#documents);
  #wordFields: number[] = [];

  /** Books that can be found. */
  get size(): number {
    return this.#documents.size - this.#documents.gone;
  }

  /** Whether so much of the index is of books that are gone that it should be made anew. */
  get isWorn(): boolean {
    return this.#documents.gone > 10_000 && this.#documents.gone > this.size;
  }

  /** Whether a book is this account's. */
  knows(accountId: string): boolean {
    return this.#documents.knows(accountId);
  }

  /** Adds a book, or puts it in the place of what it was. */
  put(book: IndexedBook): void {
    const words: number[] = [];
    const add = (text: string, bit: number): number[] =>
      tokensOf(text).flatMap((token) => {
        const word = this.#vocabulary.add(token.word);
        const known = this.#wordFields[word] ?? 0;
        if (known === 0) words.push(word);
        this.#wordFields[word] = known | bit;
        return token.kind === 'word' ? [word] : [];
      });
    const title = add(book.title, field.title);
    const subtitle = add(book.subtitle ?? '', field.subtitle);
    for (const name of book.contributors) add(name, field.contributor);
    for (const name of book.otherNames) add(name, field.contributor);
    for (const subject of book.subjects) add(subject, field.subject);
    add(book.publisher ?? '', field.publisher);
    add(book.series ?? '', field.other);
    for (const isbn of book.isbns) add(isbn, field.other);

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

  find(query: BookQuery): BookPage {
    const narrowing = this.#narrowing(query);
    const typed = query.text === null ? [] : this.#typedTerms(query.text);
    if (!narrowing || (query.text !== null && typed.length === 0)) return emptyPage(query.facets);
    const isWanted = filterOf(query, this.#documents, this.#facetValues, narrowing.facets);
    const attempt = (terms: Term[]): Found =>
      this.#match([...terms, ...narrowing.terms], terms, isWanted);

    let found = attempt(typed);
    const asWritten = found.rows.length;
    const isVisible = this.#documents.visibility(query.accountId);
    // The likelier a word is a typo, the sooner it is taken for one: each costs a look-up.
    for (const { forgiveness, most } of forgivingSteps(query, typed.length, asWritten)) {
      const isTypo = (term: Term) => !this.#matcher.isIn(term, most, isVisible);
      const forgiving = this.#forgive(typed, forgiveness, isTypo);
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
  #guess(typed: Term[], attempt: (terms: Term[]) => Found): Found {
    return attempt(this.#forgive(typed, 'generous', () => true) ?? typed);
  }

  #typedTerms(text: string): Term[] {
    const isbn = isbn13(text.replace(/^\s*isbn[\s:-]*/i, ''));
    if (isbn) return [strictTerm(this.#vocabulary, isbn)];
    const all = tokensOf(text);
    const tokens = all.filter(isTyped);
    // A pair of characters is whole.
    const isOpen = all.at(-1)?.kind !== 'last';
    return tokens.map(({ word, end }, at) =>
      strictTerm(this.#vocabulary, word, {
        // A space behind the last word says that it is whole.
        isBeginning:
          isLoneCharacter(word) ||
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
      { text: author, fields: field.contributor, kind: 'author' },
      { text: title, fields: field.title | field.subtitle, kind: null },
      { text: subject, fields: field.subject, kind: 'subject' },
      { text: publisher, fields: field.publisher, kind: 'publisher' },
      { text: isbn, fields: field.other, kind: null },
    ] as const;
    for (const { text, fields, kind } of filters) {
      if (text === null) continue;
      const own = this.#wordsIn(text, fields);
      if (own.length === 0) return null;
      terms.push(...own);
      const alike = kind ? this.#facetValues.find(kind, text) : none;
      const isOne = (row: number) => isVisible(row) && this.#documents.hasFacet(row, alike);
      // A whole value as facets name it, where the caller may see a book that has it.
      if (alike.size > 0 && this.#matcher.match(distinct(own), isOne).rows.length > 0) {
        facets.push(alike);
      }
    }
    return { terms, facets };
  }

  #wordsIn(text: string, fields: number): Term[] {
    return tokensOf(text)
      .filter(isTyped)
      .map(({ word }) =>
        strictTerm(this.#vocabulary, word, {
          fields,
          isRanked: false,
          isBeginning: isLoneCharacter(word),
        }),
      );
  }

  /** Null when no term changes by it. */
  #forgive(terms: Term[], forgiveness: Forgiveness, isMeant: (term: Term) => boolean) {
    // Long words tell most; a query of nothing but typos must not take a second.
    const meant = new Set(
      terms
        .filter(isMeant)
        .sort((a, b) => b.typed.length - a.typed.length)
        .slice(0, mostForgiven),
    );
    const forgiving = terms.map((term) =>
      meant.has(term) ? forgivingTerm(this.#vocabulary, term, forgiveness) : term,
    );
    const isWider = forgiving.some(
      ({ variants }, at) => variants.length > (terms[at]?.variants.length ?? 0),
    );
    return isWider ? forgiving : null;
  }

  #match(terms: Term[], typed: Term[], isWanted: (row: number) => boolean): Found {
    if (terms.length === 0) {
      const { rows } = this.#matcher.all(isWanted);
      return { typed, rows, relevance: () => 0 };
    }
    const { rows, grades } = this.#matcher.match(distinct(terms), isWanted);
    const name = typed.map(({ typed: word }) => word).join(' ');
    const shape = shapeOf(this.#documents, typed, this.#facetValues.authors(name));
    return { typed, rows, relevance: (row) => relevance(grades[row] ?? 0, shape(row)) };
  }

  #page({ sort, facets, after, limit }: BookQuery, found: Found): BookPage {
    const { popularities, ordinals } = this.#documents;
    const order = orderOf(sort, this.#documents, found.relevance);
    const compare = (a: BookPosition, b: BookPosition) => comparePositions(order, a, b);
    const best = new Best<BookPosition>(limit + 1, compare);
    for (const row of found.rows) {
      const key = order.key(row);
      const popularity = popularities[row] ?? 0;
      const ordinal = ordinals[row] ?? 0;
      const { bar } = best;
      // Most rows end here, before anything is made of them.
      if (bar && key > bar.key) continue;
      if (bar && key === bar.key && compareEquals(order, popularity, ordinal, bar) > 0) continue;
      const place = { key, popularity, ordinal };
      if (!after || compare(after, place) < 0) best.offer(place);
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

  #matched(typed: Term[]): BookPage['matched'] {
    const words = new Set<string>();
    const prefixes: string[] = [];
    for (const { variants, isBeginning, typed: text } of typed) {
      if (isBeginning) prefixes.push(text);
      for (const { word, isLonger, typos } of variants) {
        if (!isLonger || typos > 0) words.add(this.#vocabulary.spelling(word));
      }
    }
    return { words, prefixes };
  }

  /** What was typed, in the words that this book has of it. */
  #wordsOf(typed: Term[], { ordinal }: BookPosition): string | null {
    const row = this.#documents.rowOf(ordinal);
    if (row === null) return null;
    return typed
      .map(({ typed: text, variants }) => {
        const own = variants
          .filter(({ word }) => this.#matcher.has(word, row))
          .map(({ word, typos }) => ({ typos, spelling: this.#vocabulary.spelling(word) }))
          .sort((a, b) => a.typos - b.typos || a.spelling.length - b.spelling.length)[0];
        return own?.spelling ?? text;
      })
      .join(' ');
  }
}

interface Found {
  typed: Term[];
  rows: Uint32Array;
  relevance: (row: number) => number;
}

function emptyPage(facets: FacetKind[]): BookPage {
  return {
    hits: [],
    hasMore: false,
    total: 0,
    facets: Object.fromEntries(facets.map((kind) => [kind, []])),
    suggestion: null,
    matched: { words: new Set(), prefixes: [] },
  };
}

const none: ReadonlySet<number> = new Set();

/** The same word twice is asked for once. */
function distinct(terms: Term[]): Term[] {
  const byQuestion = new Map(
    terms.map((term) => [`${term.typed} ${term.fields} ${term.isBeginning}`, term]),
  );
  return [...byQuestion.values()];
}

/** Parts of words are for the index: whoever types an apostrophe means the whole word. */
function isTyped({ kind }: Token): boolean {
  return kind === 'word';
}

/** One character of a script without spaces is the beginning of pairs. */
function isLoneCharacter(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(word);
}

/** Titles that are equal so far are in the order of books. */
const longestSortTitle = 100;

function sortTitleOf(title: string): string {
  const words = tokensOf(title)
    .filter(isTyped)
    .map(({ word }) => word);
  return words.join(' ').slice(0, longestSortTitle);
}
