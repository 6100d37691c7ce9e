import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { updatePopularity } from '../../../server/books/usage-popularity.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { addBook } from './add-book.ts';

const now = new Date('2026-06-01T00:00:00Z');

forEachEngine('popularity from use', (engine) => {
  it('counts opens, readers and sales of 90 days with a half-life of 30 days', async () => {
    const api = await testApi(engine);
    const bookId = await addBook(api, { title: 'Read' });
    const other = await addBook(api, { title: 'Unread' });
    await addVisit(api, bookId, { trace: 't1', type: 'opened', at: '2026-06-01T00:00:00Z' });
    await addVisit(api, bookId, { trace: 't2', type: 'opened', at: '2026-06-01T00:00:00Z' });
    await addVisit(api, bookId, { trace: 't1', type: 'progressed', at: '2026-06-01T00:00:00Z' });
    await addVisit(api, bookId, { trace: 't3', type: 'opened', at: '2026-01-01T00:00:00Z' });

    assert.equal(await updatePopularity(api.db, now), 1);
    assert.deepEqual(await popularities(api, [bookId, other]), [5, 0]);

    assert.equal(await updatePopularity(api.db, now), 0, 'nothing changed');
    const later = new Date('2026-07-01T00:00:00Z');
    assert.equal(await updatePopularity(api.db, later), 1);
    assert.deepEqual(await popularities(api, [bookId, other]), [3, 0]);
    assert.equal(await updatePopularity(api.db, new Date('2027-01-01T00:00:00Z')), 1);
    assert.deepEqual(await popularities(api, [bookId, other]), [0, 0]);
  });

  it('counts no visits or sales of a test environment', async () => {
    const api = await testApi(engine);
    const { text: live } = await api.newKey({ tier: 'unlimited' });
    const { text: test } = await api.newKey({ tier: 'unlimited', environment: 'test' });
    const bookId = await addBook(api, { title: 'Tried' });
    const openAndSell = async (key: string) => {
      const opened = await api.request(`/v1/reader/embed?book=${bookId}`, { key });
      const { token } = (await opened.json()).data.session;
      const events = [
        { type: 'opened', at: api.clock.now().toISOString() },
        { type: 'progressed', at: api.clock.now().toISOString(), fraction: 0.5 },
      ];
      const headers = { 'Content-Type': 'text/plain;charset=UTF-8' };
      const body = JSON.stringify({ token, events });
      const read = await api.request('/v1/reader/events', { method: 'POST', headers, body });
      assert.ok(read.ok, await read.clone().text());
      const sale = {
        orderId: 'first',
        bookId,
        quantity: 2,
        unitPrice: { amount: '9.99', currency: 'EUR' },
        occurredAt: api.clock.now().toISOString(),
      };
      const sold = await sendJson(api, 'POST', '/v1/sales', key, sale);
      assert.equal(sold.status, 201, await sold.clone().text());
    };
    await openAndSell(test);
    await visitsOf(api, 1);
    await updatePopularity(api.db, api.clock.now());
    assert.deepEqual(await popularities(api, [bookId]), [0]);

    await openAndSell(live);
    await visitsOf(api, 2);
    await updatePopularity(api.db, api.clock.now());
    const [popularity = 0] = await popularities(api, [bookId]);
    assert.ok(popularity >= 2 * 10 + 1, String(popularity));
  });

  it('adds to the count of a catalog, also when the catalog states a new one', async () => {
    const api = await testApi(engine);
    const bookId = await addBook(api, { title: 'Read' });
    const state = (popularity: number) =>
      api.db.query.updateTable('books').set({ popularity }).where('id', '=', bookId).execute();
    await state(100);
    await addVisit(api, bookId, { trace: 't1', type: 'opened', at: '2026-06-01T00:00:00Z' });
    await updatePopularity(api.db, now);
    assert.deepEqual(await popularities(api, [bookId]), [101]);

    await state(250);
    await updatePopularity(api.db, now);
    assert.deepEqual(await popularities(api, [bookId]), [251]);
  });
});

async function popularities(api: TestApi, bookIds: string[]): Promise<(number | undefined)[]> {
  const rows = await api.db.query.selectFrom('books').select(['id', 'popularity']).execute();
  return bookIds.map((bookId) => rows.find(({ id }) => id === bookId)?.popularity);
}

/** Waits until opens of this many accounts are stored, some of them after the response. */
async function visitsOf(api: TestApi, accounts: number): Promise<void> {
  for (;;) {
    const rows = await api.db.query
      .selectFrom('visits')
      .select('account_id')
      .where('type', '=', 'opened')
      .execute();
    if (new Set(rows.map(({ account_id }) => account_id)).size >= accounts) return;
    await setImmediate();
  }
}

async function addVisit(
  api: TestApi,
  bookId: string,
  { trace, type, at }: { trace: string; type: 'opened' | 'progressed'; at: string },
): Promise<void> {
  const accountId = await api.keyContext.store.findOrCreateAccount(
    'readers',
    'acc_readers',
    '2026-01-01T00:00:00Z',
  );
  await api.db.query
    .insertInto('visits')
    .values({
      trace_id: `${trace}_${bookId}`,
      type,
      chapter: '',
      account_id: accountId,
      partner_id: null,
      book_id: bookId,
      deployment_id: null,
      campaign: null,
      sub: null,
      fraction: type === 'progressed' ? 0.5 : null,
      occurred_at: at,
    })
    .execute();
}
