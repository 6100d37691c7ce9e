import { BookIndex } from '../../../server/search/book-index.ts';
import type { BookQuery } from '../../../server/search/contract.ts';
import type { IndexedBook } from '../../../server/search/indexed-book.ts';

/** A query without restrictions, by an account that owns no books. */
export function bookQuery(query: Partial<BookQuery>): BookQuery {
  return {
    accountId: 'acc_stranger',
    privateOrdinals: null,
    text: null,
    languages: null,
    author: null,
    title: null,
    subject: null,
    publisher: null,
    isbn: null,
    ordinals: null,
    publishedFrom: null,
    publishedTo: null,
    updatedSinceMs: null,
    readable: null,
    sort: typeof query.text === 'string' ? 'relevance' : '-popularity',
    facets: [],
    after: null,
    limit: 20,
    collapse: false,
    workId: null,
    explain: false,
    ...query,
  };
}

/** A book with only a title, unless `more` sets other fields. */
export function indexedBook(title: string, more: Partial<IndexedBook> = {}): IndexedBook {
  return {
    ordinal: 1,
    accountId: null,
    isPrivate: false,
    isReadable: false,
    popularity: 0,
    published: null,
    updatedMs: 0,
    title,
    subtitle: null,
    contributors: more.authors ?? [],
    surnames: [],
    authors: [],
    otherNames: [],
    subjects: [],
    publisher: null,
    series: null,
    isbns: [],
    languages: ['en'],
    workId: `wrk_${title} ${String(more.ordinal ?? 0)}`,
    ...more,
  };
}

/**
 * An index of these books, numbered from 1 in order, and a function that returns the titles found.
 */
export function buildIndex(books: (string | IndexedBook)[]) {
  const index = new BookIndex();
  const titles = new Map<number, string>();
  for (const [at, one] of books.entries()) {
    const book = typeof one === 'string' ? indexedBook(one) : one;
    index.put({ ...book, ordinal: at + 1 });
    titles.set(at + 1, book.title);
  }
  const find = (text: string, more: Partial<BookQuery> = {}): string[] =>
    index.find(bookQuery({ text, ...more })).hits.map(({ ordinal }) => titles.get(ordinal) ?? '');
  return { index, find };
}
