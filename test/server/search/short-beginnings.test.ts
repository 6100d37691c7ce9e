import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BookIndex } from '../../../server/search/book-index.ts';
import { CandidateFinder } from '../../../server/search/candidates.ts';
import { DocumentTable } from '../../../server/search/document-table.ts';
import { Postings } from '../../../server/search/postings.ts';
import { maxCompletions } from '../../../server/search/query-terms.ts';
import { Vocabulary } from '../../../server/search/vocabulary.ts';
import { bookQuery, indexedBook } from './index-fixtures.ts';

/** Counts the lists and postings that searches visit. */
class CountingPostings extends Postings {
  lists = 0;
  postings = 0;

  override slices(
    list: number,
    visit: (cells: Uint32Array, from: number, to: number) => void,
  ): void {
    this.lists += 1;
    super.slices(list, (cells, from, to) => {
      this.postings += to - from;
      visit(cells, from, to);
    });
  }
}

/** An index of these titles and of books whose titles are a distinct word with “st”. */
function indexWith(titles: string[], words: number) {
  const [vocabulary, postings, documents] = [
    new Vocabulary(),
    new CountingPostings(),
    new DocumentTable(),
  ];
  const candidates = new CandidateFinder(postings, documents, vocabulary);
  const index = new BookIndex({ vocabulary, postings, documents, candidates });
  const all = [...titles];
  for (let at = 0; at < words; at += 1) all.push(`stamm${lettersOf(at)}`);
  for (const [at, title] of all.entries()) index.put(indexedBook(title, { ordinal: at + 1 }));
  const find = (text: string) => {
    [postings.lists, postings.postings] = [0, 0];
    const { hits } = index.find(bookQuery({ text }));
    const { lists, postings: read } = postings;
    return { titles: hits.map(({ ordinal }) => all[ordinal - 1]), lists, postings: read };
  };
  return find;
}

/** The number in base 26, with letters as digits. */
function lettersOf(number: number): string {
  return number.toString(26).replaceAll(/./g, (digit) => {
    return String.fromCharCode(97 + Number.parseInt(digit, 26));
  });
}

const titles = ['Kidnapped', 'Kidnapped by strangers', 'Perfect strangers', '39 strangers'];

describe('the beginning of a last word', () => {
  for (const text of ['kidnapped st', 'kidnaped st', 'the st', '39 st']) {
    it(`takes hardly more work in a catalog with more words: “${text}”`, () => {
      const few = indexWith(titles, maxCompletions + 500)(text);
      const many = indexWith(titles, 4 * maxCompletions)(text);

      assert.ok(few.lists >= maxCompletions, `${few.lists} lists`);
      assert.ok(many.lists < 1.1 * few.lists, `${few.lists} to ${many.lists} lists`);
      assert.ok(many.postings < 1.1 * few.postings, `${few.postings} to ${many.postings} postings`);
    });
  }

  it('completes to the words of most books, wherever they are in the alphabet', () => {
    const find = indexWith(titles, 4 * maxCompletions);

    assert.equal(find('kidnapped st').titles[0], 'Kidnapped by strangers');
    assert.deepEqual(find('kidnapped str').titles, ['Kidnapped by strangers']);
  });

  it('completes to a word of one book in the titles that contain the other words', () => {
    const others = Array.from({ length: 12 }, () => 'Kidnapped by strangers');
    const find = indexWith([...others, 'Kidnapped by stzz'], 4 * maxCompletions);

    assert.ok(find('kidnapped st').titles.includes('Kidnapped by stzz'));
  });

  it('completes to a word of one book if there are few such words', () => {
    const find = indexWith(['Kidnapped', 'Kidnapped by stzz'], maxCompletions - 1);

    assert.equal(find('kidnapped st').titles[0], 'Kidnapped by stzz');
  });
});
