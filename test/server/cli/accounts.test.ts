import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../../server/db/open.ts';
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

  it('removes the second factors of a user who lost them', async () => {
    const location = await newDatabaseLocation(engine);
    const environment = toEnvironment(location, temporaryFolder());
    const svc = (...args: string[]) => runSvc(environment, ...args);
    await svc('migrate');
    const missing = await svc('accounts', 'reset-factors', 'ada@example.com');
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /No user of the console has the address ada@example\.com/);

    const db = openDatabase(location);
    const createdAt = '2026-11-21T12:00:00.000Z';
    const user = { id: 'usr_1', email: 'ada@example.com', name: 'Ada', password_hash: null };
    await db.query
      .insertInto('users')
      .values({ ...user, created_at: createdAt })
      .execute();
    await db.query
      .insertInto('user_totp')
      .values({ user_id: 'usr_1', secret: 'sealed', last_step: 1, created_at: createdAt })
      .execute();
    const reset = await svc('accounts', 'reset-factors', 'Ada@Example.com');
    assert.equal(reset.code, 0, reset.stderr);
    const left = await db.query.selectFrom('user_totp').selectAll().execute();
    const log = await db.query.selectFrom('audit_log').select(['actor', 'action']).execute();
    await db.close();
    assert.deepEqual(left, []);
    assert.deepEqual(
      log.map(({ actor, action }) => [actor, action]),
      [['command line', 'factors.reset']],
    );
  });
});
