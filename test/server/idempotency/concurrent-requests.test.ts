import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { openDatabase } from '../../../server/db/open.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { addBook } from '../books/add-book.ts';
import {
  forEachEngine,
  newDatabaseLocation,
  temporaryFolder,
  testApi,
  type TestApi,
} from '../harness.ts';
import { readEventLog } from '../read-event-log.ts';
import { toEnvironment, startProcess } from '../server-process.ts';

/** A write, the table that it inserts into, and its event, if any. */
const writes = (bookId: string) =>
  [
    {
      path: '/v1/sales',
      table: 'sales',
      event: 'sale.completed',
      body: {
        orderId: 'order 1',
        bookId,
        quantity: 1,
        unitPrice: { amount: '9.99', currency: 'EUR' },
        occurredAt: '2026-01-21T11:30:00Z',
      },
    },
    {
      path: `/v1/books/${bookId}/reviews`,
      table: 'reviews',
      event: 'review.created',
      body: { rating: 5, reviewer: 'Ishmael' },
    },
    {
      path: `/v1/books/${bookId}/chapters`,
      table: 'serial_chapters',
      event: 'chapter.scheduled',
      body: { title: 'One', content: 'Call me Ishmael.', publishAt: '2099-01-01T00:00:00Z' },
    },
    { path: '/v1/books', table: 'books', event: 'book.created', body: { title: 'Moby-Dick' } },
  ] as const;

async function countOf({ db }: TestApi, table: ReturnType<typeof writes>[number]['table']) {
  const row = db.query.selectFrom(table).select(({ fn }) => fn.countAll().as('count'));
  return Number((await row.executeTakeFirstOrThrow()).count);
}

/** Sends 100 simultaneous requests with one key, distributed over the servers. */
async function sendToAll(urls: string[], path: string, key: string, body: object) {
  const send = async (at: number): Promise<string> => {
    const answer = await fetch(`${urls[at % urls.length]}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `once ${path}`.replaceAll(' ', '-'),
      },
    });
    const text = await answer.text();
    // On a slow machine, the other requests time out while they wait for the first, and retry.
    if (text.includes('"idempotency_key_in_use"')) return send(at);
    return `${answer.status} ${answer.headers.get('Location')} ${text}`;
  };
  return Promise.all(Array.from({ length: 100 }, (_, at) => send(at)));
}

async function assertOnce(api: TestApi, urls: string[]) {
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const bookId = await addBook(api, { title: 'Whale' });
  for (const { path, table, event, body } of writes(bookId)) {
    const rows = await countOf(api, table);
    const answers = await sendToAll(urls, path, key, body);
    assert.deepEqual(new Set(answers).size, 1, `${path}: ${[...new Set(answers)].join('\n')}`);
    assert.match(answers[0] ?? '', /^201 /, path);
    assert.equal((await countOf(api, table)) - rows, 1, path);
    const events = (await readEventLog(api)).filter(({ type }) => type === event);
    assert.equal(events.length, 1, path);
  }
}

forEachEngine('a hundred equal writes at once with one Idempotency-Key', (engine) => {
  it('create one row, one event and 100 equal responses', async () => {
    const api = await testApi(engine, { idempotencyWaitMs: 60_000 });
    await assertOnce(api, [api.url]);
  });

  it('also do so with two processes', async () => {
    const address = await newDatabaseLocation(engine);
    const db = openDatabase(address);
    after(() => db.close());
    await migrate(db, () => new Date());
    const api = await testApi(engine, { db });
    const environment = { ...toEnvironment(address, temporaryFolder()), SVC_ROLE: 'api' };
    const servers = await Promise.all([startProcess(environment), startProcess(environment)]);
    await assertOnce(
      api,
      servers.map(({ url }) => url),
    );
  });
});
