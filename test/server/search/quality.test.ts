import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gradedQueries, kinds, type QueryKind } from '../../bench/search/graded-queries.ts';
import { catalogueBooks, catalogueMissing } from '../../bench/search/catalogue-books.ts';
import { seededRandom } from '../../bench/search/random.ts';
import { bookQuery, buildIndex } from './index-fixtures.ts';

/** Measured with a few hundred seeded queries, identical on every run. */
describe('search quality on a real catalog', { skip: catalogueMissing ?? false }, () => {
  it('meets the documented minimum for every kind of query', async () => {
    const books = await catalogueBooks();
    const { index } = buildIndex(books);
    const found = new Map<QueryKind, { queries: number; hit: number }>();
    for (const { kind, text, language, wanted, within } of gradedQueries(
      books.map((book, at) => ({ ...book, ordinal: at + 1 })),
      seededRandom(2026),
      50,
    )) {
      const languages = language ? [language] : null;
      const { hits } = index.find(bookQuery({ text, languages, limit: 100 }));
      const score = found.get(kind) ?? { queries: 0, hit: 0 };
      const isHit = hits.slice(0, within).some(({ ordinal }) => wanted.has(ordinal));
      found.set(kind, { queries: score.queries + 1, hit: score.hit + Number(isHit) });
      if (language) {
        const wrong = hits.filter(
          ({ ordinal }) => !books[ordinal - 1]?.languages.includes(language),
        );
        assert.deepEqual(wrong, [], `${text} in ${language}`);
      }
    }
    for (const [kind, minimum] of Object.entries(kinds)) {
      const { queries, hit } = found.get(kind as QueryKind) ?? { queries: 0, hit: 0 };
      assert.ok(queries >= 40 && hit / queries >= minimum, `${kind}: ${hit} of ${queries}`);
    }
  });
});
