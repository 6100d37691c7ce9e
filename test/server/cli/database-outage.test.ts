import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { temporaryFolder } from '../harness.ts';
import { newPostgresDatabase, postgresMissing } from '../postgres.ts';

const root = join(import.meta.dirname, '../../..');

/** An address of the database that can be taken down, which ends its connections. */
async function openInterruptible(database: string) {
  const { port, hostname } = new URL(database);
  const sockets = new Set<Socket>();
  let isDown = false;
  const server = createServer((socket) => {
    if (isDown) return void socket.destroy();
    const onward = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one));
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  const url = new URL(database);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    interrupt() {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    resume() {
      isDown = false;
    },
  };
}

describe('a command while PostgreSQL restarts', { skip: postgresMissing ?? false }, () => {
  it('waits, and then completes the import without a doubled or missing book', async () => {
    const database = await newPostgresDatabase({ hasTables: true });
    const { url, interrupt, resume } = await openInterruptible(database);
    const folder = temporaryFolder();
    const files: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      files.push(join(folder, `${title}.epub`));
      writeFileSync(files.at(-1) ?? '', await buildEpub({ metadata: { title } }));
    }

    const command = spawn(process.execPath, ['server/cli.js', 'import', ...files], {
      cwd: root,
      env: { ...process.env, SVC_SERVER: 'local', SVC_DATA: folder, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    command.stdout.once('data', interrupt);
    command.stderr.once('data', resume);
    const [stdout, stderr, [code]] = await Promise.all([
      text(command.stdout),
      text(command.stderr),
      once(command, 'close'),
    ]);

    assert.equal(code, 0, stderr);
    assert.match(stderr, /^(The database is not available\. Trying again …\n)+$/);
    assert.match(stdout, /One\.epub[^]*Two\.epub[^]*Three\.epub[^]*3 imported, 0 rejected/);
    const db = openDatabase({ url: database });
    const { count } = await db.query
      .selectFrom('books')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    await db.close();
    assert.equal(count, 3);
  });

  it('reports in one line that the database cannot be reached', async () => {
    const database = await newPostgresDatabase();
    const { url, interrupt } = await openInterruptible(database);
    const db = openDatabase({ url: database });
    await migrate(db, () => new Date());
    await db.close();
    interrupt();

    const command = spawn(process.execPath, ['server/cli.js', 'books', 'list'], {
      cwd: root,
      env: { ...process.env, SVC_SERVER: 'local', SVC_DATA: temporaryFolder(), DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr] = await Promise.all([text(command.stderr), once(command, 'close')]);

    assert.match(stderr, /^postgres:\/\/\S+: the connection .* was interrupted\. Check .*\n$/);
  });
});
