import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BookListPosition } from '../../../server/search/contract.ts';
import { dateKey } from '../../../server/search/document-table.ts';
import { tokenize } from '../../../server/search/tokenize.ts';
import { seededRandom } from '../../bench/search/random.ts';
import { bookQuery, indexedBook, buildIndex } from './index-fixtures.ts';

describe('ranking of hits', () => {
  it('puts a complete title first, followed by an author’s complete name, the beginning of a title and words in a title', () => {
    const { find } = buildIndex([
      'Life of Mark Twain',
      'Mark Twain: A Biography',
      indexedBook('Tom Sawyer', { authors: ['Mark Twain'] }),
      'Mark Twain',
    ]);
    assert.deepEqual(find('mark twain'), [
      'Mark Twain',
      'Tom Sawyer',
      'Mark Twain: A Biography',
      'Life of Mark Twain',
    ]);
  });

  it('puts exact matches before completions, and completions before typos', () => {
    const { find } = buildIndex(['Old Sailor', 'The Sailors', 'A Good Sail', 'The Sailor']);
    assert.deepEqual(find('sail'), ['A Good Sail', 'The Sailor', 'The Sailors', 'Old Sailor']);
    assert.deepEqual(find('sailer'), ['The Sailor', 'Old Sailor', 'The Sailors']);
  });

  it('puts titles before authors, and authors before subjects', () => {
    const { find } = buildIndex([
      indexedBook('One', { subjects: ['Old Whales'] }),
      indexedBook('Two', { authors: ['Old Whales Ltd'] }),
      'Of Old Whales',
    ]);
    assert.deepEqual(find('old whales'), ['Of Old Whales', 'Two', 'One']);
  });

  it('sorts equal matches by popularity, and then oldest first', () => {
    const { find } = buildIndex([
      indexedBook('Emma, first'),
      indexedBook('Emma, second', { popularity: 3 }),
      indexedBook('Emma, third'),
    ]);
    assert.deepEqual(find('emma'), ['Emma, second', 'Emma, first', 'Emma, third']);
  });
});

describe('search query', () => {
  it('finds books that contain every word in any field, otherwise those that contain most', () => {
    const { find } = buildIndex([
      indexedBook('War and Peace', { authors: ['Leo Tolstoy'] }),
      indexedBook('War and Order', { authors: ['Nobody'] }),
    ]);
    assert.deepEqual(find('tolstoy war'), ['War and Peace']);
    assert.deepEqual(find('peace tolstoy nonsuch'), ['War and Peace']);
  });

  it('matches the last word as a prefix unless a space follows it', () => {
    const { find } = buildIndex(['The Time Machine', 'The Timekeeper']);
    assert.deepEqual(find('time'), ['The Timekeeper', 'The Time Machine'].toReversed());
    assert.deepEqual(find('time '), ['The Time Machine']);
  });

  it('allows one typo from four letters and two from nine', () => {
    const { find } = buildIndex(['The Whale', 'Frankenstein', 'Emma']);
    assert.deepEqual(find('whole'), ['The Whale']);
    assert.deepEqual(find('wholo'), []);
    assert.deepEqual(find('frenkensteen'), ['Frankenstein']);
    assert.deepEqual(find('emna'), ['Emma']);
    assert.deepEqual(find('ena '), []);
  });

  it('returns a suggestion made of words from a book', () => {
    const { index } = buildIndex(['Moby Dick', 'A Tale of Two Cities']);
    const suggestion = (text: string) => index.find(bookQuery({ text })).suggestion;
    assert.equal(suggestion('moby dikc'), 'moby dick');
    assert.equal(suggestion('a tael of two citeis'), 'a tale of two cities');
    assert.equal(suggestion('moby'), null);
    assert.equal(suggestion('xyzzy quux'), null);
  });

  it('finds text without spaces by any two adjacent characters or by one character', () => {
    const { find } = buildIndex(['西遊記', '紅樓夢', '東京物語']);
    assert.deepEqual(find('遊記'), ['西遊記']);
    assert.deepEqual(find('西遊記'), ['西遊記']);
    assert.deepEqual(find('記'), ['西遊記']);
    assert.deepEqual(find('京物'), ['東京物語']);
    assert.deepEqual(find('西記'), []);
    assert.deepEqual(buildIndex(['Tokyo 物語']).find('物語 tok'), ['Tokyo 物語']);
  });

  it('finds a book by its ISBN', () => {
    const { find } = buildIndex([indexedBook('One', { isbns: ['9780306406157'] }), 'Two']);
    assert.deepEqual(find('9780306406157'), ['One']);
    assert.deepEqual(find('978-0-306-40615-7'), ['One']);
    assert.deepEqual(find('0-306-40615-2'), ['One']);
    assert.deepEqual(find('ISBN: 0-306-40615-2'), ['One']);
  });

  it('finds nothing without a letter or digit', () => {
    const { index } = buildIndex(['One']);
    const page = index.find(bookQuery({ text: '!?', facets: ['language'] }));
    assert.equal(page.total, 0);
    assert.deepEqual(page.facets, { language: [] });
  });

  it('accepts two hundred words', () => {
    const { find } = buildIndex(['a b c']);
    assert.deepEqual(find('a b c '.repeat(33)), ['a b c']);
    assert.deepEqual(find('a '.repeat(99) + 'x'), ['a b c']);
  });
});

