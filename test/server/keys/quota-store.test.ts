import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { quotaCounter } from '../../../server/keys/quota-counter.ts';
import { quotaStore } from '../../../server/keys/quota-store.ts';
import { quotaTime } from '../../../server/keys/quota-usage.ts';
import { forEachEngine, newDatabaseLocation, TestClock, testDatabase } from '../harness.ts';

forEachEngine('the count of a quota', (engine) => {
  it('is exact for many keys on many connections', async () => {
    const address = await newDatabaseLocation(engine);
    const { now } = new TestClock('2026-11-21T12:00:00Z');
    const processes = [1, 2, 3].map(() => {
      const db = openDatabase(address);
      after(() => db.close());
      return { db, quota: quotaCounter(quotaStore(db), now) };
    });
    for (const { db } of processes) await migrate(db, now);

    const owners = Array.from({ length: 30 }, (_, at) => ({
      quotaId: `quota_${at}`,
      tier: 'basic' as const,
    }));
    const granted = new Map<string, number>();
    await Promise.all(
      Array.from({ length: 3600 }, async (_, at) => {
        // Spread over several turns of the event loop so that the statements overlap.
        for (let turn = 0; turn < at % 40; turn += 1) await new Promise(setImmediate);
        const owner = owners[(at * 7) % 30] ?? owners[0];
        const process = processes[at % 3];
        assert.ok(owner && process);
        const { isGranted } = await process.quota.consume(owner);
        if (isGranted) granted.set(owner.quotaId, (granted.get(owner.quotaId) ?? 0) + 1);
      }),
    );
    assert.deepEqual(
      owners.map(({ quotaId }) => granted.get(quotaId)),
      owners.map(() => 100),
    );
  });

  it('postpones a refund that the database rejects', async () => {
    const db = await testDatabase(engine);
    const store = quotaStore(db);
    let isAway = false;
    const failing = quotaCounter(
      {
        ...store,
        async refund(...asked) {
          // This causes a real engine error, because the table does not exist.
          if (isAway) await sql`insert into nowhere values (1)`.execute(db.query);
          return await store.refund(...asked);
        },
      },
      new TestClock('2026-11-21T12:00:00Z').now,
    );
    const owner = { quotaId: 'quota_1', tier: 'basic' } as const;
    const first = await failing.consume(owner);
    isAway = true;
    await assert.rejects(failing.refund(owner, first.usage));
    assert.equal((await failing.read(owner)).usedToday, 1);

    isAway = false;
    await failing.consume(owner);
    while ((await failing.read(owner)).usedToday !== 1) await new Promise(setImmediate);
  });

  it('does not include requests whose statement lost its connection, regardless of its outcome', async () => {
    const db = await testDatabase(engine);
    const store = quotaStore(db);
    const connectionLost = () =>
      Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
    let fate: 'works' | 'commits, then breaks' | 'breaks' = 'works';
    const broken =
      <Args extends unknown[], Result>(statement: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (fate === 'breaks') throw connectionLost();
        const result = await statement(...args);
        if (fate === 'commits, then breaks') throw connectionLost();
        return result;
      };
    const { now } = new TestClock('2026-11-21T12:00:00Z');
    const unreliable = { ...store, consume: broken(store.consume), refund: broken(store.refund) };
    const quota = quotaCounter(unreliable, now);
    const owner = { quotaId: 'quota_1', tier: 'basic' } as const;
    const usedBy = async () =>
      (await store.read([owner.quotaId], quotaTime(now()))).get(owner.quotaId)?.usedToday;

    const { usage } = await quota.consume(owner);
    for (const next of ['commits, then breaks', 'breaks'] as const) {
      fate = next;
      const lost = await Promise.allSettled([1, 2, 3].map(() => quota.consume(owner)));
      assert.ok(lost.every(({ status }) => status === 'rejected'));
      await assert.rejects(quota.refund(owner, usage));
    }
    // Other processes count requests in the meantime.
    fate = 'works';
    const other = quotaCounter(store, now);
    for (let request = 0; request < 10; request += 1) await other.consume(owner);
    await quota.consume(owner);
    // One request, its two refunds, and eleven requests, without the lost requests.
    const deadline = Date.now() + 5000;
    while ((await usedBy()) !== 10 && Date.now() < deadline) await new Promise(setImmediate);
    assert.equal(await usedBy(), 10);
  });
});
