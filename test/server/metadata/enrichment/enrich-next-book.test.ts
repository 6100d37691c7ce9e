import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { it } from 'node:test';
import { bookStore } from '../../../../server/books/store.ts';
import {
  type EnrichOutcome,
  createEnrichContext,
  enrichNextBook,
} from '../../../../server/metadata/enrichment/enrich-next-book.ts';
import { startEnrichmentWorker } from '../../../../server/metadata/enrichment/enrichment-worker.ts';
import { addBook } from '../../books/add-book.ts';
import { testBookEvents } from '../../books/import-book.ts';
import { forEachEngine, testApi } from '../../harness.ts';
import { readEventLog, sendJson } from '../../read-event-log.ts';
import {
  googleVolume,
  googleVolumes,
  isbn,
  openLibraryData,
  startFakeSources,
} from './fixtures/fake-sources.ts';

const title = 'The Quiet Harbour';
const author = 'Ann Author';

forEachEngine('enrichment from external sources', (engine) => {
  async function setUp() {
    const api = await testApi(engine);
    const host = await startFakeSources();
    const { db, clock } = api;
    /** The context of another process. */
    const newContext = () => createEnrichContext(db, testBookEvents(api), clock.now, () => 1);
    const context = newContext();
    const { signal } = new AbortController();
    const next = (name: 'openlibrary' | 'googlebooks' = 'googlebooks') =>
      enrichNextBook(context, host.source(name), signal);
    const read = async (id: string) => {
      const book = await bookStore(db).findAny(id);
      assert.ok(book);
      return book;
    };
    return { api, db, clock, host, newContext, next, read };
  }

  it('looks up a book only once', async () => {
    const { api, clock, host, next, read } = await setUp();
    const bookId = await addBook(api, { title, author, isbn });
    const before = await read(bookId);
    clock.advance(60);
    host.says('/books', googleVolumes(googleVolume()));

    assert.deepEqual(await next(), { outcome: 'enriched', bookId });
    assert.equal(await next(), null);

    const { metadata, provenance, updatedAt } = await read(bookId);
    assert.equal(host.asked.length, 1);
    assert.equal(metadata.publisher, 'Harbour Press, London');
    assert.deepEqual(metadata.languages, ['en']);
    assert.deepEqual(provenance['publisher'], {
      source: 'googlebooks',
      fetchedAt: clock.now().toISOString(),
      confidence: 1,
    });
    assert.equal(provenance['languages'], undefined);
    assert.ok(updatedAt > before.updatedAt);
  });

  it('sends one event with the changes to the account and to subscribers of the book', async () => {
    const { api, host, next } = await setUp();
    const bookId = await addBook(api, { title, author, isbn });
    const { text: globex } = await api.newKey({ account: 'globex' });
    const hook = {
      url: 'https://globex.example/',
      events: ['book.updated'],
      filters: { bookIds: [bookId] },
    };
    assert.equal((await sendJson(api, 'POST', '/v1/webhooks', globex, hook)).status, 201);
    host.says('/books', googleVolumes(googleVolume()));

    await next();
    assert.equal(await next(), null);

    for (const account of ['acme', 'globex']) {
      const events = await readEventLog(api, account);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['book.updated'],
      );
      assert.equal(events[0]?.data.object['publisher'], 'Harbour Press, London');
      assert.equal(events[0]?.data.previous?.['publisher'], null);
    }
  });

  it('gives every change a revision, which makes it visible to searches', async () => {
    const { api, db, host, next } = await setUp();
    const bookId = await addBook(api, { title, author, isbn });
    const revision = async () =>
      await db.query
        .selectFrom('books')
        .select('revision')
        .where('id', '=', bookId)
        .executeTakeFirstOrThrow();
    const before = await revision();
    host.says('/books', googleVolumes(googleVolume()));

    await next();

    assert.ok((await revision()).revision > before.revision);
  });

  it('prefers the source with higher precedence, in any order of lookups', async () => {
    for (const order of [
      ['openlibrary', 'googlebooks'],
      ['googlebooks', 'openlibrary'],
    ] as const) {
      const { api, host, next, read } = await setUp();
      const bookId = await addBook(api, { title, author, isbn, publisher: 'Own Press' });
      host.says('/books/v1', googleVolumes(googleVolume()));
      host.says('/api/books', openLibraryData());
      for (const name of order) await next(name);

      const { metadata, provenance } = await read(bookId);
      assert.equal(metadata.publisher, 'Own Press');
      assert.equal(metadata.pageCount, 312);
      assert.equal(metadata.description, 'A harbour & its people.\nCalm.');
      assert.equal(provenance['pageCount']?.source, 'openlibrary');
      assert.equal(provenance['description']?.source, 'googlebooks');
    }
  });

  it('looks up each book once with two processes', async () => {
    const { api, host, newContext } = await setUp();
    for (let at = 0; at < 12; at += 1) await addBook(api, { title: `${title} ${at}`, author });
    const source = host.source('googlebooks');
    const { signal } = new AbortController();
    const work = async (context: ReturnType<typeof newContext>): Promise<EnrichOutcome[]> => {
      const outcomes: EnrichOutcome[] = [];
      for (;;) {
        const outcome = await enrichNextBook(context, source, signal);
        if (!outcome) return outcomes;
        outcomes.push(outcome);
      }
    };

    const done = (await Promise.all([work(newContext()), work(newContext())])).flat();

    assert.equal(done.length, 12);
    assert.equal(new Set(done.map(({ bookId }) => bookId)).size, 12);
    assert.equal(new Set(host.asked).size, 12);
    assert.equal(host.asked.length, 12);
  });

  it('continues after the lease of a killed process has expired', async () => {
    const { api, clock, host, newContext, read } = await setUp();
    const bookId = await addBook(api, { title, author, isbn });
    const killed = new AbortController();
    const source = host.source('googlebooks');
    host.on('/books', () => killed.abort());
    await assert.rejects(enrichNextBook(newContext(), source, killed.signal), {
      name: 'AbortError',
    });
    host.says('/books', googleVolumes(googleVolume()));
    const { signal } = new AbortController();
    const other = newContext();

    assert.equal(await enrichNextBook(other, source, signal), null);
    clock.advance(121);
    assert.deepEqual(await enrichNextBook(other, source, signal), { outcome: 'enriched', bookId });

    assert.equal((await read(bookId)).metadata.pageCount, 320);
  });

  it('retries after failures with increasing delays, up to a limit', async () => {
    const { api, clock, host, next } = await setUp();
    await addBook(api, { title, author, isbn });
    host.says('/books', {}, { status: 500 });

    assert.equal((await next())?.outcome, 'failed');
    assert.equal(await next(), null);
    clock.advance(60);
    assert.equal((await next())?.outcome, 'failed');
    clock.advance(60);
    assert.equal(await next(), null);
    clock.advance(60);
    assert.equal((await next())?.outcome, 'failed');
    for (let failures = 3; failures < 12; failures += 1) {
      clock.advance(86_400);
      assert.equal((await next())?.outcome, 'failed');
    }
    clock.advance(30 * 86_400);
    assert.equal(await next(), null);
  });

  it('respects the Retry-After header of a source without counting a failure', async () => {
    const { api, db, clock, host, next } = await setUp();
    await addBook(api, { title, author, isbn });
    host.says('/books', {}, { status: 429, headers: { 'Retry-After': '600' } });

    const outcome = await next();

    assert.equal(outcome?.outcome === 'failed' && outcome.retryAfterMs, 600_000);
    clock.advance(599);
    assert.equal(await next(), null);
    clock.advance(1);
    host.says('/books', googleVolumes());
    assert.equal((await next())?.outcome, 'not_found');
    const row = await db.query.selectFrom('enrichment_asks').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([row.failures, row.due_at], [0, null]);
  });

  it('looks up identical queries once, even without a result', async () => {
    const { api, clock, host, next } = await setUp();
    await addBook(api, { title, author });
    await addBook(api, { title, author });
    host.says('/books', googleVolumes());

    assert.equal((await next())?.outcome, 'not_found');
    assert.equal((await next())?.outcome, 'not_found');
    assert.equal(host.asked.length, 1);

    clock.advance(15 * 86_400);
    await addBook(api, { title, author });
    assert.equal((await next())?.outcome, 'not_found');
    assert.equal(host.asked.length, 2);
  });

  it('never sends private books to a source', async () => {
    const { api, host, next } = await setUp();
    await addBook(api, { title, author, isbn, visibility: 'private' });

    assert.equal(await next(), null);
    assert.deepEqual(host.asked, []);
  });

  it('merges into the current book if it changed during the lookup', async () => {
    const { api, db, host, next, read } = await setUp();
    const bookId = await addBook(api, { title, author, isbn });
    host.on('/books', (_, response) => {
      void changeAndAnswer(response);
    });

    assert.equal((await next())?.outcome, 'enriched');

    const { metadata, provenance } = await read(bookId);
    assert.equal(metadata.publisher, 'By Hand');
    assert.equal(provenance['publisher']?.source, 'manual');
    assert.equal(metadata.pageCount, 320);

    async function changeAndAnswer(response: ServerResponse): Promise<void> {
      await changeByHand();
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(googleVolumes(googleVolume())));
    }

    async function changeByHand(): Promise<void> {
      const book = await read(bookId);
      const byHand = { source: 'manual', fetchedAt: book.createdAt, confidence: 1 };
      await db.query
        .updateTable('books')
        .set(({ eb }) => ({
          metadata: JSON.stringify({ ...book.metadata, publisher: 'By Hand' }),
          provenance: JSON.stringify({ ...book.provenance, publisher: byHand }),
          revision: eb('revision', '+', 1000),
        }))
        .where('id', '=', bookId)
        .execute();
    }
  });

  it('processes all books in the background until it is stopped', async () => {
    const { api, host, newContext, read } = await setUp();
    const ids = [];
    for (let at = 0; at < 3; at += 1) ids.push(await addBook(api, { title, author, isbn }));
    host.says('/books', googleVolumes(googleVolume()));
    const context = newContext();
    const idle = Promise.withResolvers<void>();
    const stop = startEnrichmentWorker({
      sources: [host.source('googlebooks')],
      enrichNext: (source, signal) => enrichNextBook(context, source, signal),
      wait: (_, signal) =>
        new Promise((resolve) => {
          idle.resolve();
          signal.addEventListener('abort', resolve);
        }),
      log: { info: () => undefined, warn: assert.fail, error: assert.fail },
    });

    await idle.promise;
    await stop();

    for (const id of ids) assert.equal((await read(id)).metadata.pageCount, 320);
    assert.equal(host.asked.length, 1);
  });
});