describe('search filters', () => {
  const { find } = buildIndex([
    indexedBook('One', {
      languages: ['en-US'],
      publisher: 'Penguin Books',
      published: dateKey('1999'),
    }),
    indexedBook('Two', {
      languages: ['de', 'en'],
      subjects: ['Whaling -- Fiction'],
      isReadable: true,
    }),
    indexedBook('Three', {
      languages: ['deu'],
      subjects: ['Whaling'],
      published: dateKey('2001-05-06'),
    }),
    indexedBook('Four', { languages: ['fr'], isPrivate: true, accountId: 'acc_four' }),
  ]);
  const all = (filters: Parameters<typeof find>[1]) => find('', { text: null, ...filters }).sort();

  it('match varieties of a language but no other language', () => {
    assert.deepEqual(all({ languages: ['en'] }), ['One', 'Two']);
    assert.deepEqual(all({ languages: ['de'] }), ['Two']);
    assert.deepEqual(all({ languages: ['de', 'en-us'] }), ['One', 'Two']);
    assert.deepEqual(all({ languages: ['xx'] }), []);
  });

  it('match a whole subject label if one exists, otherwise its words', () => {
    assert.deepEqual(all({ subject: 'whaling' }), ['Three']);
    assert.deepEqual(all({ subject: 'Whaling -- fiction' }), ['Two']);
    assert.deepEqual(all({ subject: 'fiction whaling' }), ['Two']);
    assert.deepEqual(all({ publisher: 'penguin' }), ['One']);
  });

  it('ignore subjects of books that are removed or not visible to the caller', () => {
    const { index, find: findIn } = buildIndex([
      indexedBook('One', { subjects: ['Shipwreck tales'] }),
      indexedBook('Two', { subjects: ['SHIPWRECK'], isPrivate: true, accountId: 'acc_two' }),
    ]);
    assert.deepEqual(findIn('', { text: null, subject: 'shipwreck' }), ['One']);
    const own = { text: null, subject: 'shipwreck', accountId: 'acc_two' };
    assert.deepEqual(findIn('', own), ['Two']);
    index.remove(2);
    assert.deepEqual(findIn('', own), ['One']);
  });

  it('match nothing without a letter or digit', () => {
    for (const filter of ['author', 'title', 'subject', 'publisher'] as const) {
      assert.deepEqual(all({ [filter]: '---' }), []);
    }
  });

  it('include both ends of a date range at the given precision', () => {
    assert.deepEqual(all({ publishedFrom: '1999', publishedTo: '2001' }), ['One', 'Three']);
    assert.deepEqual(all({ publishedFrom: '2001-05-06' }), ['Three']);
    assert.deepEqual(all({ publishedTo: '2001-05-05' }), ['One']);
  });

  it('select by readability, owner and ordinal', () => {
    assert.deepEqual(all({ readable: true }), ['Two']);
    assert.deepEqual(all({ readable: false }), ['One', 'Three']);
    assert.deepEqual(all({ accountId: 'acc_four', languages: ['fr'] }), ['Four']);
    assert.deepEqual(all({ languages: ['fr'] }), []);
    assert.deepEqual(all({ ordinals: [1, 4] }), ['One']);
  });
});

