import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { removeBook } from '../../../server/books/store.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { type Database, openDatabase } from '../../../server/db/open.ts';
import { bookSearch } from '../../../server/search/search.ts';
import { seededRandom } from '../../bench/search/random.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, newDatabaseLocation, testApi, testDatabase } from '../harness.ts';
import { postgresMissing } from '../postgres.ts';
import { bookQuery } from './index-fixtures.ts';

async function twoProcesses(engine: Parameters<typeof newDatabaseLocation>[0]) {
  const address = await newDatabaseLocation(engine);
  const [one, other] = [openDatabase(address), openDatabase(address)];
  after(() => Promise.all([one.close(), other.close()]));
  await migrate(one, () => new Date());
  return {
    api: await testApi(engine, { db: one }),
    here: bookSearch(one),
    there: bookSearch(other),
  };
}

forEachEngine('search in the database', (engine) => {
  it('finds a change immediately, regardless of the process that made it', async () => {
    const { api, here, there } = await twoProcesses(engine);
    const total = async (search: typeof here, text: string) =>
      (await search.find(bookQuery({ text }))).total;
    assert.equal(await total(there, 'whale'), 0);

    const book = await addBook(api, { title: 'The Whale' });
    assert.equal(await total(there, 'whale'), 1);
    assert.equal(await total(here, 'whale'), 1);

    await api.db.transaction((tx) => removeBook(tx, book));
    assert.equal(await total(there, 'whale'), 0);
    assert.equal(await total(here, 'whale'), 0);
  });

  it('finds every book committed before the query, under concurrent queries', async () => {
    const { api, there } = await twoProcesses(engine);
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        await addBook(api, { title: `Book ${at} of many` });
        const { total } = await there.find(bookQuery({ text: `book ${at} of many ` }));
        assert.equal(total, 1, `book ${at}`);
      }),
    );
    assert.equal((await there.find(bookQuery({ text: 'of many' }))).total, 20);
  });

  it('returns a private book only to its own account', async () => {
    const { api, there } = await twoProcesses(engine);
    await addBook(api, { title: 'Secret Whale', visibility: 'private', account: 'acme' });
    const accountId = await api.keyContext.store.findOrCreateAccount(
      'acme',
      'acc_unused',
      '2026-01-01T00:00:00Z',
    );
    assert.equal((await there.find(bookQuery({ text: 'whale', accountId }))).total, 1);
    assert.equal((await there.find(bookQuery({ text: 'whale' }))).total, 0);
  });

  it('is ready once every book has been read', async () => {
    const db = await testDatabase(engine);
    const search = bookSearch(db);
    assert.equal(search.isReady, false);
    await search.catchUp();
    assert.equal(search.isReady, true);
  });

  it('retries after the database was unavailable', async () => {
    const db = await testDatabase(engine);
    await db.query.schema.alterTable('book_clock').renameTo('away').execute();
    const search = bookSearch(db);
    await assert.rejects(search.find(bookQuery({ text: 'whale' })));
    await db.query.schema.alterTable('away').renameTo('book_clock').execute();
    assert.equal((await search.find(bookQuery({ text: 'whale' }))).total, 0);
  });
});

describe('search responses', { skip: postgresMissing ?? false }, () => {
  it('are identical on both database engines', async () => {
    const engines = ['sqlite', 'postgres'] as const;
    const responses = await Promise.all(
      engines.map(async (engine) => responsesOf(await testDatabase(engine))),
    );
    assert.deepEqual(responses[0], responses[1]);
    assert.ok(responses[0]?.some(({ total }) => total > 5));
  });
});

/** Responses to a few hundred seeded queries over a few hundred seeded books. */
async function responsesOf(db: Database) {
  const random = seededRandom(12);
  const words = [
    'sea',
    'Été',
    'seal',
    'naïve',
    '海辺',
    'ÆON',
    'I',
    'İz',
    'ßtraße',
    'whale',
    'Ωmega',
  ];
  const text = () =>
    Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ');
  const rows = Array.from({ length: 300 }, (_, at) => {
    const time = `2026-01-01T00:00:0${random.below(10)}.000Z`;
    const metadata = {
      subtitle: null,
      contributors: [{ name: text(), role: 'aut' }],
      languages: [random.pick(['en', 'de', 'ja'])],
      subjects: [{ label: text() }],
      identifiers: [],
      publisher: text(),
      publishedAt: random.pick([null, '1999', '2001-02', '-0300']),
      series: null,
    };
    return {
      id: `bk_${String(at).padStart(16, '0')}`,
      account_id: null,
      visibility: 'public' as const,
      title: text(),
      metadata: JSON.stringify(metadata),
      provenance: '{}',
      work_id: `wrk_${at}`,
      source: 'catalogue',
      popularity: random.below(3),
      ordinal: at + 1,
      revision: at + 1,
      created_at: time,
      updated_at: time,
    };
  });
  await db.query.insertInto('books').values(rows).execute();
  await db.query.updateTable('book_clock').set({ revision: rows.length }).execute();
  const search = bookSearch(db);
  const lists = ['-popularity', 'title', '-publishedAt', '-updatedAt'] as const;
  const responses = [];
  for (let round = 0; round < 200; round += 1) {
    const query = random.below(5) === 0 ? null : text().replace('whale', 'whlae');
    responses.push(
      await search.find(
        bookQuery({
          text: query,
          languages: random.pick([null, ['en'], ['de', 'ja']]),
          sort: query === null ? random.pick([...lists]) : random.pick([...lists, 'relevance']),
          facets: ['language', 'subject', 'author', 'publisher'],
        }),
      ),
    );
  }
  return responses;
}
