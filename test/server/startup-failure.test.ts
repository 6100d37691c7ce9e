import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runSvc } from './cli/run-svc.ts';
import { temporaryFolder } from './harness.ts';

const isRoot = process.getuid?.() === 0;

/** Runs `svc serve`, which is expected to fail, and returns what it prints. */
async function failToServe(environment: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runSvc(
    { DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'silent', ...environment },
    'serve',
  );
  assert.equal(code, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^[^\n]+\n$/, 'the failure takes one line');
  assert.doesNotMatch(stderr, /node:|\.ts:\d/, 'the failure has no stack');
  return stderr;
}

describe('a server that cannot start reports the reason in one line', () => {
  it('if the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    after(() => taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const line = await failToServe({ SVC_DATA: temporaryFolder(), PORT: port });
    assert.equal(
      line,
      `Port ${port} on 127.0.0.1 is already in use. Stop the process that uses it, or set PORT to a free port.\n`,
    );
  });

  it('if the host does not belong to this machine', async () => {
    const line = await failToServe({
      SVC_DATA: temporaryFolder(),
      HOST: '192.0.2.1',
      PORT: '8080',
    });
    assert.match(line, /^192\.0\.2\.1 is not an address of this machine\. Set HOST/);
    const name = { HOST: 'host.invalid', SVC_DATA: temporaryFolder() };
    for (const port of ['0', '8080'])
      assert.match(await failToServe({ ...name, PORT: port }), /host\.invalid .*Set HOST/);
  });

  it('if the data folder is a file', async () => {
    const file = join(temporaryFolder(), 'data');
    writeFileSync(file, '');
    assert.match(await failToServe({ SVC_DATA: file }), /data: this is a file, not a folder\. Set/);
    const below = await failToServe({ SVC_DATA: join(file, 'more') });
    assert.match(below, /more: a part of this path is a file, not a folder\. Set SVC_DATA/);
  });

  it(
    'if the data folder is not writable',
    { skip: isRoot && 'root may write everywhere' },
    async () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o500);
      assert.match(await failToServe({ SVC_DATA: folder }), /this user may not write to the data/);
    },
  );

  it('if the database file is damaged', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'svc.sqlite'),
      'not a database, but long enough to be one. '.repeat(99),
    );
    assert.match(await failToServe({ SVC_DATA: folder }), /svc\.sqlite is damaged\. Restore it/);
  });

  it('if the database file is a folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'svc.sqlite'));
    assert.match(await failToServe({ SVC_DATA: folder }), /svc\.sqlite is a folder, not a file/);
  });

  it('if PostgreSQL does not respond, without showing the password', async () => {
    const line = await failToServe({
      SVC_DATA: temporaryFolder(),
      DATABASE_URL: 'postgres://svc:hidden@127.0.0.1:9/books',
    });
    assert.match(line, /^postgres:\/\/127\.0\.0\.1:9\/books: PostgreSQL does not accept conn/);
    assert.doesNotMatch(line, /hidden/);
  });
});

it('the database and its log are never readable by other users', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'svc.sqlite'), '', { mode: 0o644 });
  await runSvc({ DATABASE_URL: '', SVC_DATA: folder }, 'migrate');
  assert.equal(statSync(join(folder, 'svc.sqlite')).mode & 0o777, 0o600);
});
