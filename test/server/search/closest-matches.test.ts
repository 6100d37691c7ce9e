import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BookIndex } from '../../../server/search/book-index.ts';
import { CandidateFinder } from '../../../server/search/candidates.ts';
import { DocumentTable } from '../../../server/search/document-table.ts';
import { Postings } from '../../../server/search/postings.ts';
import { Vocabulary } from '../../../server/search/vocabulary.ts';
import { bookQuery, indexedBook } from './index-fixtures.ts';

/** Counts the searches, which differ in their terms or in the weight that books must match. */
class CountingFinder extends CandidateFinder {
  searches: string[] = [];

  override find(...args: Parameters<CandidateFinder['find']>) {
    const [terms, minimum] = args;
    const words = terms.map(({ typed, variants }) => `${typed} ${variants.length}`);
    this.searches.push(`${words.join(', ')}: ${minimum.toFixed(3)}`);
    return super.find(...args);
  }
}

it('a query that no book matches well repeats no search', () => {
  const [vocabulary, postings, documents] = [new Vocabulary(), new Postings(), new DocumentTable()];
  const candidates = new CountingFinder(postings, documents, vocabulary);
  const index = new BookIndex({ vocabulary, postings, documents, candidates });
  for (const [at, title] of ['The Whale Hunt', 'Orphans of the Storm', 'A Sea of Glass'].entries())
    index.put(indexedBook(title, { ordinal: at + 1 }));

  for (const text of ['qwxyz vbnmk plokj', 'whalle qwxyz vbnmk plokj', 'stormm glas qwxyz vbnmk']) {
    candidates.searches = [];
    index.find(bookQuery({ text }));
    assert.ok(candidates.searches.length > 2, text);
    assert.deepEqual(candidates.searches, [...new Set(candidates.searches)], text);
  }
});
