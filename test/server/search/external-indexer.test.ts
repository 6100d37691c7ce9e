import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../../server/config.ts';
import { startServer } from '../../../server/main.ts';
import { allocateRevisions, removeBook } from '../../../server/books/store.ts';
import type { Database } from '../../../server/db/open.ts';
import { type Engine, openEngine } from '../../../server/search/external/engine.ts';
import { externalSearch } from '../../../server/search/external/external-search.ts';
import {
  currentGeneration,
  unfinishedGenerations,
} from '../../../server/search/external/generations.ts';
import { indexWriter } from '../../../server/search/external/index-writer.ts';
import { fillIndex, indexChanges } from '../../../server/search/external/indexer.ts';
import { indexerStore } from '../../../server/search/external/store.ts';
import { addBook } from '../books/add-book.ts';
import {
  forEachEngine,
  newDatabaseLocation,
  temporaryFolder,
  type TestApi,
  testApi,
  testDatabase,
} from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { engineMissing, type EngineNode, startEngine } from './engine/opensearch.ts';
import { bookQuery } from './index-fixtures.ts';

const now = () => new Date();
const { signal } = new AbortController();
const quiet = { signal, onProgress: () => undefined };
let node: EngineNode;
let count = 0;

async function newEngine(): Promise<Engine> {
  count += 1;
  const engine = openEngine(`${node.url}/test-${process.pid}-${Date.now()}-${count}`);
  after(async () => {
    await engine.request('DELETE', `/${engine.prefix}-*`);
    await engine.close();
  });
  return engine;
}

async function totalOf(engine: Engine, text: string): Promise<number> {
  // A new process has no state from before the failure.
  await engine.request('POST', `/${engine.prefix}-*/_refresh`);
  return (await externalSearch(engine).find(bookQuery({ text }))).total;
}

describe('external index', { skip: engineMissing ?? false }, () => {
  before(async () => {
    node = await startEngine();
  });

  forEachEngine('following the database', (kind) => {
    it('contains added, changed and removed books', async () => {
      const api = await testApi(kind);
      const { db } = api;
      const engine = await newEngine();
      const book = await addBook(api, { title: 'The Whale' });
      await addBook(api, { title: 'Another Book' });
      await indexChanges({ db, engine, now }, quiet);
      assert.equal(await totalOf(engine, 'whale'), 1);

      await retitle(db, book, 'The Seal');
      await indexChanges({ db, engine, now }, quiet);
      assert.deepEqual([await totalOf(engine, 'whale'), await totalOf(engine, 'seal')], [0, 1]);

      await db.transaction((tx) => removeBook(tx, book));
      await indexChanges({ db, engine, now }, quiet);
      assert.equal(await totalOf(engine, 'seal'), 0);
      assert.equal(await totalOf(engine, 'another'), 1);
    });

    it('is filled by one process at a time', async () => {
      const store = indexerStore(await testDatabase(kind));
      const [start, end] = [new Date(1000), new Date(2000)];
      assert.equal(await store.lease('one', start, end), true);
      assert.equal(await store.lease('other', start, end), false);
      assert.equal(await store.lease('one', start, end), true);
      assert.equal(await store.lease('other', new Date(2001), new Date(3000)), true);
      await store.release('other');
      assert.equal(await store.lease('one', start, end), true);
    });
  });

  it('continues an interrupted run', async () => {
    const api = await manyBooks(2500);
    const engine = await newEngine();
    const stopping = new AbortController();
    await assert.rejects(
      indexChanges(
        { db: api.db, engine, now },
        { signal: stopping.signal, onProgress: () => stopping.abort() },
      ),
    );
    const [interrupted] = await unfinishedGenerations(engine);
    assert.ok(interrupted);
    // The second batch was on its way.
    assert.equal(await indexWriter(engine, interrupted).checkpoint(), 2000);
    assert.equal(await currentGeneration(engine), null);
    await assert.rejects(totalOf(engine, 'number'), { code: 'overloaded' });

    const steps: number[] = [];
    const more = { signal, onProgress: (revision: number) => void steps.push(revision) };
    await indexChanges({ db: api.db, engine, now }, more);
    assert.deepEqual(steps, [2500]);
    assert.deepEqual(await currentGeneration(engine), interrupted);
    assert.equal(await totalOf(engine, 'number 2500'), 1);
  });

  it('is filled again while searches use the current one', async () => {
    const api = await manyBooks(1500);
    const engine = await newEngine();
    await indexChanges({ db: api.db, engine, now }, quiet);
    const first = await currentGeneration(engine);
    const search = externalSearch(engine);
    const state = { isDone: false };
    const filling = fillIndex(
      { db: api.db, engine, now },
      { ...quiet, canContinue: false },
    ).finally(() => (state.isDone = true));
    let searches = 0;
    while (!state.isDone) {
      const { total } = await search.find(bookQuery({ text: 'number' }));
      assert.equal(total, 1500);
      searches += 1;
    }
    const second = await filling;
    assert.notDeepEqual(second, first);
    assert.deepEqual(await currentGeneration(engine), second);
    const left = Object.keys((await engine.request('GET', `/${engine.prefix}-*/_alias`)) ?? {});
    assert.deepEqual(left.sort(), [second.books, second.words].sort());
    assert.ok(searches > 0);
  });

  it('is filled again if removals may be missing, or the database is older', async () => {
    const api = await testApi('sqlite');
    const { db } = api;
    const engine = await newEngine();
    const book = await addBook(api, { title: 'The Whale' });
    await indexChanges({ db, engine, now }, quiet);
    await db.transaction((tx) => removeBook(tx, book));
    const { revision } = await db.query
      .selectFrom('book_clock')
      .select('revision')
      .executeTakeFirstOrThrow();
    // Simulates that the removal was pruned while no process was indexing.
    await db.query.deleteFrom('book_removals').execute();
    await db.query
      .insertInto('book_clock_marks')
      .values({ noted_at: '2020-01-01T00:00:00.000Z', revision })
      .execute();
    await indexChanges({ db, engine, now }, quiet);
    assert.equal(await totalOf(engine, 'whale'), 0);

    const other = await testApi('sqlite');
    await indexChanges({ db: other.db, engine, now }, quiet);
    await addBook(other, { title: 'A Restored Book' });
    await indexChanges({ db: other.db, engine, now }, quiet);
    assert.equal(await totalOf(engine, 'restored'), 1);
  });

  it('leaves everything but searches working while it is unreachable', async () => {
    const proxy = await cutablePath(node.url);
    const location = await newDatabaseLocation('sqlite');
    const server = await startServer(
      readConfig({
        ...toEnvironment(location, temporaryFolder()),
        SVC_SEARCH_URL: `${proxy.url}/outage-${process.pid}-${Date.now()}`,
        SVC_RATES: 'off',
        PORT: '0',
        LOG_LEVEL: 'silent',
      }),
    );
    after(() => server.close());
    const api = await testApi('sqlite', { db: server.db });
    const { text: key } = await api.newKey();
    const id = await addBook(api, { title: 'The Whale' });
    const get = (path: string) =>
      fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } });
    const untilFound = async () => {
      for (let tries = 0; tries < 300; tries += 1) {
        const answer = await get('/v1/books?q=whale');
        const body = (await answer.json()) as { data?: unknown[] };
        if (answer.status === 200 && body.data?.length === 1) return;
        await delay(200);
      }
      assert.fail('The book was not found within a minute.');
    };
    await untilFound();

    proxy.cut();
    const refused = await get('/v1/books?q=whale');
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('Retry-After'), '5');
    assert.equal((await get('/readyz')).status, 200);
    assert.equal((await get(`/v1/books/${id}`)).status, 200);
    await addBook(api, { title: 'The White Whale', readable: false });
    await delay(1500);
    const metrics = await (await get('/metrics')).text();
    assert.match(metrics, /svc_queue_items\{queue="search-index"\} 1\n/);

    await proxy.repair();
    for (let tries = 0; tries < 300; tries += 1) {
      const answer = await get('/v1/books?q=white+whale');
      if (answer.status === 200 && (await answer.text()).includes('The White Whale')) return;
      await delay(200);
    }
    assert.fail('The new book was not found within a minute.');
  });
});

