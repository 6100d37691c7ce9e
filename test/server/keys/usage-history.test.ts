import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { rotateKey } from '../../../server/keys/issue-key.ts';
import { quotaCounter } from '../../../server/keys/quota-counter.ts';
import { quotaStore } from '../../../server/keys/quota-store.ts';
import { windowsAt } from '../../../server/keys/quota-usage.ts';
import { usageHistory } from '../../../server/keys/usage-history.ts';
import { prune } from '../../../server/retention/prune.ts';
import { forEachEngine, testApi, TestClock, testDatabase } from '../harness.ts';
import { testRoutes } from '../test-routes.ts';

const ok = '/v1/test/status/200';
const Report = z.object({
  data: z.array(z.object({ date: z.string(), requests: z.number() })),
  meta: z.object({ from: z.string(), to: z.string(), total: z.number() }),
});

forEachEngine('usage by day', (engine) => {
  it('has the exact count of each day for a key, its successor and the account', async () => {
    const clock = new TestClock('2026-11-19T12:00:00Z');
    const api = await testApi(engine, { clock, plugins: [testRoutes] });
    const permissions = ['read:keys', 'read:books'] as const;
    const first = await api.newKey({ permissions: [...permissions] });
    const other = await api.newKey({ permissions: [...permissions] });
    const foreign = await api.newKey({ account: 'globex' });
    const report = async (path: string, key = first.text) =>
      Report.parse(await (await api.request(path, { key })).json());

    for (let count = 0; count < 3; count += 1) await api.request(ok, { key: first.text });
    // Responses with status 500 do not count, in the history either.
    await api.request('/v1/test/status/500', { key: first.text });
    await api.request(ok, { key: other.text });
    await api.request(ok, { key: foreign.text });
    clock.set('2026-11-21T12:00:00Z');
    const { text: second } = await rotateKey(api.keyContext, first.id, 3600);
    await api.request(ok, { key: second });

    // This request counts, too.
    const mine = await report('/v1/keys/me/usage?from=2026-11-18', second);
    assert.deepEqual(mine, {
      data: [
        { date: '2026-11-18', requests: 0 },
        { date: '2026-11-19', requests: 3 },
        { date: '2026-11-20', requests: 0 },
        { date: '2026-11-21', requests: 2 },
      ],
      meta: { from: '2026-11-18', to: '2026-11-21', total: 5 },
    });
    assert.equal((await report(`/v1/keys/${other.id}/usage`)).meta.total, 1);
    assert.equal((await report('/v1/usage?to=2026-11-19')).meta.total, 4);
    assert.equal((await report('/v1/usage')).data.length, 30);
    const hidden = await api.request(`/v1/keys/${foreign.id}/usage`, { key: second });
    assert.equal(hidden.status, 404);
    for (const query of [
      'from=2026-11-22&to=2026-11-22',
      'from=2026-11-20&to=2026-11-19',
      'from=2025-09-30',
      'from=2026-02-30',
    ]) {
      const rejected = await api.request(`/v1/usage?${query}`, { key: second });
      assert.equal(rejected.status, 400, query);
    }
    assert.equal((await report('/v1/usage?from=2025-10-01')).data[0]?.requests, 0);
  });

  it('stays exact if a request is refunded after its day has ended', async () => {
    const db = await testDatabase(engine);
    const store = quotaStore(db);
    const ask = { quotaId: 'quota_1', requested: 5, dailyLimit: 100, monthlyLimit: 1000 };
    const monday = { day: '2026-11-30', month: '2026-11' };
    const tuesday = { day: '2026-12-01', month: '2026-12' };
    await store.consume([ask], { current: monday, latest: monday }, 'aaaaaaaa');
    await store.consume([ask], { current: tuesday, latest: tuesday }, 'bbbbbbbb');
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const usage = await store.refund('quota_1', monday, 2, 'cccccccc');
      assert.deepEqual([usage.usedToday, usage.usedThisMonth], [5, 5]);
    }
    // A process with a slow clock counts in the later day.
    await store.consume([ask], { current: monday, latest: tuesday }, 'dddddddd');
    const history = usageHistory(db);
    const read = () => history.ofQuota('quota_1', { from: '2026-11-30', to: '2026-12-01' });
    assert.deepEqual(await read(), [
      { date: '2026-11-30', requests: 3 },
      { date: '2026-12-01', requests: 10 },
    ]);

    const options = { db, eventRetentionDays: 30, pause: async () => undefined };
    await prune({ ...options, now: new Date('2027-12-31T12:00:00Z') });
    assert.equal((await read())[0]?.requests, 3);
    await prune({ ...options, now: new Date('2028-01-01T12:00:00Z') });
    assert.equal((await read())[0]?.requests, 0);
  });

  it('continues where it was after a clock was a month ahead', async () => {
    const db = await testDatabase(engine);
    const clock = new TestClock('2026-11-28T12:00:00Z');
    const quota = quotaCounter(quotaStore(db), clock.now);
    const owner = { quotaId: 'quota_1', tier: 'basic' } as const;
    const consume = async (requests: number) => {
      let counts: number[] = [];
      for (let request = 0; request < requests; request += 1) {
        const { usage, isGranted } = await quota.consume(owner);
        assert.ok(isGranted);
        counts = [usage.usedToday, usage.usedThisMonth];
      }
      return counts;
    };
    assert.deepEqual(await consume(3), [3, 3]);
    clock.set('2026-12-31T12:00:00Z');
    assert.deepEqual(await consume(2), [2, 2]);
    clock.set('2026-11-28T12:00:10Z');
    const { usedToday, usedThisMonth, day, month } = await quota.read(owner);
    assert.deepEqual([usedToday, usedThisMonth, day, month], [3, 3, '2026-11-28', '2026-11']);
    assert.deepEqual(await consume(4), [7, 7]);
    clock.set('2026-11-29T00:00:10Z');
    assert.deepEqual(await consume(1), [1, 8]);
    // Twenty seconds behind another process.
    clock.set('2026-11-28T23:59:50Z');
    assert.deepEqual(await consume(1), [2, 9]);
    clock.set('2026-12-31T12:00:00Z');
    assert.deepEqual(await consume(1), [3, 3]);
    const days = await usageHistory(db).ofQuota('quota_1', {
      from: '2026-11-01',
      to: '2026-12-31',
    });
    assert.deepEqual(
      days.filter(({ requests }) => requests > 0),
      [
        { date: '2026-11-28', requests: 7 },
        { date: '2026-11-29', requests: 2 },
        { date: '2026-12-31', requests: 3 },
      ],
    );
  });

  it('equals the sum of the grants for random batches of several processes', async () => {
    const db = await testDatabase(engine);
    const store = quotaStore(db);
    const expected = new Map<string, number>();
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let latest = '';
    for (let step = 0; step < 60; step += 1) {
      const today = 25 + Math.floor(step / 4);
      const windowsOf = (date: number) => windowsAt(new Date(Date.UTC(2026, 0, date)));
      // Mostly forward, sometimes a clock that is a tolerated day behind, or wrong by weeks.
      const date = today - random(2) + (random(5) === 0 ? random(80) - 40 : 0);
      const time = { current: windowsOf(date), latest: windowsOf(date + 1) };
      const asks = ['quota_a', 'quota_b', 'quota_c'].slice(random(3)).map((quotaId) => ({
        quotaId,
        requested: 1 + random(40),
        dailyLimit: 50,
        monthlyLimit: 300,
      }));
      const grants = await store.consume(asks, time, `step${1000 + step}`);
      for (const [id, { granted, usage }] of grants) {
        const name = `${id} ${usage.day}`;
        expected.set(name, (expected.get(name) ?? 0) + granted);
        latest = usage.day > latest ? usage.day : latest;
      }
    }
    for (const quotaId of ['quota_a', 'quota_b', 'quota_c']) {
      const days = await usageHistory(db).ofQuota(quotaId, { from: '2025-12-01', to: latest });
      assert.deepEqual(
        days.filter(({ requests }) => requests > 0),
        [...expected]
          .filter(([name, requests]) => name.startsWith(quotaId) && requests > 0)
          .map(([name, requests]) => ({ date: name.slice(-10), requests }))
          .sort((one, next) => one.date.localeCompare(next.date)),
      );
    }
  });
});
