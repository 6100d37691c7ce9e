import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';

forEachEngine('svc accounts', (engine) => {
  it('lists accounts and sets the largest amount of a sale', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const svc = (...args: string[]) => runSvc(environment, ...args);
    await svc('keys', 'create', '--tier', 'pro', '--account', 'acme');
    const read = async () => {
      const [{ name, maxSaleAmount }] = JSON.parse(
        (await svc('accounts', 'list', '--json')).stdout,
      );
      return [name, maxSaleAmount];
    };
    assert.deepEqual(await read(), ['acme', 1_000_000_000]);
    const set = (account: string, value: string) =>
      svc('accounts', 'limits', account, '--max-sale-amount', value);
    assert.equal((await set('acme', '500000000000')).code, 0);
    assert.deepEqual(await read(), ['acme', 500_000_000_000]);
    assert.equal((await set('acme', 'default')).code, 0);
    assert.deepEqual(await read(), ['acme', 1_000_000_000]);
    assert.equal((await set('globex', '5')).code, 1);
    assert.equal((await set('acme', '-5')).code, 2);
    assert.equal((await set('acme', '1e9')).code, 2);
  });
});
