import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BookIndex } from '../../../server/search/book-index.ts';
import type {
  BookListPosition,
  BookQuery,
  BookSearchPage,
} from '../../../server/search/contract.ts';
import { type Engine, openEngine } from '../../../server/search/external/engine.ts';
import { externalSearch } from '../../../server/search/external/external-search.ts';
import { switchTo } from '../../../server/search/external/generations.ts';
import { newGeneration } from '../../../server/search/external/indices.ts';
import { indexWriter } from '../../../server/search/external/index-writer.ts';
import type { IndexedBook } from '../../../server/search/indexed-book.ts';
import { seededRandom } from '../../bench/search/random.ts';
import { engineMissing, startEngine } from './engine/opensearch.ts';
import { bookQuery, indexedBook } from './index-fixtures.ts';

/** Words that one query matches in several ways. */
const words =
  'sea seas seal whale Whales night knight 80 eighty IV Été naïve 海辺 海 紅樓夢 ßtraße doll house dollhouse the of history Достоевский Идиот tolstoy Krieg Frieden adventures mobydick moby dick usa united states dr doctor les misérables'.split(
    ' ',
  );
const names = [
  'Ana Stone',
  'Ben River',
  'Carla Stone',
  'H. G. Wells',
  'Фёдор Достоевский',
  '曹雪芹',
];

describe('search in an external engine', { skip: engineMissing ?? false }, () => {
  let engine: Engine;
  const index = new BookIndex();
  const random = seededRandom(41);
  const books = Array.from({ length: 600 }, (_, at) => randomBook(at + 1));
  const prefix = `test-${process.pid}-${Date.now()}`;

  before(async () => {
    for (const book of books) index.put(book);
    const { url } = await startEngine();
    engine = openEngine(`${url}/${prefix}`);
    await fill(engine, books);
  });
  after(async () => {
    await engine.request('DELETE', `/${prefix}-*`);
    await engine.close();
  });

  function randomBook(ordinal: number): IndexedBook {
    const text = (most: number) =>
      Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(' ');
    const authors = random.below(10) === 0 ? [] : [random.pick(names)];
    // An ordinary word that is also a surname.
    if (ordinal % 40 === 0) authors.unshift('Otto Whale');
    const owner = random.pick([null, null, null, 'acc_one', 'acc_two']);
    return indexedBook(text(5), {
      ordinal,
      accountId: owner,
      isPrivate: owner !== null && random.below(2) === 0,
      isReadable: random.below(2) === 0,
      popularity: random.pick([0, 0, 3, 500]),
      published: random.pick([null, 1800 * 512, 1900 * 512 + 33, 2001 * 512 + 64]),
      updatedMs: random.below(50) * 1000,
      subtitle: random.below(3) === 0 ? text(3) : null,
      authors,
      contributors: [...authors, ...(random.below(5) === 0 ? [random.pick(names)] : [])],
      subjects: Array.from({ length: random.below(3) }, () => text(2)),
      publisher: random.pick([null, 'Sea Press', 'Night House']),
      series: random.below(8) === 0 ? text(2) : null,
      languages: random.pick([['en'], ['en'], ['de'], ['en-us'], ['en', 'fr']]),
      workId: `wrk_${random.below(400)}`,
    });
  }

  function randomText(): string {
    const typed = Array.from({ length: 1 + random.below(3) }, () => random.pick(words));
    const kind = random.below(5);
    if (kind === 0) typed.push(random.pick(names));
    if (kind === 1) typed.push(`${random.pick(words)}x`);
    if (kind === 2) typed.push(random.pick(words).slice(0, 3));
    return typed.join(' ') + (random.below(3) === 0 ? ' ' : '');
  }

  function randomQuery(text: string | null): BookQuery {
    const sorts = ['-popularity', 'title', '-publishedAt', '-updatedAt'] as const;
    const rarely = <Value>(value: Value): Value | null => (random.below(6) === 0 ? value : null);
    return bookQuery({
      text,
      accountId: random.pick(['acc_stranger', 'acc_one', 'acc_one_test']),
      privateOrdinals: rarely([1, 2, 3, 40, 41, 42]),
      languages: rarely(random.pick([['en'], ['de', 'fr']])),
      author: rarely(random.pick(['Ana Stone', 'stone', 'nobody', '曹'])),
      title: rarely(random.pick(words)),
      subject: rarely(random.pick(words)),
      publisher: rarely('sea press'),
      readable: rarely(random.below(2) === 0),
      publishedFrom: rarely('1850'),
      publishedTo: rarely('1950-01'),
      updatedSinceMs: rarely(20_000),
      sort: text === null || random.below(4) === 0 ? random.pick([...sorts]) : 'relevance',
      facets: ['language', 'subject', 'author', 'publisher'],
      limit: 1 + random.below(20),
      collapse: random.below(2) === 0,
      explain: true,
    });
  }

  it('returns the same pages as the embedded index', async () => {
    const search = externalSearch(engine);
    let found = 0;
    for (let round = 0; round < 80; round += 1) {
      const query = randomQuery(random.below(4) === 0 ? null : randomText());
      let after: BookListPosition | null = null;
      for (let page = 0; page < 3; page += 1) {
        const expected = index.find({ ...query, after });
        const actual = await search.find({ ...query, after });
        assert.deepEqual(
          comparable(actual),
          comparable(expected),
          JSON.stringify({ ...query, after }),
        );
        found += expected.hits.length;
        after = expected.hits.at(-1) ?? null;
        if (!expected.hasMore) break;
      }
    }
    assert.ok(found > 300, String(found));
  });

  it('ranks a surname that is an ordinary word by all books, not only by those that match', async () => {
    const search = externalSearch(engine);
    for (const languages of [null, ['en'], ['de'], ['fr']]) {
      const query = bookQuery({ text: 'whale ', languages, limit: 20, explain: true });
      const expected = index.find(query);
      assert.deepEqual(comparable(await search.find(query)), comparable(expected));
      assert.ok(expected.hits.length > 0);
    }
  });
});

/** A page without the considered words, because the engine reads only those that may occur. */
function comparable({ matched: _matched, facets, ...page }: BookSearchPage) {
  return { ...page, facets };
}

async function fill(engine: Engine, books: IndexedBook[]): Promise<void> {
  const generation = newGeneration(engine.prefix, new Date());
  const writer = indexWriter(engine, generation);
  await writer.create();
  await writer.put(books.map((book) => ({ book, revision: book.ordinal })));
  await writer.setCheckpoint(books.length);
  await writer.refresh();
  await switchTo(engine, generation);
}
