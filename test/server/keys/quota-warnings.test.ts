import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';
import { tiers } from '../../../server/keys/contract.ts';
import { newStatementId, quotaStore } from '../../../server/keys/quota-store.ts';
import { quotaWarnings } from '../../../server/keys/quota-warnings.ts';
import { quotaTime } from '../../../server/keys/quota-usage.ts';
import { forEachEngine, testApi, type TestApi, TestClock } from '../harness.ts';
import { readEventLog } from '../read-event-log.ts';
import { testRoutes } from '../test-routes.ts';

const ok = '/v1/test/status/200';

/** Sets the number of requests used so far, without a warning. */
async function useUp({ keyContext, clock, db }: TestApi, keyId: string, count: number) {
  const { quotaId = '', tier = 'basic' } = (await keyContext.store.find(keyId)) ?? {};
  const { dailyLimit, monthlyLimit } = tiers[tier];
  const ask = { quotaId, requested: count, dailyLimit, monthlyLimit };
  await quotaStore(db).consume([ask], quotaTime(clock.now()), newStatementId());
}

async function sentWarnings(api: TestApi) {
  const events = await readEventLog(api);
  return events.map(({ type, data: { object } }) => {
    assert.equal(type, 'quota.threshold_reached');
    return [object['window'], object['threshold'], object['used'], object['resetsAt']];
  });
}

const tomorrow = '2026-11-22T00:00:00.000Z';
const nextMonth = '2026-12-01T00:00:00.000Z';

forEachEngine('a threshold of a quota', (engine) => {
  it('sends one event with the request that reaches it', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    await useUp(api, id, 78);

    await api.request(ok, { key });
    assert.deepEqual(await sentWarnings(api), []);
    await api.request(ok, { key });
    assert.deepEqual(await sentWarnings(api), [['day', 80, 80, tomorrow]]);
    for (let count = 81; count < 100; count += 1) await api.request(ok, { key });
    assert.equal((await sentWarnings(api)).length, 1);
    await api.request(ok, { key });
    assert.equal((await api.request(ok, { key })).status, 429);
    assert.deepEqual((await sentWarnings(api)).slice(1), [['day', 100, 100, tomorrow]]);
    const [event] = await readEventLog(api);
    assert.deepEqual(event?.data.object, {
      keyId: id,
      tier: 'basic',
      window: 'day',
      threshold: 80,
      used: 80,
      limit: 100,
      resetsAt: tomorrow,
    });
  });

  it('sends an event again in the next window', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    await useUp(api, id, 79);
    await api.request(ok, { key });
    api.clock.set('2026-11-22T00:00:00Z');
    await useUp(api, id, 79);
    assert.equal((await sentWarnings(api)).length, 1);
    await api.request(ok, { key });
    assert.deepEqual(
      (await sentWarnings(api)).map(([window, , , resetsAt]) => [window, resetsAt]),
      [
        ['day', tomorrow],
        ['day', '2026-11-23T00:00:00.000Z'],
      ],
    );
  });

  it('also applies to the month', async () => {
    const clock = new TestClock('2026-11-01T12:00:00Z');
    const api = await testApi(engine, { plugins: [testRoutes], clock });
    const { id, text: key } = await api.newKey();
    for (let day = 1; day <= 8; day += 1) {
      clock.set(`2026-11-0${day}T12:00:00Z`);
      await useUp(api, id, day === 8 ? 99 : 100);
    }
    await api.request(ok, { key });
    assert.deepEqual(await sentWarnings(api), [
      ['day', 80, 100, '2026-11-09T00:00:00.000Z'],
      ['day', 100, 100, '2026-11-09T00:00:00.000Z'],
      ['month', 80, 800, nextMonth],
    ]);
  });

  it('sends one event for simultaneous requests to two processes, many of them rejected', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const beside = await testApi(engine, { plugins: [testRoutes], db: api.db, clock: api.clock });
    const { text: key } = await api.newKey();

    await Promise.all(
      Array.from({ length: 140 }, (_, at) => (at % 2 ? api : beside).request(ok, { key })),
    );

    const thresholds = (await sentWarnings(api)).map(
      ([window, threshold]) => `${window} ${threshold}`,
    );
    assert.deepEqual(thresholds.sort(), ['day 100', 'day 80']);
  });

  it('sends the event with the next request if a process died between count and event', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    await useUp(api, id, 100);
    assert.equal((await api.request(ok, { key })).status, 429);
    assert.deepEqual(await sentWarnings(api), [
      ['day', 80, 100, tomorrow],
      ['day', 100, 100, tomorrow],
    ]);
  });

  it('sends the event from a worker without further requests, unless it is too old', async () => {
    const api = await testApi(engine);
    const { id } = await api.newKey();
    const { id: old } = await api.newKey();
    api.clock.set('2026-09-21T12:00:00Z');
    await useUp(api, old, 90);
    api.clock.set('2026-11-21T12:00:00Z');
    await useUp(api, id, 85);
    const { db, clock, keyContext } = api;
    const events = eventLogWithWebhooks({ now: clock.now, newId: keyContext.newId });
    const warnings = () =>
      quotaWarnings({ db, now: clock.now, events, onError: assert.ifError }).catchUp();

    await Promise.all([warnings(), warnings()]);
    await warnings();

    assert.deepEqual(await sentWarnings(api), [['day', 80, 85, tomorrow]]);
  });

  it('leaves no row and fails no request if the event cannot be written', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { id } = await api.newKey();
    await useUp(api, id, 85);
    const { db, clock, keyContext } = api;
    const log = eventLogWithWebhooks({ now: clock.now, newId: keyContext.newId });
    let isBroken = true;
    const faults: unknown[] = [];
    const warnings = quotaWarnings({
      db,
      now: clock.now,
      events: {
        async append(tx, event) {
          await log.append(tx, event);
          if (isBroken) throw new Error('the log is broken');
        },
      },
      onError: (error) => faults.push(error),
    });

    await warnings.catchUp();
    assert.equal(faults.length, 1);
    assert.deepEqual(await sentWarnings(api), []);
    isBroken = false;
    await warnings.catchUp();
    assert.equal((await sentWarnings(api)).length, 1);
  });
});
