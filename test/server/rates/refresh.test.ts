import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../../server/db/open.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import type { RateSource } from '../../../server/rates/rate-source.ts';
import { servedRates } from '../../../server/rates/served-rates.ts';
import { refreshRates } from '../../../server/rates/refresh.ts';
import { rateStore } from '../../../server/rates/store.ts';
import { forEachEngine, newDatabaseLocation, TestClock, testDatabase } from '../harness.ts';
import { ecbAt, openDataAt, startFakeRateHost, perEuro } from './fake-rate-host.ts';

const bundledEuro = Number(bundledTable.rates.get('EUR'));
const day = (on: number): string => `2026-11-${String(on).padStart(2, '0')}`;

forEachEngine('refreshing rates', (engine) => {
  async function setUp() {
    const db = await testDatabase(engine);
    const clock = new TestClock(`${day(20)}T12:00:00Z`);
    const [openHost, ecbHost] = [await startFakeRateHost(), await startFakeRateHost()];
    const open = openDataAt([openHost], clock.now);
    const ecb = ecbAt(ecbHost);
    const { signal } = new AbortController();
    const refresh = async (source: RateSource, isForced = false) =>
      await refreshRates(source, { db, now: clock.now, signal, isForced });
    // Creates a new instance each time, as another process would.
    const served = async () => await servedRates(db, clock.now).current();
    /** Serves the open data set of a day and refreshes from it. */
    const refreshOn = async (on: number, changes: Record<string, unknown> = {}) => {
      clock.set(`${day(on)}T12:00:00Z`);
      openHost.serveOpenData(day(on), changes);
      return await refresh(open);
    };
    return { db, clock, openHost, ecbHost, open, ecb, refresh, served, refreshOn };
  }

  it('replaces the bundled table with the fetched table', async () => {
    const { served, refreshOn } = await setUp();
    assert.equal((await served()).source, 'bundled');

    const outcome = await refreshOn(20, { EUR: bundledEuro * 1.01 });

    assert.deepEqual(outcome, {
      source: 'currency-api',
      outcome: 'added',
      date: day(20),
      currencies: bundledTable.rates.size,
      held: [],
    });
    const table = await served();
    assert.equal(table.source, 'currency-api');
    assert.equal(table.date, day(20));
    assert.equal(table.ageSeconds, 12 * 3600);
    assert.equal(table.stale, false);
    assert.equal(table.rates.get('EUR'), String(bundledEuro * 1.01));
  });

  it('does not fetch again while the table is from today, and fetches again the next day', async () => {
    const { clock, open, openHost, refresh, refreshOn } = await setUp();
    await refreshOn(20);
    assert.deepEqual(await refresh(open), {
      source: 'currency-api',
      outcome: 'unchanged',
      date: day(20),
    });
    assert.equal(openHost.requestedPaths.length, 1);
    clock.set(`${day(21)}T00:30:00Z`);
    assert.equal((await refresh(open)).outcome, 'unchanged');
    assert.equal(openHost.requestedPaths.length, 2);
  });

  it('keeps the served rates if a source fails or returns invalid data', async () => {
    const { clock, openHost, open, ecb, ecbHost, refresh, served, refreshOn } = await setUp();
    await refreshOn(20, { EUR: 0.87 });
    const before = await served();
    clock.set(`${day(21)}T12:00:00Z`);
    const hang = () => void (openHost.handler = () => {});
    const faults: (() => void)[] = [
      () => openHost.respondWith('text/html', '<html></html>'),
      () => openHost.respondWith('application/json', '{}', 500),
      () => openHost.respondWith('application/json', '{"date":"2026-11-21","usd":{"eur":'),
      () => openHost.serveOpenData(day(21), { EUR: '0.87' }),
      () => openHost.serveOpenData(day(21), { EUR: -0.87 }),
      () => openHost.serveOpenData(day(23)),
      hang,
      () => void (openHost.handler = (_, response) => response.destroy()),
    ];
    for (const applyFault of faults) {
      applyFault();
      ecbHost.handler = openHost.handler;
      const isLate = applyFault === hang;
      const sources = isLate
        ? [openDataAt([openHost], clock.now, 400), ecbAt(ecbHost, 400)]
        : [open, ecb];
      for (const source of sources) {
        assert.equal((await refresh(source)).outcome, 'failed', applyFault.toString());
      }
      const { rates, date, source } = await served();
      assert.deepEqual(
        { rates, date, source },
        { rates: before.rates, date: day(20), source: 'currency-api' },
      );
    }
    assert.equal((await served()).ageSeconds, 36 * 3600);
  });

  it('holds back a jump of nine percent, reports it and accepts the other rates', async () => {
    const { served, refreshOn } = await setUp();
    await refreshOn(20, { EUR: 0.87, GBP: 0.75 });

    const outcome = await refreshOn(21, { EUR: 0.87 * 1.09, GBP: 0.751 });

    assert.ok(outcome.outcome === 'added');
    assert.deepEqual(outcome.held, ['EUR']);
    const table = await served();
    assert.equal(table.date, day(21));
    assert.equal(table.rates.get('EUR'), '0.87');
    assert.equal(table.rates.get('GBP'), '0.751');
    assert.deepEqual([...table.held.keys()], ['EUR']);
  });

  it('also holds back a jump relative to the bundled table', async () => {
    const { served, refreshOn } = await setUp();
    await refreshOn(20, { EUR: bundledEuro * 1.09 });
    assert.equal((await served()).rates.get('EUR'), bundledTable.rates.get('EUR'));
  });

  it('releases a held rate when the source corrects it on the same day', async () => {
    const { served, refreshOn } = await setUp();
    await refreshOn(20, { EUR: 0.87 });
    await refreshOn(21, { EUR: 0.96 });
    assert.equal((await refreshOn(21, { EUR: 0.97 })).outcome, 'unchanged');
    assert.equal((await refreshOn(21, { EUR: 0.872 })).outcome, 'added');
    const table = await served();
    assert.equal(table.rates.get('EUR'), '0.872');
    assert.equal(table.held.size, 0);
  });

  it('rejects a table with too many jumps and keeps the last plausible table', async () => {
    const { served, refreshOn } = await setUp();
    await refreshOn(20);
    const all = Object.fromEntries(
      [...bundledTable.rates].map(([code, rate]) => [code, Number(rate) * 1.09]),
    );
    const outcome = await refreshOn(21, { ...all, USD: 1 });
    assert.ok(outcome.outcome === 'refused');
    assert.equal(outcome.outliers.length, bundledTable.rates.size - 1);
    assert.equal((await served()).date, day(20));
    assert.equal((await refreshOn(21)).outcome, 'added');
    assert.equal((await served()).date, day(21));
  });

  it('accepts a devaluation on its third day', async () => {
    const { served, refreshOn } = await setUp();
    const before = Number(bundledTable.rates.get('EGP'));
    const heldOn: string[][] = [];
    for (const on of [20, 21, 22]) {
      const outcome = await refreshOn(on, { EGP: before * 1.4 });
      assert.ok(outcome.outcome === 'added');
      heldOn.push(outcome.held);
    }
    assert.deepEqual(heldOn, [['EGP'], ['EGP'], []]);
    assert.equal((await served()).rates.get('EGP'), String(before * 1.4));
    const after = await refreshOn(23, { EGP: before * 1.41 });
    assert.ok(after.outcome === 'added' && after.held.length === 0);
  });

  it('accepts a devaluation immediately if the other source confirms it', async () => {
    const { ecb, ecbHost, refresh, served, refreshOn, openHost } = await setUp();
    const before = Number(bundledTable.rates.get('TRY'));
    await refreshOn(20, { TRY: before * 1.2 });
    assert.equal((await served()).rates.get('TRY'), bundledTable.rates.get('TRY'));

    ecbHost.serveEcb(day(20), { TRY: (perEuro('TRY') * 1.21).toFixed(4) });
    const confirmation = await refresh(ecb);
    assert.ok(confirmation.outcome === 'added' && confirmation.held.length === 0);
    const requestCount = openHost.requestedPaths.length;
    assert.equal((await refreshOn(20, { TRY: before * 1.2 })).outcome, 'added');

    // A table with held rates is fetched again on the same day.
    assert.equal(openHost.requestedPaths.length, requestCount + 1);
    assert.equal((await served()).rates.get('TRY'), String(before * 1.2));
  });

  it('never accepts a rate that the other source contradicts', async () => {
    const { ecb, ecbHost, refresh, served, refreshOn } = await setUp();
    for (const on of [16, 17, 18, 19, 20]) {
      const outcome = await refreshOn(on, { EUR: bundledEuro * 1.09 });
      ecbHost.serveEcb(day(on));
      await refresh(ecb);
      if (on > 16) assert.ok(outcome.outcome === 'added' && outcome.held.includes('EUR'));
    }
    assert.equal((await served()).rates.get('EUR'), bundledTable.rates.get('EUR'));
  });

  it('keeps the first table of a day', async () => {
    const { open, refresh, served, refreshOn, openHost } = await setUp();
    await refreshOn(20, { EUR: 0.87 });
    openHost.serveOpenData(day(20), { EUR: 0.88 });
    assert.equal((await refresh(open, true)).outcome, 'unchanged');
    assert.equal((await served()).rates.get('EUR'), '0.87');
  });

  it('ignores tables older than the stored one', async () => {
    const { open, refresh, served, refreshOn, openHost } = await setUp();
    openHost.serveOpenData('2026-08-01');
    assert.equal((await refresh(open)).outcome, 'unchanged');
    assert.equal((await served()).source, 'bundled');
    await refreshOn(20);
    openHost.serveOpenData(day(19));
    assert.equal((await refresh(open, true)).outcome, 'unchanged');
    assert.equal((await served()).date, day(20));
  });

  it('stores each table once when many processes refresh at the same time', async () => {
    const address = await newDatabaseLocation(engine);
    const clock = new TestClock(`${day(20)}T12:00:00Z`);
    const hosts = [await startFakeRateHost(), await startFakeRateHost()] as const;
    hosts[0].serveOpenData(day(20));
    hosts[1].serveEcb(day(20));
    const sources = [openDataAt([hosts[0]], clock.now), ecbAt(hosts[1])];
    const processes = Array.from({ length: 4 }, () => openDatabase(address));
    try {
      for (const db of processes) await migrate(db, clock.now);
      const { signal } = new AbortController();
      const outcomes = await Promise.all(
        processes.flatMap((db) =>
          sources.map((source) => refreshRates(source, { db, now: clock.now, signal })),
        ),
      );
      assert.equal(outcomes.filter(({ outcome }) => outcome === 'added').length, 2);
      assert.ok(outcomes.every(({ outcome }) => outcome === 'added' || outcome === 'unchanged'));
      for (const db of processes) {
        assert.equal((await rateStore(db).between(day(1), day(30))).length, 2);
      }
    } finally {
      for (const db of processes) await db.close();
    }
  });

  it('becomes visible to a serving process within a minute, with one query per minute', async () => {
    const { db, clock, refreshOn } = await setUp();
    let queries = 0;
    const counting = {
      ...db,
      get query() {
        queries += 1;
        return db.query;
      },
    };
    const rates = servedRates(counting, clock.now);
    await Promise.all(Array.from({ length: 50 }, () => rates.current()));
    assert.equal(queries, 1);
    await refreshOn(20);
    clock.advance(59);
    assert.equal((await rates.current()).source, 'bundled');
    clock.advance(1);
    await Promise.all(Array.from({ length: 50 }, () => rates.current()));
    assert.equal((await rates.current()).source, 'currency-api');
    assert.equal(queries, 2);
  });

  it('uses one table, which is the newest that has every requested currency', async () => {
    const { db, clock, ecb, ecbHost, refresh, refreshOn } = await setUp();
    await refreshOn(17);
    clock.set(`${day(20)}T16:00:00Z`);
    ecbHost.serveEcb(day(20));
    await refresh(ecb);
    const rates = servedRates(db, clock.now);

    assert.equal((await rates.find(['USD', 'EUR']))?.source, 'ecb');
    assert.equal((await rates.find(['USD', 'AED']))?.source, 'currency-api');
    assert.equal((await rates.current()).date, day(17));
    assert.equal((await rates.current()).stale, true);
    assert.equal((await rates.find(['USD', 'EUR'], day(19)))?.date, day(17));
    assert.equal((await rates.find(['USD', 'EUR'], day(16)))?.source, 'bundled');
    assert.equal(await rates.find(['USD', 'EUR'], '2026-09-28'), null);
  });
});
