import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';

forEachEngine('svc test-data clear', (engine) => {
  it('deletes only with --yes, and only for an account with a test environment', async () => {
    const location = await newDatabaseLocation(engine);
    const here = toEnvironment(location, temporaryFolder());
    const missing = await runSvc(here, 'test-data', 'clear', '--account', 'shop', '--yes');
    assert.equal(missing.code, 1);
    assert.match(
      missing.stderr,
      /Account shop has no test environment\. Create one with: svc keys/,
    );

    const create = ['keys', 'create', '--tier', 'basic', '--account', 'shop', '--json'];
    const live = JSON.parse((await runSvc(here, ...create)).stdout);
    const made = await runSvc(here, ...create, '--environment', 'test');
    const { environment, account, key } = JSON.parse(made.stdout);
    assert.deepEqual([environment, account], ['test', live.account]);
    assert.match(key, /^svc_basic_/);
    const list = await runSvc(here, 'keys', 'list', '--account', 'shop');
    assert.match(list.stdout, /shop +basic +secret +live +[^]*shop +basic +secret +test +/);

    const refused = await runSvc(here, 'test-data', 'clear', '--account', 'shop');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^Add --yes/);
    const cleared = await runSvc(
      here,
      'test-data',
      'clear',
      '--account',
      'shop',
      '--yes',
      '--json',
    );
    assert.equal(cleared.code, 0, cleared.stderr);
    assert.equal(JSON.parse(cleared.stdout).sales, 0);
  });
});
