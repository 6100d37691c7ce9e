import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BookIndex } from '../../../server/search/book-index.ts';
import type { IndexedBook } from '../../../server/search/indexed-book.ts';
import { catalogueMissing } from '../../bench/search/catalogue-books.ts';
import { seededRandom } from '../../bench/search/random.ts';
import { catalogueRecords } from '../../bench/search/relevance/catalogue-records.ts';
import type { RelevanceQuery } from '../../bench/search/relevance/graded-query.ts';
import {
  measureRelevance,
  writtenQueries,
} from '../../bench/search/relevance/measure-relevance.ts';
import { sampleQueries } from '../../bench/search/relevance/sample-queries.ts';
import { bookQuery } from './index-fixtures.ts';

/** Minimum share of queries with an intended book among the first three hits. */
const leastSuccess = 0.95;
const leastNdcg = 0.9;

describe('search relevance on a real catalog', { skip: catalogueMissing ?? false }, () => {
  let books: IndexedBook[] = [];
  const index = new BookIndex();
  // Loads the catalog here and not on import, because all other test files in the process would
  // wait.
  before(async () => {
    books = await catalogueRecords();
    for (const book of books) index.put(book);
  });

  for (const [name, files, seed] of [
    ['development', ['queries-development.txt', 'queries-typed.txt', 'queries-asked.txt'], 11],
    [
      'held-out',
      [
        'queries-held-out.txt',
        'queries-drawn.txt',
        'queries-typed-held-out.txt',
        'queries-asked-held-out.txt',
      ],
      777_001,
    ],
  ] as const) {
    it(`finds the books that the ${name} queries mean among the first three hits`, (test) => {
      const queries = [
        ...files.flatMap((file) => writtenQueries(books, file)),
        ...sampleQueries(books, seededRandom(seed), 2),
      ];
      const scores = measureRelevance(books, queries, (query) => hitsOf(index, query));
      const all = scores.get('all');
      test.diagnostic(`${all?.queries} queries: ${all?.success} success@3, ${all?.ndcg} nDCG@10`);
      const failed = all?.failed.map(({ kind, text }) => `${kind}: ${text}`).join('\n');
      assert.ok(queries.length >= 150);
      assert.ok((all?.success ?? 0) >= leastSuccess, failed);
      assert.ok((all?.ndcg ?? 0) >= leastNdcg, String(all?.ndcg));
    });
  }
});

function hitsOf(index: BookIndex, { text, languages }: RelevanceQuery): number[] {
  const { hits } = index.find(bookQuery({ text, languages, limit: 10, collapse: true }));
  return hits.map(({ ordinal }) => ordinal);
}
