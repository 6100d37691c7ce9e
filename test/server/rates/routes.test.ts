import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import { Conversion, Currency, RateHistory, RateList } from '../../../server/rates/contract.ts';
import { rateStore } from '../../../server/rates/store.ts';
import { forEachEngine, type TestApi, testApi } from '../harness.ts';

const strict = <T extends z.ZodRawShape>({ shape }: z.ZodObject<T>) =>
  z.strictObject({ data: z.strictObject(shape) });
const Rates = strict(RateList);
const History = strict(RateHistory);
const Converted = strict(Conversion);

const small = { USD: '1', EUR: '0.8', JPY: '150', BHD: '0.376' };

async function saveTable(
  api: TestApi,
  date: string,
  changes: Record<string, string> = {},
  held = {},
) {
  const rates = new Map([...bundledTable.rates, ...Object.entries({ ...small, ...changes })]);
  const table = { ...bundledTable, source: 'currency-api', date, rates };
  const verdict = {
    state: 'good' as const,
    table: {
      ...table,
      held: new Map(Object.entries(held).map(([code, rate]) => [code, String(rate)])),
    },
  };
  await rateStore(api.db).save(verdict, api.clock.now());
}

/** An API whose clock is at noon on 2026-11-21, with a table for each of `dates`. */
async function setUp(engine: Parameters<typeof testApi>[0], dates = ['2026-11-21']) {
  const api = await testApi(engine);
  for (const date of dates) await saveTable(api, date);
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const get = async (path: string, headers: Record<string, string> = {}) =>
    await api.request(path, { key, headers });
  /** The response data, which must match the contract. */
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const response = await get(path);
    assert.equal(response.status, 200, await response.clone().text());
    return schema.parse(await response.json());
  };
  return { api, get, read };
}

