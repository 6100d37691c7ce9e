import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookQuery, buildIndex, indexedBook } from './index-fixtures.ts';

describe('editions of a work', () => {
  const { index } = buildIndex([
    indexedBook('Emma', { workId: 'wrk_a', languages: ['en'] }),
    indexedBook('Emma', { workId: 'wrk_a', languages: ['en'], popularity: 5 }),
    indexedBook('Emma and I', { workId: 'wrk_b', languages: ['de'] }),
  ]);

  it('are one hit with their number, counted once in total and facets', () => {
    const { hits, total, editions, facets } = index.find(
      bookQuery({ text: 'emma', collapse: true, facets: ['language'] }),
    );
    assert.deepEqual(
      hits.map(({ ordinal }) => ordinal),
      [2, 3],
    );
    assert.equal(total, 2);
    assert.deepEqual(
      [...editions],
      [
        [2, 2],
        [3, 1],
      ],
    );
    assert.deepEqual(facets.language, [
      { value: 'de', count: 1 },
      { value: 'en', count: 1 },
    ]);
  });

  it('are listed by work', () => {
    const { hits } = index.find(bookQuery({ workId: 'wrk_a' }));
    assert.deepEqual(
      hits.map(({ ordinal }) => ordinal),
      [2, 1],
    );
    assert.equal(index.find(bookQuery({ workId: 'wrk_none' })).total, 0);
  });

  it('appear once in the pages of a list', () => {
    const { index: many } = buildIndex(
      Array.from({ length: 60 }, (_, at) =>
        indexedBook(`Sea ${at % 20}`, { workId: `wrk_${at % 20}`, popularity: at }),
      ),
    );
    const seen: number[] = [];
    let after = null;
    for (;;) {
      const page = many.find(bookQuery({ text: 'sea', collapse: true, limit: 7, after }));
      assert.equal(page.total, 20);
      seen.push(...page.hits.map(({ ordinal }) => ordinal % 20));
      if (!page.hasMore) break;
      after = page.hits.at(-1) ?? null;
    }
    assert.equal(seen.length, 20);
    assert.equal(new Set(seen).size, 20);
  });
});
