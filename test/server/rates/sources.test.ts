import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import { type RateSource, SourceFailure } from '../../../server/rates/rate-source.ts';
import { ecbAt, ecbXml, openData, openDataAt, outside, type Outside } from './outside.ts';

const now = (): Date => new Date('2026-11-21T12:00:00Z');
const today = '2026-11-21';
const json = 'application/json';

function fetchFrom(source: RateSource) {
  return source.fetchTable(new AbortController().signal);
}

async function refuses(source: RateSource, reason: RegExp): Promise<void> {
  await assert.rejects(fetchFrom(source), (error) => {
    assert.ok(error instanceof SourceFailure, String(error));
    assert.match(error.message, reason);
    return true;
  });
}

/** Every way in which a host can be worse than silent. */
const lies: Record<string, (host: Outside) => RegExp> = {
  'answers 500': (host) => {
    host.says(json, '{}', 500);
    return /answered 500/;
  },
  'answers 204': (host) => {
    host.says(json, '', 204);
    return /answered 204/;
  },
  'answers a page of HTML': (host) => {
    host.says('text/html', '<!doctype html><title>Down</title>');
    return /answered text\/html, not /;
  },
  'names no type': (host) => {
    host.answer = (_, response) => response.writeHead(200).end(openData(today));
    return /answered no type/;
  },
  'never answers': (host) => {
    host.answer = () => {};
    return /took longer than/;
  },
  'stops in the middle': (host) => {
    host.answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host) }).write('{"date":');
    };
    return /took longer than/;
  },
  'breaks off': (host) => {
    host.answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host), 'Content-Length': '1000' });
      response.write('{"date":', () => response.destroy());
    };
    return /failed/;
  },
  'sends a hundred megabytes': (host) => {
    const chunk = Buffer.alloc(1_000_000, ' ');
    host.answer = (_, response) => {
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
    host.answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': typeFor(host) }).end(Buffer.from([0xff, 0xfe]));
    };
    return /failed/;
  },
};

const types = new WeakMap<Outside, string>();
const typeFor = (host: Outside): string => types.get(host) ?? json;

describe('the open data set', () => {
  it('gives every currency of ISO 4217, as written, and nothing else', async () => {
    const host = await outside();
    host.saysOpenData(today, { EUR: 0.85991234, IRR: 1_300_000.5, XAU: 0.00024125 });
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
    assert.deepEqual(host.asked, ['/usd.json']);
  });

  it('is had from its second address when the first fails', async () => {
    const [first, second] = [await outside(), await outside()];
    second.saysOpenData(today);
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, today);
    first.answer = () => {};
    assert.equal((await fetchFrom(openDataAt([first, second], now, 1500))).date, today);
  });

  it('is the newer of both addresses when the first is of an older day', async () => {
    const [first, second] = [await outside(), await outside()];
    first.saysOpenData('2026-11-19');
    second.saysOpenData('2026-11-20');
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, '2026-11-20');
    second.saysOpenData('2026-11-01');
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, '2026-11-19');
    second.says('text/html', '');
    assert.equal((await fetchFrom(openDataAt([first, second], now))).date, '2026-11-19');
    first.saysOpenData(today);
    second.asked.length = 0;
    await fetchFrom(openDataAt([first, second], now));
    assert.deepEqual(second.asked, []);
  });

  it('says of both addresses why they failed', async () => {
    const [first, second] = [await outside(), await outside()];
    second.says('text/html', '');
    await refuses(openDataAt([first, second], now), /answered 404; .* answered text\/html/);
  });

  for (const [what, prepare] of Object.entries(lies)) {
    it(`is refused when its host ${what}`, async () => {
      const host = await outside();
      const reason = prepare(host);
      const isSlow = reason.source.includes('longer');
      await refuses(openDataAt([host], now, isSlow ? 300 : 60_000), reason);
    });
  }

  it('is not followed to another place, near or far', async () => {
    const [host, elsewhere] = [await outside(), await outside()];
    elsewhere.saysOpenData(today);
    for (const target of [`${elsewhere.url}/usd.json`, '/else.json']) {
      for (const status of [301, 302, 307, 308]) {
        host.answer = (_, response) => response.writeHead(status, { Location: target }).end();
        await refuses(openDataAt([host], now), new RegExp(`answered ${status}`));
      }
    }
    assert.deepEqual(elsewhere.asked, []);
    assert.equal(new Set(host.asked).size, 1);
  });

  it('is refused when a connection is', async () => {
    const host = await outside();
    host.url = 'http://127.0.0.1:1';
    await refuses(openDataAt([host], now), /failed/);
  });

  it('is refused whole when one rate is not a sound number', async () => {
    const host = await outside();
    for (const wrong of ['0.86', '', null, -0.86, 0, 1e-10, 1e10, true, [0.86], { rate: 1 }]) {
      host.saysOpenData(today, { EUR: wrong });
      await refuses(openDataAt([host], now), /not a table/);
    }
    for (const wrong of ['NaN', 'Infinity', '-Infinity', '0x1', '.5', '1e999']) {
      host.says(json, openData(today, { EUR: '@' }).replace('"@"', wrong));
      await refuses(openDataAt([host], now), /not JSON|not a table/);
    }
  });

  it('is refused when it is no table, or not a whole one', async () => {
    const host = await outside();
    const few = Object.fromEntries(
      [...bundledTable.rates.keys()].slice(0, 20).map((code) => [code, undefined]),
    );
    const texts = [
      '',
      '[]',
      'null',
      '{}',
      openData(today).slice(0, -9),
      openData('2026-13-01'),
      openData('yesterday'),
      openData(today, { USD: 1.1 }),
      openData(today, { USD: undefined }),
      openData(today, few),
      `{"date":"${today}","usd":[]}`,
      '['.repeat(100_000),
    ];
    for (const text of texts) {
      host.says(json, text);
      await refuses(openDataAt([host], now), /not JSON|not a table/);
    }
  });
});

describe('the ECB’s feed', () => {
  it('gives its currencies and the euro, as written', async () => {
    const host = await outside();
    host.saysEcb('2026-11-20', { USD: '1.1576', BGN: '1.9558' });
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
      const host = await outside();
      types.set(host, 'text/xml');
      const reason = prepare(host);
      await refuses(ecbAt(host, reason.source.includes('longer') ? 300 : 60_000), reason);
    });
  }

  it('is refused when it is no table', async () => {
    const host = await outside();
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
      host.says('text/xml', text);
      await refuses(ecbAt(host), /not well-formed|not a table/);
    }
  });
});
