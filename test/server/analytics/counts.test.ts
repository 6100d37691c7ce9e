import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import type { BeaconEvent } from '../../../server/analytics/beacon.ts';
import { beaconQueue } from '../../../server/analytics/beacon-queue.ts';
import { groupings, intervals } from '../../../server/analytics/contract.ts';
import { countNextBeacons } from '../../../server/analytics/count-beacons.ts';
import { pruneAnalytics } from '../../../server/analytics/prune-analytics.ts';
import { analyticsReports, type ReportQuery } from '../../../server/analytics/reports.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import type { Database } from '../../../server/db/open.ts';
import { forEachEngine, TestClock, testDatabase } from '../harness.ts';
import {
  selectReadings,
  slowCounts,
  slowPositions,
  slowReadings,
  slowSections,
} from './slow-count.ts';

const accountId = 'acc_1';
const books = ['bk_A', 'bk_B'];
/** Periods of whole months, parts of months, and both. */
const periods = [
  { from: '2026-10-30', to: '2026-11-05' },
  { from: '2026-10-31', to: '2026-11-01' },
  { from: '2026-11-01', to: '2026-11-30' },
  { from: '2026-10-20', to: '2026-11-30' },
] as const;
const startMs = Date.parse('2026-10-30T00:00:00Z');

const dimensions = fc.record({
  book: fc.constantFrom(...books),
  deployment: fc.constantFrom('', 'dep_1'),
  affiliate: fc.constantFrom('', 'prt_1', 'prt_2'),
  campaign: fc.constantFrom('', 'autumn', '-spring'),
  language: fc.constantFrom('', 'de', 'en'),
  country: fc.constantFrom('', 'AT', 'DE'),
  device: fc.constantFrom('' as const, 'phone' as const, 'desktop' as const),
});

const event = fc.record(
  {
    type: fc.constantFrom<BeaconEvent['type']>(
      'opened',
      'opened',
      'read',
      'read',
      'read',
      'progressed',
      'finished-sample',
      'buy-clicked',
    ),
    minute: fc.nat({ max: 3 * 60 }),
    section: fc.nat({ max: 6 }),
    fraction: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.05, 0.95, 1)),
    seconds: fc.oneof(fc.constantFrom(0, 9, 10), fc.nat({ max: 5000 })),
  },
  { requiredKeys: ['type', 'minute'] },
);

