import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { quotaCounter } from '../../../server/keys/quota-counter.ts';
import { quotaStore } from '../../../server/keys/quota-store.ts';
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
        // Spread these over some turns of the event loop so that the statements of the three overlap.
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
});