/** A connection to a server that can be interrupted and restored. */
async function cutablePath(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(Number(port), hostname);
    for (const one of [socket, other]) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          socket.destroy();
          other.destroy();
        });
    }
    socket.pipe(other).pipe(socket);
  });
  const listen = (at: number) => once(server.listen(at, '127.0.0.1'), 'listening');
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  after(cut);
  return { url: `http://127.0.0.1:${own}`, cut, repair: () => listen(own) };
}

/** Changes a book's title, as an update of its record does. */
async function retitle(db: Database, id: string, title: string): Promise<void> {
  await db.transaction(async (tx) => {
    const revision = await allocateRevisions(tx, 1);
    await tx.updateTable('books').set({ title, revision }).where('id', '=', id).execute();
  });
}

/** A database with the given number of books, titled “Book number 1” and so on. */
async function manyBooks(size: number): Promise<TestApi> {
  const api = await testApi('sqlite');
  const metadata = JSON.stringify({
    subtitle: null,
    contributors: [],
    languages: ['en'],
    subjects: [],
    identifiers: [],
    publisher: null,
    publishedAt: null,
    series: null,
  });
  const time = '2026-01-01T00:00:00.000Z';
  const rows = Array.from({ length: size }, (_, at) => ({
    id: `bk_${String(at).padStart(16, '0')}`,
    account_id: null,
    visibility: 'public' as const,
    title: `Book number ${at + 1}`,
    metadata,
    provenance: '{}',
    work_id: `wrk_${at}`,
    source: 'catalogue',
    popularity: 0,
    ordinal: at + 1,
    revision: at + 1,
    created_at: time,
    updated_at: time,
  }));
  for (let at = 0; at < size; at += 500) {
    await api.db.query
      .insertInto('books')
      .values(rows.slice(at, at + 500))
      .execute();
  }
  await api.db.query.updateTable('book_clock').set({ revision: size }).execute();
  return api;
}
