import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { backfillRates } from '../../../server/rates/backfill.ts';
import { rateArchives } from '../../../server/rates/rate-archives.ts';
import type { Database } from '../../../server/db/open.ts';
import { forEachEngine, testDatabase } from '../harness.ts';
import { ecbXml, openDataJson, startFakeRateHost } from './fake-rate-host.ts';

const data = join(import.meta.dirname, '../../../../shared/data/rates');
const ecbCsv = join(data, 'ecb/ecb_recent.csv');
const noData = existsSync(ecbCsv) ? false : 'the real exchange rates are missing';

/** The bank's feed of several days in its real format. */
function ecbHistory(days: string[]): string {
  const [first = '', ...more] = days;
  const cubes = more.map((day) => /<Cube time=[^]*?<\/Cube>/.exec(ecbXml(day))?.[0] ?? '');
  return ecbXml(first).replace('\t\t</Cube>\n', `\t\t</Cube>\n${cubes.join('\n')}\n`);
}

const now = () => new Date('2026-11-21T12:00:00Z');
const log = { info: () => undefined, warn: () => undefined };

async function run(db: Database, origin: string, at = now, signal = new AbortController().signal) {
  const pauses: number[] = [];
  const wait = async (ms: number) => void pauses.push(ms);
  const stored: Record<string, number> = {};
  const archives = rateArchives({
    openDataUrls: [`${origin}/api@latest/usd.json`],
    ecbUrl: `${origin}/eurofxref-daily.xml`,
    fetch,
  });
  for (const archive of archives) {
    stored[archive.name] = await backfillRates(archive, { db, now: at, signal, wait, log });
  }
  return { stored, pauses };
}

const datesOf = async (db: Database, source: string) =>
  (
    await db.query
      .selectFrom('rate_tables')
      .select('date')
      .where('source', '=', source)
      .where('state', '=', 'good')
      .orderBy('date')
      .execute()
  ).map(({ date }) => date);

forEachEngine('earlier exchange rates', (engine) => {
  it('are fetched once, with pauses, except for days that are stored or not published', async () => {
    const db = await testDatabase(engine);
    const host = await startFakeRateHost();
    host.handler = (request, response) => {
      const day = /@(\d{4}-\d\d-\d\d)\//.exec(request.url ?? '')?.[1];
      if (request.url === '/eurofxref-hist-90d.xml') {
        response.setHeader('Content-Type', 'text/xml');
        return response.end(ecbHistory(['2026-11-20', '2026-11-19', '2026-09-01', '2026-01-05']));
      }
      if (!day || day.endsWith('-15')) return response.writeHead(404).end();
      response.setHeader('Content-Type', 'application/json');
      return response.end(openDataJson(day));
    };

    const first = await run(db, host.url);
    assert.deepEqual(first.stored, { ecb: 3, 'currency-api': 29 });
    assert.deepEqual(await datesOf(db, 'ecb'), ['2026-09-01', '2026-11-19', '2026-11-20']);
    const days = await datesOf(db, 'currency-api');
    assert.deepEqual([days[0], days.at(-1)], ['2026-10-22', '2026-11-20']);
    assert.ok(!days.includes('2026-11-15'));
    assert.equal(first.pauses.length, 29);
    assert.ok(first.pauses.every((ms) => ms >= 1000));

    // Only the days without a table are requested again.
    host.requestedPaths.length = 0;
    const again = await run(db, host.url);
    assert.deepEqual(again.stored, { ecb: 0, 'currency-api': 0 });
    assert.deepEqual(host.requestedPaths, ['/eurofxref-hist-90d.xml', '/api@2026-11-15/usd.json']);
  });

  it('are not requested further after three failures', async () => {
    const db = await testDatabase(engine);
    const host = await startFakeRateHost();
    host.respondWith('text/html', 'Sorry', 503);
    assert.deepEqual((await run(db, host.url)).stored, { ecb: 0, 'currency-api': 0 });
    assert.equal(host.requestedPaths.length, 4);
  });

  it('are read from the bank’s real rates', { skip: noData }, async () => {
    const db = await testDatabase(engine);
    const host = await startFakeRateHost();
    const byDay = new Map<string, string[]>();
    for (const line of readFileSync(ecbCsv, 'utf8').split('\n').slice(1)) {
      const [, code = '', day = '', rate = ''] = line.trim().split(',');
      if (rate)
        byDay.set(day, [...(byDay.get(day) ?? []), `<Cube currency='${code}' rate='${rate}'/>`]);
    }
    const cubes = [...byDay].map(([day, rates]) => `<Cube time='${day}'>${rates.join('')}</Cube>`);
    const xml = ecbXml('2026-01-05').replace(
      /<Cube>[^]*<\/Cube>/,
      `<Cube>${cubes.join('')}</Cube>`,
    );
    host.handler = (request, response) => {
      if (!request.url?.endsWith('.xml')) return response.writeHead(404).end();
      return response.writeHead(200, { 'Content-Type': 'text/xml' }).end(xml);
    };
    const { stored } = await run(db, host.url, () => new Date('2026-03-19T12:00:00Z'));
    assert.equal(stored['ecb'], byDay.size);
    assert.deepEqual(await datesOf(db, 'ecb'), [...byDay.keys()].sort());
  });
});