describe('facets', () => {
  it('count the whole result exactly, most frequent value first', () => {
    const { index } = buildIndex([
      indexedBook('Sea 1', { languages: ['en'], subjects: ['Ships', 'ships'] }),
      indexedBook('Sea 2', { languages: ['en', 'de'], subjects: ['Fish'] }),
      indexedBook('Sea 3', { languages: ['de'], subjects: ['Fish'], isPrivate: true }),
      indexedBook('Land', { languages: ['de'] }),
    ]);
    const { facets, total } = index.find(
      bookQuery({ text: 'sea', facets: ['language', 'subject'], limit: 1 }),
    );
    assert.equal(total, 2);
    assert.deepEqual(facets, {
      language: [
        { value: 'en', count: 2 },
        { value: 'de', count: 1 },
      ],
      subject: [
        { value: 'Fish', count: 1 },
        { value: 'Ships', count: 1 },
        { value: 'ships', count: 1 },
      ],
    });
  });
});

describe('changed book', () => {
  it('is found only by its new title, and not at all after removal', () => {
    const { index, find } = buildIndex(['Old Name', 'Another']);
    index.put(indexedBook('New Name', { ordinal: 1 }));
    assert.deepEqual(index.find(bookQuery({ text: 'old' })).hits, []);
    assert.equal(index.find(bookQuery({ text: 'new name' })).total, 1);
    index.remove(1);
    assert.equal(index.find(bookQuery({ text: 'name' })).total, 0);
    assert.equal(index.size, 1);
    assert.deepEqual(find('another'), ['Another']);
  });
});

describe('likely typo', () => {
  it('matches the same books regardless of how often one of them changed', () => {
    const { index, find } = buildIndex(['Hemingwey', 'Hemingway']);
    const before = find('hemingwey');
    assert.deepEqual(before, ['Hemingwey', 'Hemingway']);
    for (let change = 0; change < 20; change += 1) index.put(indexedBook('Hemingwey'));
    assert.deepEqual(find('hemingwey'), before);
  });
});

describe('author name', () => {
  it('matches a complete name in either word order, regardless of which book was added last', () => {
    const books = [
      indexedBook('One', { authors: ['Mark Twain'] }),
      indexedBook('Two', { authors: ['Twain, Mark'] }),
      indexedBook('Mark Twain at Home'),
    ];
    assert.deepEqual(buildIndex(books).find('mark twain').slice(0, 2), ['One', 'Two']);
    assert.deepEqual(buildIndex(books.toReversed()).find('mark twain').slice(0, 2), ['Two', 'One']);
  });
});

describe('sort by title', () => {
  it('compares every word, including repeated ones', () => {
    const { find } = buildIndex(['A day and a night', 'A day and age', 'A day']);
    assert.deepEqual(find('day', { sort: 'title' }), [
      'A day',
      'A day and a night',
      'A day and age',
    ]);
  });
});

