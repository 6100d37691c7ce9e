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

/** The book after metadata from the sources has been merged in order. */
function after(...updates: [Provenance['source'], MetadataValues][]): StoredBook {
  const merged = { ...book };
  for (const [source, values] of updates) {
    const changes = mergeMetadata(merged, { source, fetchedAt, confidence: 0.9, values });
    Object.assign(merged, changes);
  }
  return merged;
}

describe('merged metadata', () => {
  it('fills missing values and records their source', () => {
    const { metadata, provenance } = after(['openlibrary', { pageCount: 412, languages: ['en'] }]);

    assert.equal(metadata.pageCount, 412);
    assert.deepEqual(metadata.languages, ['en']);
    const origin = { source: 'openlibrary', fetchedAt, confidence: 0.9 };
    assert.deepEqual(provenance, { pageCount: origin, languages: origin });
  });

  it('is the same for any order of the sources', () => {
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

  it('never replaces the record’s values with values of lower precedence', () => {
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

  it('keeps manually emptied fields', () => {
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

  it('ignores empty and unchanged values', () => {
    const facts = { source: 'epub', fetchedAt, confidence: 1 } as const;
    const values = { publisher: 'Chilton', description: '', subjects: [], pageCount: null };

    assert.equal(mergeMetadata(book, { ...facts, values }), null);
  });
});

describe('the enrichment of a book', () => {
  it('records the source of every value', () => {
    const enriched = after([
      'openlibrary',
      { coverUrl: 'https://covers.openlibrary.org/b/id/1-L.jpg' },
    ]);

    const record = { source: 'epub', fetchedAt: book.createdAt, confidence: 1 };
    assert.deepEqual(fieldProvenance(enriched), {
      title: record,
      publisher: record,
      layout: record,
      readingProgression: record,
      cover: { source: 'openlibrary', fetchedAt, confidence: 0.9 },
    });
  });
});
