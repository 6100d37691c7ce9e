import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import { type RateSource, RateSourceError } from '../../../server/rates/rate-source.ts';
import {
  ecbAt,
  ecbXml,
  openDataJson,
  openDataAt,
  startFakeRateHost,
  type FakeRateHost,
} from './fake-rate-host.ts';

const now = (): Date => new Date('2026-11-21T12:00:00Z');
const today = '2026-11-21';
const json = 'application/json';

function fetchFrom(source: RateSource) {
  return source.fetchTable(new AbortController().signal);
}

async function assertFails(source: RateSource, reason: RegExp): Promise<void> {
  await assert.rejects(fetchFrom(source), (error) => {
    assert.ok(error instanceof RateSourceError, String(error));
    assert.match(error.message, reason);
    return true;
  });
}

/** Ways in which a host can fail, with the expected reason. */
const faults: Record<string, (host: FakeRateHost) => RegExp> = {
  'responds with 500': (host) => {
    host.respondWith(json, '{}', 500);
    return /responded with status 500/;
  },
  'responds with 204': (host) => {
    host.respondWith(json, '', 204);
    return /responded with status 204/;
  },
  'responds with HTML': (host) => {
    host.respondWith('text/html', '<!doctype html><title>Down</title>');
    return /responded with text\/html instead of /;
  },
  'omits the media type': (host) => {
    host.handler = (_, response) => response.writeHead(200).end(openDataJson(today));
    return /responded with no media type/;
  },
  'never responds': (host) => {
    host.handler = () => {};
    return /took longer than/;
  },
  'stalls halfway': (host) => {
    host.handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host) }).write('{"date":');
    };
    return /took longer than/;
  },
  'closes the connection halfway': (host) => {
    host.handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host), 'Content-Length': '1000' });
      response.write('{"date":', () => response.destroy());
    };
    return /failed/;
  },
  'sends 100 MB': (host) => {
    const chunk = Buffer.alloc(1_000_000, ' ');
    host.handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host) });
      let left = 100;
      const more = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    return /sent more than 1000000 bytes/;
  },
  'sends invalid UTF-8': (host) => {
    host.handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host) }).end(Buffer.from([0xff, 0xfe]));
    };
    return /failed/;
  },
};

const types = new WeakMap<FakeRateHost, string>();
const typeFor = (host: FakeRateHost): string => types.get(host) ?? json;

