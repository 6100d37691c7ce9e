import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { beaconQueue } from '../../../server/analytics/beacon-queue.ts';
import { countNextBeacons } from '../../../server/analytics/count-beacons.ts';
import { analyticsReports } from '../../../server/analytics/reports.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { forEachEngine, TestClock, testDatabase } from '../harness.ts';

const limit = 3;
const accounts = ['acc_1', 'acc_2'];
const start = Date.parse('2026-10-28T00:00:00Z');

/** Readings in the order in which they are received, with the hours between them. */
const visit = fc.record({
  account: fc.constantFrom(...accounts),
  hours: fc.nat({ max: 12 }),
  campaign: fc.oneof(fc.constant(''), fc.constantFrom('autumn', 'b', 'c', 'd', 'e', '-f')),
  isCounted: fc.boolean(),
});

forEachEngine('campaigns beyond the limit', (engine) => {
  it('are counted together as in a slow count, and totals stay exact', async () => {
    const db = await testDatabase(engine);
    const clock = new TestClock('2026-10-28T00:00:00Z');
    const newId = idGenerator(() => clock.now().getTime());
    const secrets: [string] = ['a secret of thirty-two characters'];
    const queue = beaconQueue({ now: clock.now, newId, secrets });
    for (const id of accounts) {
      await db.query
        .insertInto('accounts')
        .values({ id, name: id, created_at: clock.now().toISOString() })
        .execute();
    }
    const reports = analyticsReports({ db, now: clock.now, sectionTitles: async () => null });
    const count = () => countNextBeacons(db, { beacons: 4, campaigns: limit });

    const property = fc.asyncProperty(fc.array(visit, { minLength: 40 }), async (visits) => {
      for (const table of [
        'beacon_queue',
        'beacons',
        'analytics_campaigns',
        'analytics_hours',
        'analytics_days',
      ] as const) {
        await db.query.deleteFrom(table).execute();
      }
      let atMs = start;
      const named = new Map<string, Set<string>>();
      const expected = new Map(accounts.map((id) => [id, new Map<string | null, number>()]));
      for (const { account: accountId, hours, campaign, isCounted } of visits) {
        atMs += hours * 3_600_000;
        const at = new Date(atMs).toISOString();
        clock.set(at);
        const source = {
          accountId,
          traceId: newId('trc'),
          dimensions: {
            book: 'bk_A',
            deployment: '',
            affiliate: 'prt_1',
            campaign,
            language: 'de',
            country: '',
            device: 'phone' as const,
          },
          readerId: null,
          startedAt: at,
        };
        await db.transaction((tx) => queue.addEvents(tx, source, [{ type: 'opened', at }]));
        // A later beacon of the reading does not change its campaign.
        await db.transaction((tx) =>
          queue.addEvents(tx, source, [{ type: 'read', at, seconds: 30 }]),
        );
        if (isCounted) await count();

        const names = named.get(accountId + at.slice(0, 7)) ?? new Set();
        named.set(accountId + at.slice(0, 7), names);
        if (campaign !== '' && names.size < limit) names.add(campaign);
        const key = campaign === '' ? null : names.has(campaign) ? campaign : '(other)';
        const sums = expected.get(accountId);
        sums?.set(key, (sums.get(key) ?? 0) + 1);
      }
      while ((await count()) > 0);
      const period = { from: '2026-10-28', to: clock.now().toISOString().slice(0, 10) };
      for (const [accountId, sums] of expected) {
        const { groups, totals } = await reports.combined(accountId, {
          ...period,
          interval: 'month',
          limit: 100,
          groupBy: 'campaign',
        });
        const found = new Map((groups ?? []).map((group) => [group.key, group.opens]));
        assert.deepEqual([...found].toSorted(), [...sums].toSorted());
        const opens = visits.filter(({ account }) => account === accountId).length;
        assert.deepEqual([totals.opens, totals.sessions], [opens, opens]);
        for (const [campaign, number] of sums) {
          if (campaign === null) continue;
          const one = { ...period, interval: 'day', limit: 1, campaign } as const;
          assert.equal((await reports.opens(accountId, one)).totals.opens, number);
        }
      }
    });
    await fc.assert(property, { numRuns: 4, seed: 1 });
  });
});
