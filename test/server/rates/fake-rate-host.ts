import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { after } from 'node:test';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import { ecbSource } from '../../../server/rates/ecb-source.ts';
import { openDataSource } from '../../../server/rates/open-data-source.ts';

/** A rate host whose responses are set by the test. */
export class FakeRateHost {
  /** Requested paths, in order. */
  readonly requestedPaths: string[] = [];
  url = '';
  handler: RequestListener = (_, response) => response.writeHead(404).end();

  respondWith(type: string, body: string, status = 200): void {
    this.handler = (_, response) => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    };
  }

  serveOpenData(date: string, changes: RateOverrides = {}): void {
    this.respondWith('application/json; charset=utf-8', openDataJson(date, changes));
  }

  serveEcb(date: string, changes: RateOverrides = {}): void {
    this.respondWith('text/xml', ecbXml(date, changes));
  }
}

/** Starts a host on a free port. The host closes after the tests. */
export async function startFakeRateHost(): Promise<FakeRateHost> {
  const host = new FakeRateHost();
  const server = createServer((request, response) => {
    host.requestedPaths.push(request.url ?? '');
    host.handler(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  host.url = `http://127.0.0.1:${address.port}`;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}

/** Rates that differ from the bundled table, by ISO 4217 code. Undefined removes the currency. */
export type RateOverrides = Record<string, unknown>;

/** Returns `usd.json` of the open data set with the bundled table's rates. */
export function openDataJson(date: string, changes: RateOverrides = {}): string {
  const rates = Object.fromEntries(
    [...bundledTable.rates].map(([code, rate]): [string, unknown] => [code, Number(rate)]),
  );
  const usd = Object.entries({ ...rates, BTC: 0.0000152, '1INCH': 9.9, ...changes });
  return JSON.stringify({
    date,
    usd: Object.fromEntries(usd.map(([code, rate]) => [code.toLowerCase(), rate])),
  });
}

/** The currencies in the ECB's feed. */
const ecbCodes =
  'USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'.split(
    ' ',
  );

/** A rate of the bundled table, in units per euro. */
export function perEuro(code: string): number {
  return Number(bundledTable.rates.get(code)) / Number(bundledTable.rates.get('EUR'));
}

/** The ECB's feed in its real format, with the bundled table's rates. */
export function ecbXml(date: string, changes: RateOverrides = {}): string {
  const rates = Object.fromEntries(
    ecbCodes.map((code): [string, unknown] => [code, perEuro(code).toFixed(5)]),
  );
  const cubes = Object.entries({ ...rates, ...changes })
    .map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${String(rate)}'/>`)
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${date}'>
${cubes}
		</Cube>
	</Cube>
</gesmes:Envelope>`;
}

/** The open data set served by these hosts. `shareMs` is the time limit of each URL. */
export function openDataAt(hosts: FakeRateHost[], now: () => Date, shareMs = 60_000) {
  const urls = hosts.map(({ url }) => `${url}/usd.json`);
  return openDataSource({ urls, fetch, now, timeoutMs: shareMs * urls.length });
}

export function ecbAt(host: FakeRateHost, timeoutMs = 60_000) {
  return ecbSource({ url: `${host.url}/ecb.xml`, fetch, timeoutMs });
}
