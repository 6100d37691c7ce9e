import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  array,
  assert as assertProperty,
  boolean,
  constantFrom,
  integer,
  oneof,
  option,
  property,
  record,
} from 'fast-check';
import { BookIndex } from '../../../server/search/book-index.ts';
import {
  type BookListPosition,
  type BookQuery,
  BookSort,
} from '../../../server/search/contract.ts';
import type { IndexedBook } from '../../../server/search/indexed-book.ts';
import { bookOwnersFor } from '../../../server/values/environment.ts';
import { bookQuery, indexedBook } from './index-fixtures.ts';

const sorts = BookSort.exclude(['relevance']).options;
const accounts = ['acc_a', 'acc_b', 'acc_a_test', 'acc_stranger'];
const languages = ['en', 'en-us', 'EN', 'de', 'mul'];
const maxOrdinal = 40;

const ordinal = integer({ min: 1, max: maxOrdinal });
const book = record({
  ordinal,
  accountId: constantFrom(null, null, ...accounts),
  isPrivate: boolean(),
  isReadable: boolean(),
  popularity: integer({ min: 0, max: 3 }),
  published: option(integer({ min: 0, max: 3 })),
  updatedMs: integer({ min: 0, max: 3 }),
  title: constantFrom('The Sea', 'Emma', 'emma', 'Ulysses', ''),
  workId: integer({ min: 0, max: 12 }).map((work) => `wrk_${work}`),
  languages: array(constantFrom(...languages), { maxLength: 3 }),
  subjects: array(constantFrom('Fiction', 'fiction', 'Sea fiction'), { maxLength: 3 }),
}).map(({ title, ...more }) => {
  const isPrivate = more.accountId !== null && more.isPrivate;
  const isTest = isPrivate && more.accountId === 'acc_a_test';
  return indexedBook(title, { ...more, isPrivate, isTest });
});
/** Adds or changes a book, or removes it by its ordinal. */
const change = oneof({ weight: 5, arbitrary: book }, { weight: 1, arbitrary: ordinal });
const list = record({
  sort: constantFrom(...sorts),
  accountId: constantFrom(...accounts),
  privateOrdinals: option(array(ordinal)),
  ordinals: option(array(ordinal), { freq: 2 }),
  workId: option(
    integer({ min: 0, max: 13 }).map((work) => `wrk_${work}`),
    { freq: 2 },
  ),
  languages: option(array(constantFrom('en', 'en-us', 'de', 'fr'))),
  readable: option(boolean(), { freq: 2 }),
  title: option(constantFrom('emma', 'sea'), { freq: 2 }),
  subject: option(constantFrom('FICTION', 'sea fiction', 'sea'), { freq: 2 }),
  collapse: boolean(),
  limit: integer({ min: 1, max: 9 }),
});

/** The sort order's key, which is followed by popularity, and by age if `isOldestFirst`. */
const keys: Record<(typeof sorts)[number], (one: IndexedBook) => number | string> = {
  '-popularity': ({ popularity }) => -popularity,
  title: ({ title }) => (title === 'The Sea' ? 'sea' : title.toLowerCase()),
  '-publishedAt': ({ published }) => -(published ?? -Infinity),
  '-updatedAt': ({ updatedMs }) => -updatedMs,
};

