import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import { crossRate, formatRate } from '../../../server/rates/convert.ts';
import { validateTable } from '../../../server/rates/validate-table.ts';
import { parseOpenData } from '../../../server/rates/open-data-source.ts';
import type { RateTable } from '../../../server/rates/rate-table.ts';
import { rateStore } from '../../../server/rates/store.ts';
import { forEachEngine, testApi } from '../harness.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/rates');
const skip = existsSync(folder) ? false : `${folder} is missing`;
const dates = ['2026-06-01', '2026-08-01', '2026-09-01', '2026-09-29'];

/** The open data set as published on a day. */
function published(date: string, base = 'usd'): string {
  const name = date.split('-').map(Number).join('.');
  return readFileSync(join(folder, 'fawazahmed0', `${name}-${base}.json`), 'utf8');
}

function tablesOf(): RateTable[] {
  return dates.map((date) => parseOpenData(published(date), 'currency-api'));
}

/** The ECB's rates of 2025 and 2026 by day, oldest first. */
function ecbDays(): RateTable[] {
  const rows = readFileSync(join(folder, 'ecb/ecb_historical.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));
  return [...Map.groupBy(rows, ([, , date = '']) => date)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, ofDay]) => ({
      date,
      pivot: 'EUR',
      source: 'ecb',
      rates: new Map([
        ['EUR', '1'] as const,
        ...ofDay.map(([, code = '', , rate = '']) => [code, rate] as const),
      ]),
    }));
}

describe('published rate tables', { skip }, () => {
  it('are parsed exactly, with at least 158 currencies', () => {
    for (const table of tablesOf()) assert.ok(table.rates.size >= 158, `${table.rates.size}`);
    const text = published('2026-09-29');
    const { rates } = parseOpenData(text, 'currency-api');
    for (const [code, rate] of rates) {
      const written = new RegExp(`"${code.toLowerCase()}": ?([0-9.]+)`).exec(text)?.[1];
      assert.equal(rate, written, code);
    }
    assert.deepEqual(rates, bundledTable.rates);
  });

  it('in dollars cross to the published rates in euros', () => {
    for (const date of dates) {
      const table = parseOpenData(published(date), 'currency-api');
      const inEuro: { eur: Record<string, number> } = JSON.parse(published(date, 'eur'));
      for (const code of table.rates.keys()) {
        const expected = inEuro.eur[code.toLowerCase()] ?? 0;
        const crossed = Number(formatRate(crossRate(table, 'EUR', code)));
        // The data set rounds to eight decimal places.
        assert.ok(
          Math.abs(crossed / expected - 1) < 1e-5,
          `${date} ${code} ${crossed} ${expected}`,
        );
      }
    }
  });

  it('are accepted except for the few currencies that moved far in a month or two', () => {
    const held: string[][] = [];
    let [lastGood] = tablesOf().map((table) => ({ ...table, held: new Map<string, string>() }));
    for (const table of tablesOf().slice(1)) {
      assert.ok(lastGood);
      const verdict = validateTable(table, {
        lastGood: [lastGood],
        earlierFromSource: [],
        fromOtherSources: [],
      });
      assert.ok(verdict.state === 'good');
      held.push([...verdict.table.held.keys()]);
      lastGood = { ...table, held: new Map() };
    }
    assert.deepEqual(
      held.map((codes) => codes.join(' ')),
      ['BOB COP ILS RUB VED VES XAG XAU XPT', 'RUB SSP XAG XAU XPT', 'CUP XAG XPD'],
    );
  });

  it('of the ECB are accepted on every day of fifteen months', () => {
    const days = ecbDays();
    assert.ok(days.length > 300, `${days.length} days`);
    for (const [index, table] of days.slice(1).entries()) {
      const before = days[index];
      assert.ok(before);
      const lastGood = [{ ...before, held: new Map<string, string>() }];
      const verdict = validateTable(table, {
        lastGood,
        earlierFromSource: [],
        fromOtherSources: [],
      });
      assert.ok(verdict.state === 'good' && verdict.table.held.size === 0, table.date);
    }
  });
});

describe('history of the published tables', { skip }, () => {
  forEachEngine('GET /v1/rates/history', (engine) => {
    it('returns the four days with their own rates', async () => {
      const api = await testApi(engine);
      const tables = tablesOf();
      for (const table of tables) {
        const good = { ...table, held: new Map<string, string>() };
        await rateStore(api.db).save({ state: 'good', table: good }, api.clock.now());
      }
      const { text: key } = await api.newKey();
      const path = '/v1/rates/history?symbols=EUR,JPY&from=2026-05-01&to=2026-10-31';
      const { data } = await (await api.request(path, { key })).json();
      assert.deepEqual(
        data.points,
        tables.map(({ date, rates }) => ({
          date,
          source: 'currency-api',
          rates: { EUR: rates.get('EUR'), JPY: rates.get('JPY') },
        })),
      );
      const old = await (
        await api.request('/v1/rates?symbols=EUR&date=2026-08-31', { key })
      ).json();
      assert.equal(old.data.date, '2026-08-01');
      assert.equal(old.data.stale, true);
    });
  });
});
