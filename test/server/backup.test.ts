import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { after, it } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { backUp, restore } from '../../server/backup.ts';
import { runSvc } from './cli/run-svc.ts';
import { buildEpub } from './epub/fixtures/build-epub.ts';
import { temporaryFolder } from './harness.ts';
import { newPostgresDatabase, postgresMissing } from './postgres.ts';
import { findBinaries } from './postgres-cluster.ts';
import { endProcess, startProcess } from './server-process.ts';

const now = new Date('2026-11-22T12:00:00Z');

it('a backup of a server under load restores a complete server on another machine', async () => {
  const settings = { DATABASE_URL: '', SVC_WEBHOOK_LOOPBACK: 'on' };
  const source = { ...settings, SVC_DATA: temporaryFolder() };
  const target = { ...settings, SVC_DATA: join(temporaryFolder(), 'new') };
  const file = join(temporaryFolder(), 'backup.sqlite');
  const call = await survives(source, target, {
    async save() {
      const order = { dataFolder: source.SVC_DATA, file, now, force: false };
      const { hasSecret } = await backUp(order);
      assert.equal(hasSecret, true);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      await assert.rejects(backUp(order), /already exists/);
    },
    async load() {
      const restored = await runSvc(target, 'restore', file);
      assert.match(restored.stdout, /^Restored the backup of 20/, restored.stderr);
    },
  });

  const inUse = { file, dataFolder: target.SVC_DATA, now, force: true };
  assert.throws(() => restore(inUse), /A server or command is using .* Stop it/);
  assert.equal((await call('/v1/keys/me')).status, 200);
});

it(
  'a dump of PostgreSQL under load restores a complete server with another database',
  { skip: postgresMissing ?? false },
  async () => {
    const settings = () => ({
      SVC_WEBHOOK_LOOPBACK: 'on',
      SVC_SECRET: 'a secret of thirty-two characters',
      SVC_DATA: temporaryFolder(),
    });
    const source = { ...settings(), DATABASE_URL: await newPostgresDatabase() };
    const target = { ...settings(), DATABASE_URL: await newPostgresDatabase() };
    const file = join(temporaryFolder(), 'svc.dump');
    const run = async (program: string, ...args: string[]) => {
      const { stderr } = await promisify(execFile)(join(findBinaries() ?? '', program), args);
      assert.equal(stderr, '');
    };
    await survives(source, target, {
      // The commands of docs/guides/production.md.
      save: () => run('pg_dump', '--format=custom', `--file=${file}`, source.DATABASE_URL),
      async load() {
        const into = `--dbname=${target.DATABASE_URL}`;
        await run('pg_restore', '--clean', '--if-exists', '--no-owner', into, file);
      },
    });
  },
);

/**
 * Saves the data of a server under load, and starts a server with it. Returns a client of the new
 * server.
 */
