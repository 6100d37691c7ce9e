import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Provenance } from '../../../../server/books/contract.ts';
import { fieldProvenance } from '../../../../server/books/provenance.ts';
import { emptyMetadata, type StoredBook } from '../../../../server/books/stored-book.ts';
import type { MetadataValues } from '../../../../server/metadata/enrichment/contract.ts';
import { mergeMetadata } from '../../../../server/metadata/enrichment/merge-metadata.ts';

const book: StoredBook = {
  id: 'bk_0123456789abcdef',
  accountId: null,
  visibility: 'public',
  title: 'Dune',
  metadata: { ...emptyMetadata, languages: ['und'], publisher: 'Chilton', otherNames: ['x'] },
  provenance: {},
  workId: 'wrk_1',
  source: 'epub',
  wordCount: null,
  popularity: 0,
  rating: { sum: 0, count: 0 },
  revision: 1,
  versionId: null,
  serial: { chapters: 0, words: 0, change: 0 },
  ordinal: 1,
  cover: null,
  warnings: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const fetchedAt = '2026-11-21T12:00:00.000Z';

/** The book after some sources have spoken, one after the other. */
function after(...said: [Provenance['source'], MetadataValues][]): StoredBook {
  const now = { ...book };
  for (const [source, values] of said) {
    const merged = mergeMetadata(now, { source, fetchedAt, confidence: 0.9, values });
    Object.assign(now, merged);
  }
  return now;
}

describe('merged facts', () => {
  it('fill what is missing and say where it comes from', () => {
    const { metadata, provenance } = after(['openlibrary', { pageCount: 412, languages: ['en'] }]);

    assert.equal(metadata.pageCount, 412);
    assert.deepEqual(metadata.languages, ['en']);
    const told = { source: 'openlibrary', fetchedAt, confidence: 0.9 };
    assert.deepEqual(provenance, { pageCount: told, languages: told });
  });

  it('end with the same values in whatever order the sources speak', () => {
    const ranked = [
      'manual',
      'onix',
      'epub',
      'catalogue',
      'opds',
      'openlibrary',
      'googlebooks',
      'text',
    ] as const;
    for (const [rank, source] of ranked.entries()) {
      const others = ranked.slice(rank).map((other) => [other, { description: other }] as const);
      for (const order of [others, others.toReversed()]) {
        const { metadata } = after(
          ...order.map(([name, values]): [typeof name, MetadataValues] => [name, values]),
        );
        assert.equal(metadata.description, source);
      }
    }
  });

  it('never replace what the record itself says by what ranks lower', () => {
    const facts = {
      source: 'openlibrary',
      fetchedAt,
      confidence: 1,
      values: { publisher: 'Ace' },
    } as const;

    assert.equal(mergeMetadata(book, facts), null);
    assert.equal(
      mergeMetadata({ ...book, source: 'googlebooks' }, facts)?.metadata.publisher,
      'Ace',
    );
    assert.equal(mergeMetadata({ ...book, source: 'manual' }, { ...facts, source: 'onix' }), null);
  });

  it('leave a field that was emptied by hand', () => {
    const byHand: StoredBook = {
      ...book,
      provenance: { description: { source: 'manual', fetchedAt, confidence: 1 } },
    };
    const facts = {
      source: 'onix',
      fetchedAt,
      confidence: 1,
      values: { description: 'x' },
    } as const;

    assert.equal(mergeMetadata(byHand, facts), null);
  });

  it('change nothing when they are empty or known', () => {
    const facts = { source: 'epub', fetchedAt, confidence: 1 } as const;
    const values = { publisher: 'Chilton', description: '', subjects: [], pageCount: null };

    assert.equal(mergeMetadata(book, { ...facts, values }), null);
  });
});

describe('the enrichment of a book', () => {
  it('names the source of every value, and of nothing else', () => {
    const enriched = after([
      'openlibrary',
      { coverUrl: 'https://covers.openlibrary.org/b/id/1-L.jpg' },
    ]);

    const own = { source: 'epub', fetchedAt: book.createdAt, confidence: 1 };
    assert.deepEqual(fieldProvenance(enriched), {
      title: own,
      publisher: own,
      layout: own,
      readingProgression: own,
      cover: { source: 'openlibrary', fetchedAt, confidence: 0.9 },
    });
  });
});