describe('open data source', () => {
  it('returns every ISO 4217 currency exactly and nothing else', async () => {
    const host = await startFakeRateHost();
    host.serveOpenData(today, { EUR: 0.85991234, IRR: 1_300_000.5, XAU: 0.00024125 });
    const table = await fetchFrom(openDataAt([host], now));
    assert.equal(table.date, today);
    assert.equal(table.pivot, 'USD');
    assert.equal(table.source, 'currency-api');
    assert.equal(table.rates.size, bundledTable.rates.size);
    assert.equal(table.rates.get('USD'), '1');
    assert.equal(table.rates.get('EUR'), '0.85991234');
    assert.equal(table.rates.get('IRR'), '1300000.5');
    assert.equal(table.rates.get('XAU'), '0.00024125');
    assert.equal(table.rates.get('BTC'), undefined);
    assert.deepEqual(host.requestedPaths, ['/usd.json']);
  });

  it('falls back to the second URL if the first fails', async () => {
    const [first, second] = [await startFakeRateHost(), await startFakeRateHost()];
    second.serveOpenData(today);
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, today);
    first.handler = () => {};
    assert.equal((await fetchFrom(openDataAt([first, second], now, 1500))).date, today);
  });

  it('uses the newer table from the two URLs if the first table is older than today', async () => {
    const [first, second] = [await startFakeRateHost(), await startFakeRateHost()];
    first.serveOpenData('2026-11-19');
    second.serveOpenData('2026-11-20');
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, '2026-11-20');
    second.serveOpenData('2026-11-01');
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, '2026-11-19');
    second.respondWith('text/html', '');
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, '2026-11-19');
    first.serveOpenData(today);
    second.requestedPaths.length = 0;
    await fetchFrom(openDataAt([first, second], now));
    assert.deepEqual(second.requestedPaths, []);
  });

  it('reports why each URL failed', async () => {
    const [first, second] = [await startFakeRateHost(), await startFakeRateHost()];
    second.respondWith('text/html', '');
    await assertFails(openDataAt([first, second], now), /status 404; .* responded with text\/html/);
  });

  for (const [fault, prepare] of Object.entries(faults)) {
    it(`fails if its host ${fault}`, async () => {
      const host = await startFakeRateHost();
      const reason = prepare(host);
      const isSlow = reason.source.includes('longer');
      await assertFails(openDataAt([host], now, isSlow ? 300 : 60_000), reason);
    });
  }

  it('does not follow redirects', async () => {
    const [host, elsewhere] = [await startFakeRateHost(), await startFakeRateHost()];
    elsewhere.serveOpenData(today);
    for (const target of [`${elsewhere.url}/usd.json`, '/else.json']) {
      for (const status of [301, 302, 307, 308]) {
        host.handler = (_, response) => response.writeHead(status, { Location: target }).end();
        await assertFails(openDataAt([host], now), new RegExp(`responded with status ${status}`));
      }
    }
    assert.deepEqual(elsewhere.requestedPaths, []);
    assert.equal(new Set(host.requestedPaths).size, 1);
  });

  it('fails if the connection is refused', async () => {
    const host = await startFakeRateHost();
    host.url = 'http://127.0.0.1:1';
    await assertFails(openDataAt([host], now), /failed/);
  });

  it('rejects the whole table if one rate is not a valid number', async () => {
    const host = await startFakeRateHost();
    for (const wrong of ['0.86', '', null, -0.86, 0, 1e-10, 1e10, true, [0.86], { rate: 1 }]) {
      host.serveOpenData(today, { EUR: wrong });
      await assertFails(openDataAt([host], now), /invalid table/);
    }
    for (const wrong of ['NaN', 'Infinity', '-Infinity', '0x1', '.5', '1e999']) {
      host.respondWith(json, openDataJson(today, { EUR: '@' }).replace('"@"', wrong));
      await assertFails(openDataAt([host], now), /not JSON|invalid table/);
    }
  });

  it('rejects invalid and incomplete tables', async () => {
    const host = await startFakeRateHost();
    const few = Object.fromEntries(
      [...bundledTable.rates.keys()].slice(0, 20).map((code) => [code, undefined]),
    );
    const texts = [
      '',
      '[]',
      'null',
      '{}',
      openDataJson(today).slice(0, -9),
      openDataJson('2026-13-01'),
      openDataJson('yesterday'),
      openDataJson(today, { USD: 1.1 }),
      openDataJson(today, { USD: undefined }),
      openDataJson(today, few),
      `{"date":"${today}","usd":[]}`,
      '['.repeat(100_000),
    ];
    for (const text of texts) {
      host.respondWith(json, text);
      await assertFails(openDataAt([host], now), /not JSON|invalid table/);
    }
  });
});

describe('ECB source', () => {
  it('returns its currencies and the euro exactly', async () => {
    const host = await startFakeRateHost();
    host.serveEcb('2026-11-20', { USD: '1.1576', BGN: '1.9558' });
    const table = await fetchFrom(ecbAt(host));
    assert.equal(table.date, '2026-11-20');
    assert.equal(table.pivot, 'EUR');
    assert.equal(table.source, 'ecb');
    assert.equal(table.rates.size, 30);
    assert.equal(table.rates.get('EUR'), '1');
    assert.equal(table.rates.get('USD'), '1.1576');
    // This currency was withdrawn in 2026.
    assert.equal(table.rates.get('BGN'), undefined);
  });

  for (const [fault, prepare] of Object.entries(faults)) {
    it(`fails if its host ${fault}`, async () => {
      const host = await startFakeRateHost();
      types.set(host, 'text/xml');
      const reason = prepare(host);
      await assertFails(ecbAt(host, reason.source.includes('longer') ? 300 : 60_000), reason);
    });
  }

  it('rejects invalid tables', async () => {
    const host = await startFakeRateHost();
    const whole = ecbXml('2026-11-20');
    const texts = [
      '',
      '<Cube/>',
      whole.slice(0, 900),
      whole.replace('<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE x [<!ENTITY e "1">]>'),
      whole.replace("rate='", "rate='&e;"),
      whole.replace("time='2026-11-20'", "time='20 November'"),
      whole.replace("time='2026-11-20'", ''),
      whole.replace('</Cube>\n', "</Cube>\n<Cube time='2026-11-19'/>\n"),
      whole.replace("currency='JPY'", "currency='USD'"),
      whole.replace("currency='JPY'", "currency='Yen'"),
      whole.replace(/ rate='[\d.]+'/, ''),
      ...['NaN', '-1', '0', '0.00', '1e3', '1,5', 'Infinity', '9'.repeat(12)].map((rate) =>
        ecbXml('2026-11-20', { USD: rate }),
      ),
    ];
    for (const text of texts) {
      assert.notEqual(text, whole);
      host.respondWith('text/xml', text);
      await assertFails(ecbAt(host), /not well-formed|invalid table/);
    }
  });
});