describe('pagination', () => {
  it('continues among matches with typos even if an exact match was added in the meantime', () => {
    const { index } = buildIndex([
      'Green Zanzibar',
      'Zanzibar, the Green',
      'Green, Green Zanzibar',
    ]);
    const first = index.find(bookQuery({ text: 'green zanzibra', limit: 2 }));
    assert.equal(first.total, 3);
    index.put(indexedBook('Green Zanzibra', { ordinal: 9 }));
    const after = first.hits.at(-1) ?? null;
    const second = index.find(bookQuery({ text: 'green zanzibra', limit: 2, after }));
    assert.equal(second.hits.length, 1);
  });

  for (const sort of ['relevance', '-popularity', 'title', '-publishedAt', '-updatedAt'] as const) {
    it(`by ${sort} returns every book once while others are added and removed`, () => {
      const random = seededRandom(5);
      const { index } = buildIndex([]);
      const put = (ordinal: number) =>
        index.put(
          indexedBook(`Sea ${random.pick(['bird', 'fish', 'wind'])}`, {
            ordinal,
            popularity: random.below(3),
            published: random.below(2) === 0 ? null : random.below(4),
            updatedMs: random.below(4),
          }),
        );
      for (let ordinal = 1; ordinal <= 300; ordinal += 1) put(ordinal);
      const seen: number[] = [];
      let after: BookListPosition | null = null;
      for (let next = 301; ; next += 7) {
        const page = index.find(bookQuery({ text: 'sea', sort, after, limit: 13 }));
        seen.push(...page.hits.map(({ ordinal }) => ordinal));
        if (!page.hasMore) break;
        after = page.hits.at(-1) ?? null;
        for (let more = 0; more < 7; more += 1) put(next + more);
        index.remove(1 + random.below(300));
        if (next > 3000) break;
      }
      assert.equal(new Set(seen).size, seen.length, 'duplicate book');
      const remaining = Array.from({ length: 300 }, (_, at) => at + 1).filter(
        (ordinal) => index.find(bookQuery({ ordinals: [ordinal] })).total === 1,
      );
      assert.deepEqual(
        remaining.filter((ordinal) => !seen.includes(ordinal)),
        [],
      );
    });
  }
});

describe('search results', () => {
  it('include every book that a linear scan finds, before all others of a weaker match', () => {
    const random = seededRandom(8);
    const words = ['sea', 'seal', 'old', 'oldest', 'deep', 'été', 'naïve', '海', '海辺', "ann's"];
    const text = () =>
      Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ');
    const books = Array.from({ length: 400 }, (_, at) =>
      indexedBook(text(), {
        ordinal: at + 1,
        subjects: [text()],
        languages: [random.pick(['en', 'de'])],
      }),
    );
    const { index } = buildIndex(books);
    for (let round = 0; round < 300; round += 1) {
      const query = text();
      const language = random.pick(['en', 'de']);
      const typed = tokenize(query).filter(({ kind }) => kind === 'word');
      const expected = books.filter(({ title, subjects, languages }) => {
        const own = tokenize([title, ...subjects].join(' / ')).map(({ word }) => word);
        return (
          languages.includes(language) &&
          typed.every(({ word }, at) =>
            own.some(
              (one) =>
                one === word || (isOpen(word, at, typed.length, query) && one.startsWith(word)),
            ),
          )
        );
      });
      const { hits, total } = index.find(
        bookQuery({ text: query, languages: [language], limit: 400 }),
      );
      const found = new Set(hits.map(({ ordinal }) => ordinal));
      const missing = expected.filter(({ ordinal }) => !found.has(ordinal));
      assert.deepEqual(missing, [], query);
      assert.equal(total, hits.length);
      const others = hits.filter(
        ({ ordinal }) => !books[ordinal - 1]?.languages.includes(language),
      );
      assert.deepEqual(others, [], query);
    }
  });
});

/**
 * The last word is a prefix unless it is a pair of characters. A single character is always a
 * prefix.
 */
function isOpen(word: string, at: number, count: number, query: string): boolean {
  if (word.length === 1 && /\p{Script=Han}/u.test(word)) return true;
  return at === count - 1 && !/\p{Script=Han}{2}$/u.test(query);
}