async function survives(
  source: Record<string, string>,
  target: Record<string, string>,
  backup: { save(): Promise<void>; load(): Promise<void> },
) {
  const epub = join(temporaryFolder(), 'book.epub');
  writeFileSync(epub, await buildEpub());
  const created = await runSvc(source, 'keys', 'create', '--tier', 'pro', '--json');
  const { key } = JSON.parse(created.stdout) as { key: string };
  const imported = await runSvc(source, 'import', '--account', 'default', '--public', epub);
  const bookId = /bk_\w+/.exec(imported.stdout)?.[0] ?? imported.stderr;
  const server = await startProcess(source);
  const call = async (url: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const received = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
  const receiver = createServer((request, response) => {
    response.end();
    void readBody();
    async function readBody() {
      const body = await text(request);
      const headers = Object.entries(request.headers).map(([name, value]) => [name, `${value}`]);
      received.resolve({ headers: Object.fromEntries(headers), body });
    }
  }).listen(0, '127.0.0.1');
  after(() => receiver.close());
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const hook = { url: `http://127.0.0.1:${port}/hook`, events: ['review.created'] };
  const { body: webhook, status } = await call(server.url, '/v1/webhooks', hook);
  assert.equal(status, 201, JSON.stringify(webhook));
  const used = async (url: string) =>
    (await call(url, '/v1/keys/me')).body.data.usage.today as number;

  const load = new AbortController();
  const writers = [1, 2, 3, 4].map(async (writer) => {
    for (let count = 0; !load.signal.aborted; count += 1) {
      await call(server.url, '/v1/books', { title: `Title ${writer} ${count}` });
    }
  });
  const before = await used(server.url);
  await backup.save();
  const afterwards = await used(server.url);
  load.abort();
  await Promise.all(writers);
  await endProcess(server, 'SIGKILL');

  await backup.load();
  const other = await startProcess(target);
  const count = await used(other.url);
  assert.ok(count >= before && count <= afterwards, `${before} ≤ ${count} ≤ ${afterwards}`);
  const opened = await call(other.url, `/v1/reader/embed?book=${bookId}`);
  assert.equal(opened.status, 200);
  assert.ok(opened.body.data.first.length > 0);
  await call(other.url, `/v1/webhooks/${webhook.data.id}/test`, {});
  const { headers, body } = await received.promise;
  assert.ok(new Webhook(webhook.data.secret).verify(body, headers));
  return (path: string) => call(other.url, path);
}

it('backup names a missing folder, and restore replaces a database only with --force and rejects damaged files', async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await runSvc({ DATABASE_URL: '', SVC_DATA: folder }, 'migrate');
  assert.equal(code, 0, stderr);
  const file = join(folder, 'backup.sqlite');
  assert.equal((await runSvc({ DATABASE_URL: '', SVC_DATA: folder }, 'backup', file)).code, 0);
  const options = { file, dataFolder: folder, now, force: false };

  const missing = join(folder, 'missing', 'backup.sqlite');
  const refused = await runSvc({ DATABASE_URL: '', SVC_DATA: folder }, 'backup', missing);
  assert.equal(refused.code, 2);
  assert.equal(
    refused.stderr,
    `Cannot write to ${join(folder, 'missing')}. Create the folder for this user.\n`,
  );

  assert.throws(() => restore(options), /already has a database\. .*--force/);
  const { movedAside } = restore({ ...options, force: true });
  assert.equal(movedAside, '.before-restore-20261122T120000Z');
  assert.ok(statSync(join(folder, `svc.sqlite${movedAside}`)).size > 0);

  const broken = join(folder, 'broken.sqlite');
  const newer = join(folder, 'newer.sqlite');
  copyFileSync(file, newer);
  const database = new DatabaseSync(newer);
  database.exec("insert into migrations (name, applied_at) values ('9999-next', '2027')");
  database.close();
  const bytes = readFileSync(file);
  const damages: [() => void, RegExp][] = [
    [() => writeFileSync(broken, ''), /was not created by svc backup/],
    [() => writeFileSync(broken, 'a text that is not a database'.repeat(100)), /damaged/],
    [() => (writeFileSync(broken, bytes), truncateSync(broken, bytes.length / 2)), /damaged/],
    [() => writeFileSync(broken, bytes.fill(7, 8192, 40_960)), /damaged/],
    [() => copyFileSync(join(folder, 'svc.sqlite'), broken), /was not created by svc backup/],
    [() => copyFileSync(newer, broken), /newer release \(9999-next\)/],
  ];
  for (const [damage, message] of damages) {
    damage();
    const dataFolder = join(temporaryFolder(), 'new');
    assert.throws(() => restore({ file: broken, dataFolder, now, force: false }), message);
    assert.throws(() => statSync(join(dataFolder, 'svc.sqlite')), /ENOENT/);
  }
});

it('a failed backup says what is wrong, and leaves no file behind', async () => {
  const folder = temporaryFolder();
  const environment = { DATABASE_URL: '', SVC_DATA: folder };
  assert.equal((await runSvc(environment, 'migrate')).code, 0);
  const source = join(folder, 'svc.sqlite');
  const intended = (file: string) => ({ dataFolder: folder, file, now, force: false });

  await assert.rejects(backUp(intended(join(source, 'file'))), /Cannot write to .*svc\.sqlite/);
  writeFileSync(source, readFileSync(source).fill(7, 8192, 40_960));
  const file = join(folder, 'backup.sqlite');
  await assert.rejects(
    backUp(intended(file)),
    /svc\.sqlite is damaged .* Restore it from a backup/,
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('backup')),
    [],
  );
});
