import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { resources } from '../../server/values/permissions.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from './harness.ts';
import { runSvc } from './cli/run-svc.ts';
import { toEnvironment, startProcess } from './server-process.ts';
import { someOf } from '../../scripts/test-tiers.js';

const Created = z.looseObject({
  id: z.string().regex(/^key_/),
  key: z.string(),
  tier: z.string(),
  permissions: z.array(z.string()),
  kind: z.string(),
  allowedOrigins: z.array(z.string()),
  expiresAt: z.string().nullable(),
});

forEachEngine('the command line', (engine) => {
  it('creates, lists, rotates and revokes keys while a server runs', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const server = await startProcess(environment);
    const statusOf = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}` };
      return (await fetch(`${server.url}/v1/keys/me`, { headers })).status;
    };

    const create = await runSvc(environment, 'keys', 'create', '--tier', 'pro', '--json');
    assert.equal(create.code, 0);
    assert.equal(create.stderr, '');
    const made = Created.parse(JSON.parse(create.stdout));
    assert.match(made.key, /^svc_pro_/);
    assert.equal(made.permissions.length, 2 * (resources.length - 1), 'all but those for keys');
    assert.equal(await statusOf(made.key), 200);

    const rotate = await runSvc(environment, 'keys', 'rotate', made.id, '--grace', '0', '--json');
    const next = Created.parse(JSON.parse(rotate.stdout));
    assert.equal(next.tier, 'pro');
    assert.equal(await statusOf(next.key), 200);

    const revoke = await runSvc(environment, 'keys', 'revoke', next.id);
    assert.equal(revoke.code, 0);
    assert.match(revoke.stdout, new RegExp(`^Revoked ${next.id} on 20`));

    const list = await runSvc(environment, 'keys', 'list', '--json');
    const States = z.array(z.looseObject({ id: z.string(), state: z.string() }));
    assert.deepEqual(
      States.parse(JSON.parse(list.stdout)).map(({ id, state }) => [id, state]),
      [
        [made.id, 'expired'],
        [next.id, 'revoked'],
      ],
    );
    assert.ok(!list.stdout.includes(next.key));
    let status = await statusOf(next.key);
    while (status === 200) status = await statusOf(next.key);
    assert.equal(status, 401);
  });

  it('sets up a new database', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const first = await runSvc(environment, 'migrate', '--json');
    const Ran = z.object({ ran: z.array(z.string()) });
    assert.equal(Ran.parse(JSON.parse(first.stdout)).ran[0], '0001-accounts-and-keys');
    const second = await runSvc(environment, 'migrate');
    assert.equal(second.stdout, 'The database is up to date.\n');
  });
});

describe('the command line', () => {
  const environment = { DATABASE_URL: '' };

  it('creates a publishable key with origins and an expiry date', async () => {
    const here = { ...environment, SVC_DATA: temporaryFolder() };
    const args = ['keys', 'create', '--tier', 'basic', '--publishable', '--account', 'shop'];
    args.push('--origin', 'https://shop.example', 'https://www.shop.example');
    args.push('--expires', '2099-01-31', '--json');
    const made = Created.parse(JSON.parse((await runSvc(here, ...args)).stdout));
    assert.match(made.key, /^svc_basic_pub/);
    assert.equal(made.kind, 'publishable');
    assert.deepEqual(made.permissions, ['read:reader', 'read:books']);
    assert.deepEqual(made.allowedOrigins, ['https://shop.example', 'https://www.shop.example']);
    assert.equal(made.expiresAt, '2099-01-31T00:00:00.000Z');

    const table = await runSvc(here, 'keys', 'list');
    assert.match(
      table.stdout,
      /^id +name +account +tier +kind +environment +key +state +created +expires\n/,
    );
    assert.match(table.stdout, /shop +basic +publishable +live +….{4} +active/);
    const create = await runSvc(here, 'keys', 'create', '--tier', 'dev');
    assert.equal(create.code, 2);

    const update = (...more: string[]) =>
      runSvc(here, 'keys', 'update', made.id, '--json', ...more);
    const changed = await update('--origin', 'https://new.example', '--expires', 'never');
    const after = Created.parse({ key: '', ...JSON.parse(changed.stdout) });
    assert.deepEqual([after.allowedOrigins, after.expiresAt], [['https://new.example'], null]);
    assert.match((await update()).stderr, /^Nothing to change/);
    assert.match((await update('--origin', 'https://a.example/b')).stderr, /is not an origin/);
  });

  it('prints the text of a new key once', async () => {
    const here = { ...environment, SVC_DATA: temporaryFolder() };
    const { stdout, code } = await runSvc(here, 'keys', 'create', '--tier', 'developer');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /\nsvc_dev_[0-9A-Za-z]{30}\n\nStore this key now\. It cannot be shown again\.\n$/,
    );
  });

  it('exits with 2 for invalid arguments, with help on standard error only', async () => {
    const here = { ...environment, SVC_DATA: temporaryFolder() };
    const wrong: [string[], RegExp][] = [
      [['keys', 'create', '--json'], /--tier/],
      [['keys', 'create', '--tier', 'gold'], /basic, pro, unlimited, developer/],
      [['keys', 'create', '--tier', 'pro', '--permissions', 'read:all'], /read:books/],
      [['keys', 'create', '--tier', 'pro', '--publishable'], /origin/],
      [['keys', 'create', '--tier', 'pro', '--expires', 'soon'], /2030-01-31/],
      [['keys', 'rotate', 'key_1', '--grace', 'long'], /seconds/],
      [['keys', 'update', 'key_1', '--books', 'bk_1', '--unlisted'], /cannot be used with/],
      [['frobnicate'], /unknown command[^]*--help/],
      [['import', 'book.epub', '--public', '--visibility', 'private'], /cannot be used with/],
      [['import', 'book.epub', '--account', ' '], /must have 1 to 100 visible characters, got " "/],
      [['keys', 'list', '--permissions'], /unknown option '--permissions'/],
      [['secret', 'retire'], /There is no previous secret/],
      [['webhooks', 'listen', '--forward', 'hook', '--key', 'x'], /Must be a URL .*, got "hook"/],
      [
        ['webhooks', 'listen', '--forward', 'http://a.example', '--key', 'x', '--api', 'a b'],
        /Must be a URL/,
      ],
    ];
    const tried = someOf(wrong, 1);
    const results = await Promise.all(tried.map(([args]) => runSvc(here, ...args)));
    for (const [index, { code, stdout, stderr }] of results.entries()) {
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, tried[index]?.[1] ?? /never/);
    }
    const port = await runSvc({ ...here, PORT: 'eighty' }, 'serve');
    assert.equal(port.code, 2);
    assert.match(
      port.stderr,
      /^Invalid environment variables: PORT must be a port, 0 to 65535, got "eighty"/,
    );
    const path = await runSvc({ ...here, SVC_PUBLIC_URL: 'https://example.org/books' }, 'serve');
    assert.equal(path.code, 2);
    assert.match(
      path.stderr,
      /^Invalid environment variables: SVC_PUBLIC_URL must be a URL without/,
    );
  });

  it('exits with 1 if the command fails', async () => {
    const here = { ...environment, SVC_DATA: temporaryFolder() };
    const revoke = await runSvc(here, 'keys', 'revoke', 'key_nowhere', '--json');
    assert.deepEqual(revoke, { code: 1, stdout: '', stderr: 'No API key with id key_nowhere.\n' });
    const away = await runSvc(
      { ...here, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      'keys',
      'list',
    );
    assert.equal(away.code, 1);
    const unreachable = await runSvc(
      here,
      ...'webhooks listen --forward http://127.0.0.1:2 --key x --api http://127.0.0.1:3'.split(' '),
    );
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, /^http:\/\/127\.0\.0\.1:3 is unreachable: .*\n$/);
    const recompile = await runSvc(here, 'books', 'recompile', 'bk_nowhere');
    assert.deepEqual([recompile.code, recompile.stderr], [1, 'No book with id bk_nowhere.\n']);
    assert.match(away.stderr, /^postgres:\/\/127\.0\.0\.1:1\/none: PostgreSQL does not accept/);
  });

  it('exits with 0 after printing its help', async () => {
    const { code, stdout } = await runSvc(environment, '--help');
    assert.equal(code, 0);
    assert.match(stdout, /serve[\s\S]*keys[\s\S]*migrate/);
  });
});
