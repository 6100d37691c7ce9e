import assert from 'node:assert/strict';
import { it } from 'node:test';
import { prune } from '../../../server/retention/prune.ts';
import { forEachEngine, TestClock } from '../harness.ts';
import { type ApiWithWorker, apiWithWorker } from '../webhooks/api-with-worker.ts';

async function pruneNow({ db, clock }: ApiWithWorker, pause = async () => {}) {
  await prune({ db, now: clock.now(), eventRetentionDays: 30, pause });
}

async function page(api: ApiWithWorker, query: string) {
  const response = await api.request(`/v1/events?${query}`, { key: api.key });
  const body = await response.json();
  return { status: response.status, ...body };
}

/** Sets the state of all deliveries. */
async function end({ db, clock }: ApiWithWorker, state: 'delivered' | 'failed' | 'held') {
  const rows = await db.query.selectFrom('webhook_deliveries').select('id').execute();
  await db.query
    .updateTable('webhook_deliveries')
    .set({
      state,
      due_at: null,
      finished_at: state === 'held' ? null : clock.now().toISOString(),
    })
    .execute();
  const attempt = { number: 1, started_at: clock.now().toISOString(), duration_ms: 1, status: 200 };
  const more = { reason: null, detail: null, answer: null };
  await db.query
    .insertInto('webhook_attempts')
    .values(rows.map(({ id }) => ({ delivery_id: id, ...attempt, ...more })))
    .execute();
}

async function countsOf({ db }: ApiWithWorker) {
  const tables = ['events', 'webhook_deliveries', 'webhook_attempts'] as const;
  const counts = tables.map(async (table) => {
    const row = db.query.selectFrom(table).select(({ fn }) => fn.countAll().as('count'));
    return Number((await row.executeTakeFirstOrThrow()).count);
  });
  return Promise.all(counts);
}

const start = () => new TestClock('2026-11-01T12:00:00Z');
const day = 86_400;

forEachEngine('what is old', (engine) => {
  it('deletes finished deliveries, their attempts, and events after 30 days', async () => {
    const api = await apiWithWorker(engine, { clock: start() });
    await api.addWebhook('http://127.0.0.1:9999/');
    for (let count = 0; count < 3; count += 1) await api.happen();
    await end(api, 'delivered');
    api.clock.advance(30 * day);
    await pruneNow(api);
    assert.deepEqual(await countsOf(api), [3, 3, 3]);

    api.clock.advance(1);
    await api.happen();
    await pruneNow(api);
    await pruneNow(api);

    assert.deepEqual(await countsOf(api), [1, 1, 0]);
    const { data, meta } = await page(api, '');
    assert.deepEqual(
      data.map(({ position }: { position: number }) => position),
      [4],
    );
    assert.deepEqual([meta.total, meta.keptAfter], [4, 3]);
  });

  it('rejects requests that continue from deleted events, with the position to continue from', async () => {
    const api = await apiWithWorker(engine, { clock: start() });
    for (let count = 0; count < 3; count += 1) await api.happen();
    api.clock.advance(31 * day);
    await pruneNow(api);

    for (const after of [0, 1, 2]) {
      const { status, code, errors } = await page(api, `after=${after}`);
      assert.deepEqual([status, code], [404, 'events_not_kept']);
      assert.match(errors[0].detail, /position 3 /);
      assert.equal(errors[0].parameter, 'after');
    }
    assert.deepEqual((await page(api, 'after=3')).data, []);
    assert.deepEqual((await page(api, '')).data, []);
    await api.happen();
    const [only] = (await page(api, 'after=3')).data;
    assert.equal(only.position, 4);
  });

  it('keeps events with pending or held deliveries, which can still be sent', async () => {
    const api = await apiWithWorker(engine, { clock: start() });
    const { id } = await api.addWebhook('http://127.0.0.1:9999/');
    await api.happen();
    await api.happen();
    await end(api, 'held');
    api.clock.advance(100 * day);
    await api.happen();
    api.clock.advance(100 * day);
    await pruneNow(api);

    assert.deepEqual((await countsOf(api)).slice(0, 2), [3, 3]);
    assert.equal((await page(api, 'after=1')).status, 404);
    assert.deepEqual((await page(api, '')).data, []);
    for (const delivery of await api.deliveriesOf(id)) {
      const one = await api.read<{ event: object }>(`/v1/webhooks/${id}/deliveries/${delivery.id}`);
      assert.ok(one.event);
    }
    const since = '2026-01-01T00:00:00Z';
    const recovered = await (await api.post(`/v1/webhooks/${id}/recover`, { since })).json();
    assert.equal(recovered.data.recovered, 2);

    await api.request(`/v1/webhooks/${id}`, { key: api.key, method: 'DELETE' });
    await pruneNow(api);
    assert.equal((await countsOf(api))[0], 0);
  });

  it('deletes in batches and continues after an interruption', async () => {
    const api = await apiWithWorker(engine, { clock: start() });
    await api.addWebhook('http://127.0.0.1:9999/');
    await api.db.transaction(async () => undefined);
    for (let count = 0; count < 12; count += 1) {
      await Promise.all(Array.from({ length: 100 }, () => api.happen()));
    }
    await end(api, 'failed');
    api.clock.advance(31 * day);
    let pauses = 0;
    const broken = pruneNow(api, async () => {
      pauses += 1;
      if (pauses === 2) throw new Error('stopped');
    });
    await assert.rejects(broken, /stopped/);
    assert.deepEqual(await countsOf(api), [1200, 200, 200]);
    await pruneNow(api, async () => void (await api.happen()));

    const [events = 0, deliveries] = await countsOf(api);
    assert.equal(events, deliveries);
    const { data, meta } = await page(api, 'limit=100');
    assert.equal(meta.keptAfter, 1200);
    assert.deepEqual(
      data.map(({ position }: { position: number }) => position),
      Array.from({ length: events }, (_, at) => 1201 + at),
    );
  });

  it('keeps records of deleted books for a day', async () => {
    const api = await apiWithWorker(engine, { clock: start() });
    const remove = async () => {
      const made = await api.post('/v1/books', { title: 'Whale' });
      const { data } = await made.json();
      await api.request(`/v1/books/${data.id}`, { key: api.key, method: 'DELETE' });
    };
    const removals = async () =>
      (await api.db.query.selectFrom('book_removals').select('ordinal').execute()).length;
    await remove();
    await pruneNow(api);
    assert.equal(await removals(), 1);
    await remove();
    api.clock.advance(day - 1);
    await pruneNow(api);
    assert.equal(await removals(), 2);
    api.clock.advance(1);
    await pruneNow(api);
    assert.equal(await removals(), 1);
  });
});
