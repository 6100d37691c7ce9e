import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { clearTestData } from '../../../server/clear-account-data.ts';
import type { Database } from '../../../server/db/open.ts';
import { dumpDatabase } from '../dump-database.ts';
import { forEachEngine } from '../harness.ts';
import { everyOperation, randomSteps, twoEnvironments } from './random-activity.ts';
import { runsOf } from '../../../scripts/test-tiers.js';

/** Tables whose rows belong to no environment. */
const sharedTables = ['book_clock', 'book_removals', 'sale_rates'];

forEachEngine('clearing test data', (engine) => {
  it('removes every test row and leaves every live row as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const account = await twoEnvironments(engine);
        const { operations, api } = account;
        const run = async (environment: 'live' | 'test', isForeign: boolean) => {
          const all = everyOperation(operations, [environment], { isForeign });
          for (const step of [...all, ...randomSteps([environment], runsOf(60), seed)]) {
            await account.send(step);
          }
        };
        await run('live', false);
        const live = await settledRows(api.db);

        await run('test', false);
        await run('test', true);
        const both = await settledRows(api.db);
        for (const [table, rows] of Object.entries(live)) {
          const missing = rows.filter((row) => !both[table]?.includes(row));
          assert.deepEqual(missing, [], `a test key changed rows of ${table}`);
        }
        const testAccountId = await api.keyContext.store.findTestAccount('acme');
        assert.ok(testAccountId);
        assert.ok(JSON.stringify(both).includes(testAccountId));

        const cleared = await clearTestData(api.db, testAccountId);
        // Keys remain, including those of domains.
        const left = await settledRows(api.db);
        left.api_keys = left.api_keys?.filter((row) => live.api_keys?.includes(row)) ?? [];
        assert.deepEqual(left, live);
        assert.ok(cleared.sales > 0 && cleared.books > 0 && cleared.events > 0, 'nothing to clear');
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });

  it('keeps the keys and never uses an event position twice', async () => {
    const { api, keys, send, operations } = await twoEnvironments(engine);
    for (const step of everyOperation(operations, ['test'], { isForeign: false })) await send(step);
    const log = async () =>
      (await (await api.request('/v1/events', { key: keys.test })).json()).meta.total;
    const before = await log();
    const testAccountId = await api.keyContext.store.findTestAccount('acme');
    await clearTestData(api.db, testAccountId ?? '');
    const events = await api.request('/v1/events', { key: keys.test });
    assert.deepEqual((await events.json()).data, []);
    assert.equal(await log(), before);
    const again = await clearTestData(api.db, testAccountId ?? '');
    assert.deepEqual([...new Set(Object.values(again))], [0]);
  });

  it('never clears a live account', async () => {
    const { api } = await twoEnvironments(engine);
    const id = await api.keyContext.store.findOrCreateAccount('acme', '', '');
    await assert.rejects(clearTestData(api.db, id), /live account/);
  });
});

/**
 * All rows except shared ones, once all writes have ended. Impressions are stored after their
 * responses.
 */
async function settledRows(db: Database): Promise<Record<string, string[]>> {
  let before = '';
  for (;;) {
    const tables = await dumpDatabase(db);
    for (const name of sharedTables) delete tables[name];
    // Only the position in the test event log remains.
    tables['event_logs'] = tables['event_logs']?.filter((row) => !row.includes('_test"')) ?? [];
    const now = JSON.stringify(tables);
    if (now === before) return tables;
    before = now;
    await delay(50);
  }
}
