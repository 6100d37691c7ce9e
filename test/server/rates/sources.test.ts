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

async function refuses(source: RateSource, reason: RegExp): Promise<void> {
  await assert.rejects(fetchFrom(source), (error) => {
    assert.ok(error instanceof RateSourceError, String(error));
    assert.match(error.message, reason);
    return true;
  });
}

/** Every way in which a host can be worse than silent. */
const lies: Record<string, (host: FakeRateHost) => RegExp> = {
  'answers 500': (host) => {
    host.respondWith(json, '{}', 500);
    return /answered 500/;
  },
  'answers 204': (host) => {
    host.respondWith(json, '', 204);
    return /answered 204/;
  },
  'answers a page of HTML': (host) => {
    host.respondWith('text/html', '<!doctype html><title>Down</title>');
    return /answered text\/html, not /;
  },
  'names no type': (host) => {
    host.handler = (_, response) => response.writeHead(200).end(openDataJson(today));
    return /answered no type/;
  },
  'never answers': (host) => {
    host.handler = () => {};
    return /took longer than/;
  },
  'stops in the middle': (host) => {
    host.handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host) }).write('{"date":');
    };
    return /took longer than/;
  },
  'breaks off': (host) => {
    host.handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host), 'Content-Length': '1000' });
      response.write('{"date":', () => response.destroy());
    };
    return /failed/;
  },
  'sends a hundred megabytes': (host) => {
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
  'sends what is not UTF-8': (host) => {
    host.handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host) }).end(Buffer.from([0xff, 0xfe]));
    };
    return /failed/;
  },
};

const types = new WeakMap<FakeRateHost, string>();
const typeFor = (host: FakeRateHost): string => types.get(host) ?? json;

describe('the open data set', () => {
  it('gives every currency of ISO 4217, as written, and nothing else', async () => {
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

  it('is had from its second address when the first fails', async () => {
    const [first, second] = [await startFakeRateHost(), await startFakeRateHost()];
    second.serveOpenData(today);
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, today);
    first.handler = () => {};
    assert.equal((await fetchFrom(openDataAt([first, second], now, 1500))).date, today);
  });

  it('is the newer of both addresses when the first is of an older day', async () => {
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

  it('says of both addresses why they failed', async () => {
    const [first, second] = [await startFakeRateHost(), await startFakeRateHost()];
    second.respondWith('text/html', '');
    await refuses(openDataAt([first, second], now), /answered 404; .* answered text\/html/);
  });

  for (const [what, prepare] of Object.entries(lies)) {
    it(`is refused when its host ${what}`, async () => {
      const host = await startFakeRateHost();
      const reason = prepare(host);
      const isSlow = reason.source.includes('longer');
      await refuses(openDataAt([host], now, isSlow ? 300 : 60_000), reason);
    });
  }

  it('is not followed to another place, near or far', async () => {
    const [host, elsewhere] = [await startFakeRateHost(), await startFakeRateHost()];
    elsewhere.serveOpenData(today);
    for (const target of [`${elsewhere.url}/usd.json`, '/else.json']) {
      for (const status of [301, 302, 307, 308]) {
        host.handler = (_, response) => response.writeHead(status, { Location: target }).end();
        await refuses(openDataAt([host], now), new RegExp(`answered ${status}`));
      }
    }
    assert.deepEqual(elsewhere.requestedPaths, []);
    assert.equal(new Set(host.requestedPaths).size, 1);
  });

  it('is refused when a connection is', async () => {
    const host = await startFakeRateHost();
    host.url = 'http://127.0.0.1:1';
    await refuses(openDataAt([host], now), /failed/);
  });

  it('is refused whole when one rate is not a sound number', async () => {
    const host = await startFakeRateHost();
    for (const wrong of ['0.86', '', null, -0.86, 0, 1e-10, 1e10, true, [0.86], { rate: 1 }]) {
      host.serveOpenData(today, { EUR: wrong });
      await refuses(openDataAt([host], now), /not a table/);
    }
    for (const wrong of ['NaN', 'Infinity', '-Infinity', '0x1', '.5', '1e999']) {
      host.respondWith(json, openDataJson(today, { EUR: '@' }).replace('"@"', wrong));
      await refuses(openDataAt([host], now), /not JSON|not a table/);
    }
  });

  it('is refused when it is no table, or not a whole one', async () => {
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
      await refuses(openDataAt([host], now), /not JSON|not a table/);
    }
  });
});

describe('the ECB’s feed', () => {
  it('gives its currencies and the euro, as written', async () => {
    const host = await startFakeRateHost();
    host.serveEcb('2026-11-20', { USD: '1.1576', BGN: '1.9558' });
    const table = await fetchFrom(ecbAt(host));
    assert.equal(table.date, '2026-11-20');
    assert.equal(table.pivot, 'EUR');
    assert.equal(table.source, 'ecb');
    assert.equal(table.rates.size, 30);
    assert.equal(table.rates.get('EUR'), '1');
    assert.equal(table.rates.get('USD'), '1.1576');
    // Withdrawn since 2026.
    assert.equal(table.rates.get('BGN'), undefined);
  });

  for (const [what, prepare] of Object.entries(lies)) {
    it(`is refused when its host ${what}`, async () => {
      const host = await startFakeRateHost();
      types.set(host, 'text/xml');
      const reason = prepare(host);
      await refuses(ecbAt(host, reason.source.includes('longer') ? 300 : 60_000), reason);
    });
  }

  it('is refused when it is no table', async () => {
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
      await refuses(ecbAt(host), /not well-formed|not a table/);
    }
  });
});
