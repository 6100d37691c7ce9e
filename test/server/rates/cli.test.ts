import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import { runSvc } from '../cli/run-svc.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { startFakeRateHost } from './fake-rate-host.ts';

forEachEngine('svc rates', (engine) => {
  async function setUp() {
    const [open, ecb] = [await startFakeRateHost(), await startFakeRateHost()];
    const environment = {
      ...toEnvironment(await newDatabaseLocation(engine), temporaryFolder()),
      SVC_RATES_OPEN_URLS: `${open.url}/usd.json`,
      SVC_RATES_ECB_URL: `${ecb.url}/ecb.xml`,
    };
    const svc = async (...args: string[]) => await runSvc(environment, 'rates', ...args);
    return { open, ecb, svc };
  }

  it('shows the bundled rates, fetches newer rates, and shows those', async () => {
    const { open, ecb, svc } = await setUp();
    const today = new Date().toISOString().slice(0, 10);
    open.serveOpenData(today);
    ecb.serveEcb(today);

    const before = JSON.parse((await svc('show', '--json')).stdout);
    assert.equal(before.source, 'bundled');
    assert.equal(before.date, bundledTable.date);

    const refresh = await svc('refresh', '--json');
    assert.equal(refresh.code, 0, refresh.stderr);
    assert.deepEqual(JSON.parse(refresh.stdout), [
      {
        source: 'currency-api',
        outcome: 'added',
        date: today,
        currencies: bundledTable.rates.size,
        held: [],
      },
      { source: 'ecb', outcome: 'added', date: today, currencies: 30, held: [] },
    ]);

    const after = JSON.parse((await svc('show', '--base', 'eur', '--json')).stdout);
    assert.equal(after.source, 'currency-api');
    assert.equal(after.base, 'EUR');
    assert.equal(after.rates.EUR, '1');
    assert.equal(after.stale, false);
    assert.match((await svc('show')).stdout, /EUR +0\.\d+ +Euro\n/);
  });

  it('exits with 1 if a source fails, naming the source and the reason', async () => {
    const { open, ecb, svc } = await setUp();
    open.respondWith('text/html', '');
    ecb.serveEcb('2026-11-20');
    const { code, stdout } = await svc('refresh');
    assert.equal(code, 1);
    assert.match(stdout, /currency-api +failed +– +http.* responded with text\/html/);
    assert.match(stdout, /ecb +added +2026-11-20 +30 currencies/);
  });

  it('exits with 2 if the base is not a currency', async () => {
    const { svc } = await setUp();
    const { code, stderr } = await svc('show', '--base', 'BTC');
    assert.equal(code, 2);
    assert.match(stderr, /ISO 4217/);
  });
});