forEachEngine('GET /v1/rates', (engine) => {
  it('returns the rates of the base with their age', async () => {
    const { read } = await setUp(engine);
    const { data } = await read('/v1/rates?base=eur&symbols=USD,jpy,EUR,USD', Rates);
    assert.deepEqual(data, {
      base: 'EUR',
      date: '2026-11-21',
      asOf: '2026-11-21T00:00:00Z',
      ageSeconds: 12 * 3600,
      stale: false,
      source: 'currency-api',
      rates: { USD: '1.25', JPY: '187.5', EUR: '1' },
    });
  });

  it('rejects dates in the future', async () => {
    const { get } = await setUp(engine);
    const paths = [
      '?symbols=EUR&date=2026-11-22',
      '/convert?from=USD&to=EUR&amount=1&date=2026-11-22',
      '/history?from=2026-11-20&to=2026-11-22',
    ];
    for (const path of paths) {
      const response = await get(`/v1/rates${path}`);
      assert.equal(response.status, 400, path);
      const { errors = [] } = await response.json();
      assert.match(
        errors[0].detail,
        /^Must not be in the future: \d{4}-\d\d-\d\d is after 2026-11-21/,
      );
    }
  });

  it('defaults to all rates per US dollar', async () => {
    const { read } = await setUp(engine);
    const { data } = await read('/v1/rates', Rates);
    assert.equal(data.base, 'USD');
    assert.ok(Object.keys(data.rates).length >= 160);
    assert.equal(data.rates['USD'], '1');
    assert.equal(data.converted, undefined);
  });

  it('converts an amount to the minor units of each currency', async () => {
    const { read } = await setUp(engine);
    const { data } = await read('/v1/rates?symbols=EUR,JPY,BHD&amount=9.99', Rates);
    assert.deepEqual(data.converted, {
      EUR: { amount: '7.99', currency: 'EUR' },
      JPY: { amount: '1499', currency: 'JPY' },
      BHD: { amount: '3.756', currency: 'BHD' },
    });
  });

  it('returns the bundled rates as stale before the first refresh', async () => {
    const { read } = await setUp(engine, []);
    const { data } = await read('/v1/rates?symbols=EUR', Rates);
    assert.equal(data.source, 'bundled');
    assert.equal(data.date, bundledTable.date);
    assert.equal(data.stale, true);
    assert.equal(
      data.ageSeconds,
      (Date.parse('2026-11-21T12:00:00Z') - Date.parse(bundledTable.date)) / 1000,
    );
  });

  it('reports rates as stale after 48 hours', async () => {
    const { api, read } = await setUp(engine);
    api.clock.set('2026-11-22T23:59:59Z');
    assert.equal((await read('/v1/rates?symbols=EUR', Rates)).data.stale, false);
    api.clock.set('2026-11-23T00:00:00Z');
    const { data } = await read('/v1/rates?symbols=EUR', Rates);
    assert.deepEqual([data.stale, data.ageSeconds], [true, 48 * 3600]);
  });

  it('names the currencies whose newest rate is implausible', async () => {
    const { api, read } = await setUp(engine, []);
    await saveTable(api, '2026-11-21', {}, { EUR: '0.9' });
    assert.deepEqual((await read('/v1/rates?symbols=EUR,JPY', Rates)).data.held, ['EUR']);
    assert.equal((await read('/v1/rates?symbols=JPY', Rates)).data.held, undefined);
  });

  it('uses the last table on or before the given date', async () => {
    const { api, read, get } = await setUp(engine, ['2026-11-10', '2026-11-12', '2026-11-21']);
    await saveTable(api, '2026-11-12', {});
    for (const [requested, expected] of [
      ['2026-11-09', bundledTable.date],
      ['2026-11-10', '2026-11-10'],
      ['2026-11-11', '2026-11-10'],
      ['2026-11-12', '2026-11-12'],
      ['2026-11-20', '2026-11-12'],
      ['2026-11-21', '2026-11-21'],
    ]) {
      const { data } = await read(`/v1/rates?symbols=EUR&date=${requested}`, Rates);
      assert.equal(data.date, expected, requested);
      const conversion = await read(
        `/v1/rates/convert?from=USD&to=EUR&amount=1&date=${requested}`,
        Converted,
      );
      assert.equal(conversion.data.date, expected, requested);
    }
    const before = await get('/v1/rates?symbols=EUR&date=2000-01-01');
    assert.equal(before.status, 404);
    assert.equal((await before.json()).code, 'rates_not_found');
  });

  it('returns CSV by header or by parameter, which takes precedence', async () => {
    const { get } = await setUp(engine);
    const path = '/v1/rates?symbols=EUR,JPY&amount=10';
    const byHeader = await get(path, { Accept: 'text/csv' });
    const byParameter = await get(`${path}&format=csv`, { Accept: 'application/json' });
    const text = await byHeader.text();
    assert.equal(byHeader.headers.get('Content-Type'), 'text/csv; charset=utf-8');
    assert.match(byHeader.headers.get('Vary') ?? '', /Accept/);
    assert.equal(
      text,
      'date,asOf,stale,source,base,quote,rate,amount\r\n' +
        '2026-11-21,2026-11-21T00:00:00Z,false,currency-api,USD,EUR,0.8,8.00\r\n' +
        '2026-11-21,2026-11-21T00:00:00Z,false,currency-api,USD,JPY,150,1500\r\n',
    );
    assert.equal(await byParameter.text(), text);
    const asJson = await get(`${path}&format=json`, { Accept: 'text/csv' });
    assert.match(asJson.headers.get('Content-Type') ?? '', /^application\/json/);
  });

  it('supports HEAD and conditional requests', async () => {
    const { api } = await setUp(engine);
    const { text: key } = await api.newKey();
    const path = '/v1/rates?symbols=EUR';
    const first = await api.request(path, { key });
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    assert.equal((await api.request(path, { key, headers })).status, 304);
    const head = await api.request(path, { key, method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
  });

  it('requires a key with the permission read:rates', async () => {
    const { api } = await setUp(engine);
    const { text: key } = await api.newKey({ permissions: ['read:books'] });
    for (const path of ['', '/convert?from=USD&to=EUR&amount=1', '/history', '/currencies']) {
      const refused = await api.request(`/v1/rates${path}`, { key });
      assert.equal(refused.status, 403, path);
      assert.equal((await refused.json()).code, 'permission_denied');
    }
    assert.equal((await api.request('/v1/rates')).status, 401);
  });
});

forEachEngine('GET /v1/rates/convert', (engine) => {
  it('is exact and rounds in the requested mode', async () => {
    const { read } = await setUp(engine);
    const path = '/v1/rates/convert?from=EUR&to=USD&amount=0.10';
    const { data } = await read(path, Converted);
    assert.deepEqual(data, {
      from: { amount: '0.10', currency: 'EUR' },
      to: { amount: '0.13', currency: 'USD' },
      rate: '1.25',
      rounding: 'half-up',
      date: '2026-11-21',
      asOf: '2026-11-21T00:00:00Z',
      ageSeconds: 12 * 3600,
      stale: false,
      source: 'currency-api',
    });
    for (const [rounding, amount] of [
      ['half-even', '0.12'],
      ['up', '0.13'],
      ['down', '0.12'],
      ['none', '0.125'],
    ]) {
      const rounded = await read(`${path}&rounding=${rounding}`, Converted);
      assert.deepEqual(rounded.data.to, { amount, currency: 'USD' });
    }
  });
});

forEachEngine('GET /v1/rates/history', (engine) => {
  it('returns a point for each day with a table, including both ends', async () => {
    const { api, read } = await setUp(engine, ['2026-11-01', '2026-11-04', '2026-11-05']);
    await saveTable(api, '2026-11-03', { EUR: '0.5' });
    const { data } = await read(
      '/v1/rates/history?base=EUR&symbols=USD&from=2026-11-03&to=2026-11-05',
      History,
    );
    assert.deepEqual(data, {
      base: 'EUR',
      from: '2026-11-03',
      to: '2026-11-05',
      points: ['2026-11-03', '2026-11-04', '2026-11-05'].map((date, index) => ({
        date,
        source: 'currency-api',
        rates: { USD: index === 0 ? '2' : '1.25' },
      })),
    });
  });

  it('defaults to the last 31 days and accepts at most 366', async () => {
    const { read, get } = await setUp(engine);
    const { data } = await read('/v1/rates/history', History);
    assert.deepEqual([data.from, data.to], ['2026-10-22', '2026-11-21']);
    const back = (await read('/v1/rates/history?to=2026-03-01', History)).data;
    assert.deepEqual([back.from, back.points], ['2026-01-30', []]);
    await read('/v1/rates/history?from=2025-11-21&to=2026-11-21', History);
    for (const query of ['from=2025-11-20&to=2026-11-21', 'from=2026-11-22', 'from=0001-01-01']) {
      const refused = await get(`/v1/rates/history?${query}`);
      assert.equal(refused.status, 400, query);
      assert.equal((await refused.json()).errors[0].parameter, 'from');
    }
  });

  it('returns CSV', async () => {
    const { get } = await setUp(engine, ['2026-11-20', '2026-11-21']);
    const response = await get('/v1/rates/history?symbols=EUR&from=2026-11-20&format=csv');
    assert.equal(
      await response.text(),
      'date,source,base,quote,rate\r\n' +
        '2026-11-20,currency-api,USD,EUR,0.8\r\n' +
        '2026-11-21,currency-api,USD,EUR,0.8\r\n',
    );
  });
});

forEachEngine('GET /v1/rates/currencies', (engine) => {
  it('lists currencies with name, symbol and minor units', async () => {
    const { read } = await setUp(engine);
    const { data } = await read(
      '/v1/rates/currencies',
      z.strictObject({ data: z.array(z.strictObject(Currency.shape)) }),
    );
    assert.ok(data.length >= 160);
    const of = (expected: string) => data.find(({ code }) => code === expected);
    assert.deepEqual(of('JPY'), { code: 'JPY', name: 'Japanese Yen', symbol: '¥', minorUnits: 0 });
    assert.deepEqual(of('BHD'), {
      code: 'BHD',
      name: 'Bahraini Dinar',
      symbol: 'BHD',
      minorUnits: 3,
    });
    assert.equal(of('XAU')?.minorUnits, null);
  });
});

forEachEngine('invalid rates parameter', (engine) => {
  const long = 'x'.repeat(10_240);
  const never = [
    '',
    '%00',
    'EUR%00',
    '%ED%A0%80',
    '%ED%B0%80',
    '%F0%9F%92%B6',
    long,
    '%',
    '%E0%A4%A',
  ];
  const code = [...never, 'E', 'EURO', '12', 'E R', "'%20OR%201=1--"];
  const codes = [...code, 'EUR,', ',', 'EUR,,JPY', 'EUR;JPY', 'EUR,'.repeat(2560)];
  const amount = [
    ...never,
    '-1',
    '+1',
    '1e3',
    'NaN',
    'Infinity',
    '0x1',
    '1,5',
    '.5',
    '1.',
    '9'.repeat(16),
  ];
  const date = [
    ...never,
    '2026-11',
    '2026-02-30',
    '21.11.2026',
    '2026-11-21T00:00:00Z',
    '-2026-11-21',
    '0000-01-01',
    '1899-12-31',
  ];
  const format = [...never, 'xml', 'CSV'];
  const wrong: Record<string, Record<string, string[]>> = {
    '/v1/rates': { base: code, symbols: codes, amount, date, format },
    '/v1/rates/convert': {
      from: code,
      to: code,
      amount,
      date,
      rounding: [...never, 'floor', 'UP'],
    },
    '/v1/rates/history': { base: code, symbols: codes, from: date, to: date, format },
    '/v1/rates/currencies': {},
  };
  const right: Record<string, string> = {
    base: 'EUR',
    symbols: 'EUR',
    amount: '1',
    date: '2026-11-21',
    format: 'json',
    rounding: 'up',
  };
  const enough = { '/v1/rates/convert': { from: 'USD', to: 'EUR', amount: '1' } };

  it('is rejected with an error that names it', async () => {
    const { get } = await setUp(engine);
    const refused = async (path: string, query: string, parameter: string) => {
      const response = await get(`${path}?${query}`);
      const problem = await response.json();
      const context = `${path}?${query.slice(0, 100)} → ${response.status} ${JSON.stringify(problem).slice(0, 300)}`;
      assert.equal(response.status, 400, context);
      assert.equal(problem.errors[0].parameter, parameter, context);
    };
    for (const [path, parameters] of Object.entries(wrong)) {
      const given = path === '/v1/rates/convert' ? enough[path] : {};
      for (const [parameter, values] of Object.entries(parameters)) {
        const { [parameter]: _, ...others } = given as Record<string, string>;
        const rest = new URLSearchParams(others).toString();
        for (const value of values) await refused(path, `${rest}&${parameter}=${value}`, parameter);
        const value = right[parameter] ?? (path === '/v1/rates/history' ? '2026-11-21' : 'EUR');
        await refused(path, `${rest}&${parameter}=${value}&${parameter}=${value}`, parameter);
      }
      const rest = new URLSearchParams(given).toString();
      for (const unknown of ['colour', 'Base', 'base[]', '__proto__', 'constructor']) {
        await refused(path, `${rest}&${unknown}=1`, unknown);
      }
    }
    for (const missing of ['from', 'to', 'amount']) {
      const { [missing]: _, ...others } = enough['/v1/rates/convert'] as Record<string, string>;
      await refused('/v1/rates/convert', new URLSearchParams(others).toString(), missing);
    }
  });

  it('gets the code unknown_currency if no rate exists for the currency', async () => {
    const { get } = await setUp(engine);
    for (const [query, parameter] of [
      ['?base=XYZ', 'base'],
      ['?symbols=EUR,BTC', 'symbols'],
      ['?symbols=DEM', 'symbols'],
      ['/convert?from=XYZ&to=EUR&amount=1', 'from'],
      ['/convert?from=EUR&to=XXX&amount=1', 'to'],
      ['/history?base=ABC', 'base'],
      ['/history?symbols=ABC', 'symbols'],
    ]) {
      const response = await get(`/v1/rates${query}`);
      const problem = await response.json();
      assert.equal(response.status, 400, query);
      assert.equal(problem.code, 'unknown_currency', query);
      assert.equal(problem.errors[0].parameter, parameter, query);
    }
  });
});