/** One reading: when it began, its beacons, and days after which sales were reported. */
const reading = fc.record({
  minute: fc.nat({ max: 4 * 24 * 60 }),
  dimensions,
  // The dimensions of later beacons should be the same, but clients could send other headers.
  other: fc.option(dimensions, { freq: 10 }),
  readerId: fc.option(fc.constantFrom('reader 1', 'reader 2')),
  beacons: fc.array(fc.array(event, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  sales: fc.array(fc.constantFrom(0, 1, 29.9, 30.2), { maxLength: 1 }),
});

const step = fc.constantFrom('wait', 'wait', 'count', 'crash', 'race');

const request = fc.record(
  {
    groupBy: fc.constantFrom(...groupings),
    book: fc.constantFrom(...books),
    deployment: fc.constant('dep_1'),
    affiliate: fc.constantFrom('weekly', 'prt_2'),
    campaign: fc.constantFrom('autumn', '-spring'),
    language: fc.constantFrom('de', 'en'),
    country: fc.constant('AT'),
    device: fc.constantFrom('phone' as const, 'desktop' as const),
    compare: fc.constant('previous' as const),
  },
  { requiredKeys: [] },
);

forEachEngine('the counts of analytics', (engine) => {
  it('are those of a slow count over all beacons, and count each beacon once', async () => {
    const db = await testDatabase(engine);
    const clock = new TestClock('2026-10-30T00:00:00Z');
    const newId = idGenerator(() => clock.now().getTime());
    const queue = beaconQueue({
      now: clock.now,
      newId,
      secrets: ['a secret of thirty-two characters'],
    });
    const created_at = clock.now().toISOString();
    for (const id of [accountId, 'acc_2']) {
      await db.query.insertInto('accounts').values({ id, name: id, created_at }).execute();
    }
    for (const [id, code] of [
      ['prt_1', 'weekly'],
      ['prt_2', 'daily'],
    ] as const) {
      await addPartner(db, id, code, created_at);
    }
    const reports = analyticsReports({ db, now: clock.now, sectionTitles: async () => null });

    const property = fc.asyncProperty(
      fc.array(reading, { minLength: 8, maxLength: 30 }),
      fc.array(step, { minLength: 20, maxLength: 20 }),
      fc.array(request, { minLength: 12, maxLength: 12 }),
      async (readings, steps, requests) => {
        for (const table of [
          'beacon_queue',
          'beacons',
          'analytics_readers',
          'analytics_hours',
          'analytics_days',
        ] as const) {
          await db.query.deleteFrom(table).execute();
        }
        const writes = readings.flatMap((one) => writesOf(queue, one, newId('trc')));
        writes.sort((one, other) => one.atMs - other.atMs);
        for (const [index, write] of writes.entries()) {
          clock.set(new Date(write.atMs).toISOString());
          await db.transaction(write.run);
          await runStep(db, steps[index % steps.length]);
        }
        await countAll(db);
        clock.set('2026-12-05T00:00:00Z');
        const slow = await slowReadings(db.query, accountId);
        for (const [index, more] of requests.entries()) {
          const interval = intervals[index % 3] ?? 'day';
          const period = periods[index % 4] ?? periods[0];
          const isLong = period.to === '2026-11-30';
          await compareReports(reports, slow, {
            ...period,
            limit: 1000,
            interval: isLong ? 'month' : interval,
            ...more,
          });
        }
        const other = await reports.opens('acc_2', { limit: 10, interval: 'day' });
        assert.equal(other.totals.opens, 0);
      },
    );
    await fc.assert(property, { numRuns: 4, seed: 1 });

    // Later deletions keep the counts by day.
    const days = () => db.query.selectFrom('analytics_days').selectAll().execute();
    const before = await days();
    clock.set('2027-03-01T00:00:00Z');
    await pruneAnalytics(db, clock.now(), async () => undefined);
    assert.deepEqual(await days(), before);
    for (const table of ['beacons', 'analytics_readers', 'analytics_hours'] as const) {
      assert.deepEqual(await db.query.selectFrom(table).select('account_id').execute(), []);
    }
  });
});

type Queue = ReturnType<typeof beaconQueue>;
type GeneratedReading = typeof reading extends fc.Arbitrary<infer Value> ? Value : never;

/** The writes of a reading. Some of its beacons are sent twice. */
function writesOf(queue: Queue, one: GeneratedReading, traceId: string) {
  const openedMs = startMs + one.minute * 60_000;
  const startedAt = new Date(openedMs).toISOString();
  const beacons = one.beacons.map((events, index) => ({
    atMs: openedMs + index * 3_600_000,
    run: (tx: Parameters<Queue['addEvents']>[0]) =>
      queue.addEvents(
        tx,
        {
          accountId,
          traceId,
          dimensions: index > 0 ? (one.other ?? one.dimensions) : one.dimensions,
          readerId: one.readerId,
          startedAt,
        },
        events.map(({ minute, ...rest }) => ({
          ...rest,
          at: new Date(openedMs + minute * 60_000).toISOString(),
        })),
      ),
  }));
  const again = beacons.slice(0, 1).map(({ atMs, run }) => ({ atMs: atMs + 7_200_000, run }));
  const sales = one.sales.map((days) => ({
    atMs: openedMs + days * 86_400_000,
    run: (tx: Parameters<Queue['addSale']>[0]) => queue.addSale(tx, { accountId, traceId }),
  }));
  return [...beacons, ...again, ...sales];
}

async function runStep(db: Database, what: string | undefined): Promise<void> {
  if (what === 'count') await countNextBeacons(db);
  if (what === 'race') await Promise.all([countNextBeacons(db), countNextBeacons(db)]);
  if (what !== 'crash') return;
  const killed: Database = {
    ...db,
    relaxedTransaction: (work) =>
      db.relaxedTransaction(async (tx) => {
        await work(tx);
        throw new Error('killed before the commit');
      }),
  };
  await countNextBeacons(killed).catch((error: unknown) => assert.match(String(error), /killed/));
}

async function countAll(db: Database): Promise<void> {
  while ((await countNextBeacons(db)) > 0);
}

async function compareReports(
  reports: ReturnType<typeof analyticsReports>,
  slow: Awaited<ReturnType<typeof slowReadings>>,
  query: ReportQuery & { from: string; to: string },
): Promise<void> {
  const affiliate = query.affiliate === 'weekly' ? 'prt_1' : query.affiliate;
  const filter = { ...query, ...(affiliate !== undefined && { affiliate }) };
  const selected = selectReadings(slow, filter);
  const [opens, reading_, funnel] = await Promise.all([
    reports.opens(accountId, query),
    reports.reading(accountId, query),
    reports.funnel(accountId, query),
  ]);
  const numbersOf = (index: number) => ({
    ...opens.series[index],
    ...reading_.series[index],
    ...funnel.series[index],
  });
  const message = JSON.stringify(query);
  const expectSame = (actual: object, expected: typeof selected, hasReaders: boolean) => {
    const { readers, ...counts } = slowCounts(expected);
    assert.deepEqual(pick(actual, Object.keys(counts)), counts, message);
    // A reader counts with the first reading of the day, so other parts cannot be compared.
    if (hasReaders) assert.equal(Reflect.get(actual, 'readers'), readers, message);
  };
  const { deployment, language, country, device, campaign } = query;
  const isWhole = [deployment, affiliate, language, country, device, campaign].every((one) => !one);
  const totals = { ...opens.totals, ...reading_.totals, ...funnel.totals };
  expectSame(totals, selected, isWhole);
  const length = { hour: 13, day: 10, month: 7 }[query.interval];
  for (const [index, { start }] of opens.series.entries()) {
    const part = selected.filter(({ openedAt }) => openedAt.slice(0, length) === start);
    expectSame(numbersOf(index), part, isWhole && query.interval !== 'hour');
  }
  const sum = opens.series.reduce((all, one) => all + one.opens, 0);
  assert.equal(sum, opens.totals.opens);
  if (query.compare) {
    assert.ok(opens.previous && opens.previous.to < query.from);
    const earlier = selectReadings(slow, { ...filter, ...pickPeriod(opens.previous) });
    expectSame(
      { ...opens.previous.totals, ...reading_.previous?.totals, ...funnel.previous?.totals },
      earlier,
      isWhole,
    );
    for (const [index, { start, ...figures }] of opens.previous.series.entries()) {
      const others = [reading_.previous?.series[index], funnel.previous?.series[index]];
      const part = earlier.filter(({ openedAt }) => openedAt.slice(0, length) === start);
      const hasReaders = isWhole && query.interval !== 'hour';
      expectSame({ ...figures, ...others[0], ...others[1] }, part, hasReaders);
    }
    const opened = opens.previous.series.reduce((all, one) => all + one.opens, 0);
    assert.equal(opened, opens.previous.totals.opens);
  }
  for (const [index, group] of (opens.groups ?? []).entries()) {
    const { groupBy } = query;
    if (!groupBy) throw new Error('Groups without a grouping.');
    const part = selected.filter(({ dimensions: one }) => one[groupBy] === (group.key ?? ''));
    expectSame({ ...group, ...reading_.groups?.[index], ...funnel.groups?.[index] }, part, false);
  }
  if (query.groupBy) {
    const found = (opens.groups ?? []).reduce((all, one) => all + one.opens, 0);
    assert.equal(found, selected.length, message);
  }
  const curve = reading_.positions.map(({ reached, stopped }) => ({ reached, stopped }));
  assert.deepEqual(curve, slowPositions(selected), message);
  if (query.book === undefined) return assert.equal(reading_.sections, null);
  const sections = reading_.sections?.map(({ reached, stopped }) => ({ reached, stopped }));
  assert.deepEqual(sections, slowSections(selected), message);
}

function pick(all: object, names: string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(all, name)]));
}

function pickPeriod({ from, to }: { from: string; to: string }) {
  return { from, to };
}

async function addPartner(db: Database, id: string, code: string, at: string): Promise<void> {
  await db.query
    .insertInto('partners')
    .values({
      id,
      account_id: accountId,
      code,
      name: code,
      rate: '0.1',
      window_days: 30,
      approval_days: 30,
      max_conversions_per_click: 1,
      own_reader_ids: '[]',
      coupon_codes: '[]',
      special_rates: '[]',
      state: 'active',
      revision: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
}