/** Ordinals and edition counts of a list, by reading every book. */
function expected(books: IndexedBook[], query: BookQuery): { ordinal: number; editions: number }[] {
  const isVisible = ({ accountId, isPrivate, isTest, ordinal: own }: IndexedBook) => {
    if (!isPrivate) return true;
    if (isTest) return accountId === query.accountId;
    if (!bookOwnersFor(query.accountId).includes(accountId ?? '')) return false;
    return query.privateOrdinals?.includes(own) ?? true;
  };
  const isInLanguage = (one: IndexedBook) =>
    query.languages === null ||
    one.languages.some((tag) =>
      query.languages?.some((wanted) => `${tag.toLowerCase()}-`.startsWith(`${wanted}-`)),
    );
  const visible = books.filter(isVisible);
  const subject = query.subject?.toLowerCase() ?? null;
  const hasSubject = ({ subjects }: IndexedBook) =>
    subjects.some((one) => one.toLowerCase() === subject);
  const hasWord = ({ subjects }: IndexedBook) =>
    subjects.some((one) =>
      one
        .toLowerCase()
        .split(' ')
        .includes(subject ?? ''),
    );
  const isAbout = visible.some(hasSubject) ? hasSubject : hasWord;
  const found = visible
    .filter((one) => subject === null || isAbout(one))
    .filter(isInLanguage)
    .filter((one) => query.ordinals?.includes(one.ordinal) ?? true)
    .filter(({ workId }) => query.workId === null || workId === query.workId)
    .filter(({ isReadable }) => query.readable === null || isReadable === query.readable)
    .filter(({ title }) => query.title === null || title.toLowerCase().includes(query.title));
  const keyOf = keys[query.sort as (typeof sorts)[number]];
  const byAge = query.sort === 'title' ? 1 : -1;
  found.sort((a, b) => {
    const [keyA, keyB] = [keyOf(a), keyOf(b)];
    if (keyA !== keyB) return keyA < keyB ? -1 : 1;
    return b.popularity - a.popularity || byAge * (a.ordinal - b.ordinal);
  });
  const editionsOf = (work: string) => found.filter(({ workId }) => workId === work).length;
  const isFirst = ({ workId }: IndexedBook, at: number) =>
    found.findIndex((one) => one.workId === workId) === at;
  return found
    .filter((one, at) => !query.collapse || isFirst(one, at))
    .map((one) => ({ ordinal: one.ordinal, editions: editionsOf(one.workId) }));
}

it('lists have the books that pass the filters, in order, on pages', () => {
  assertProperty(
    property(array(array(change)), list, (steps, options) => {
      const index = new BookIndex();
      const books = new Map<number, IndexedBook>();
      for (const changes of steps) {
        for (const one of changes) {
          if (typeof one === 'number') {
            index.remove(one);
            books.delete(one);
          } else {
            index.put(one);
            books.set(one.ordinal, one);
          }
        }
        const all = expected([...books.values()], bookQuery(options));
        const listed: { ordinal: number; editions: number }[] = [];
        let after: BookListPosition | null = null;
        do {
          const page = index.find(bookQuery({ ...options, after }));
          assert.equal(page.total, all.length);
          for (const { ordinal: own } of page.hits) {
            const { editions = 0 } = all.find((one) => one.ordinal === own) ?? {};
            listed.push({
              ordinal: own,
              editions: options.collapse ? (page.editions.get(own) ?? 0) : editions,
            });
          }
          after = page.hasMore ? (page.hits.at(-1) ?? null) : null;
        } while (after !== null);
        assert.deepEqual(listed, all);
      }
    }),
    { numRuns: 500 },
  );
});

it('lists stay sorted while thousands of books change', () => {
  const index = new BookIndex();
  const books = new Map<number, IndexedBook>();
  for (let at = 0; at < 5000; at += 1) {
    const one = indexedBook(['Emma', 'Ulysses'][at % 2] ?? '', {
      ordinal: 1 + (at % 3000),
      popularity: (at * 7919) % 500,
      published: at % 11,
      languages: [languages[at % 5] ?? ''],
    });
    index.put(one);
    books.set(one.ordinal, one);
  }
  for (let removed = 1; removed < 3000; removed += 3) {
    index.remove(removed);
    books.delete(removed);
  }
  for (const sort of sorts) {
    for (const wanted of [null, ['en'], ['de']]) {
      const query = bookQuery({ sort, languages: wanted, limit: 3000 });
      const { hits } = index.find(query);
      assert.deepEqual(
        hits.map((hit) => hit.ordinal),
        expected([...books.values()], query).map((one) => one.ordinal),
      );
    }
  }
});
