import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDatabase, type Database, type Engine } from '../../../server/db/open.ts';
import { storeContents } from '../../../server/db/stored-objects.ts';
import { Compiler } from '../../../server/import/compiler.ts';
import { recompilationStore } from '../../../server/import/recompilation-store.ts';
import { recompileNext } from '../../../server/import/recompile-next.ts';
import { prune } from '../../../server/retention/prune.ts';
import { checkStorage } from '../../../server/startup-checks.ts';
import { objectName, type ObjectStore } from '../../../server/storage/object-store.ts';
import {
  isStorageUrl,
  openObjectStore,
  sha256,
} from '../../../server/storage/open-object-store.ts';
import { checkContents, moveContents } from '../../../server/stored-content.ts';
import { importBook } from '../books/import-book.ts';
import { runSvc } from '../cli/run-svc.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { newDatabaseLocation, temporaryFolder, testApi, testDatabase } from '../harness.ts';
import { postgresMissing } from '../postgres.ts';
import { toEnvironment } from '../server-process.ts';
import { s3Missing, startS3Server } from './s3-server.ts';

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
const book = {
  chapters: ['<p>Call me Ishmael.</p><img src="a.svg" alt=""/>', '<p>The white whale</p>'],
  files: { 'a.svg': picture },
};

async function apiWith(engine: Engine, objects: ObjectStore) {
  const db: Database = { ...(await testDatabase(engine)), objects };
  const api = await testApi(engine, { db });
  const { text: key } = await api.newKey();
  const open = async (bookId: string) =>
    (await (await api.request(`/v1/reader/embed?book=${bookId}`, { key })).json()).data;
  /** Everything that a reader fetches, as text. */
  const read = async (bookId: string) => {
    const { session } = await open(bookId);
    const path = new URL(session.content).pathname;
    const headers = { Authorization: `Bearer ${session.token}` };
    const responses = [
      await api.request(`${path}/sections/0`, { headers }),
      await api.request(`${path}/sections/1`, { headers }),
      await api.request(`${path}/resources/OEBPS/a.svg?${session.resourceQuery}`),
      await api.request(`/v1/books/${bookId}/search?q=whale`, { key }),
      await api.request(`${path}/files`, { headers }),
    ];
    return Promise.all(
      responses.map(
        async (one) => `${one.status} ${(await one.text()).replaceAll(/"requestId.*/g, '')}`,
      ),
    );
  };
  const pruneAfter = (seconds: number) => {
    api.clock.advance(seconds);
    return prune({ db, now: api.clock.now(), eventRetentionDays: 30, pause: async () => {} });
  };
  return { api, db, key, read, pruneAfter };
}

const hashesIn = async (db: Database) =>
  (await db.query.selectFrom('storage_objects').select('hash').orderBy('hash').execute()).map(
    ({ hash }) => hash,
  );

/** Behavior common to all storages. */
function testStore(engine: Engine, openStore: () => Promise<string>): void {
  it('holds the content of books, which moves to and from the database and back', async () => {
    const url = await openStore();
    const objects = openObjectStore(url);
    const { api, db, read } = await apiWith(engine, objects);
    await checkStorage(db);
    const bookId = await importBook(api, book);
    const texts = await read(bookId);
    assert.deepEqual(
      texts.map((text) => text.slice(0, 3)),
      ['200', '200', '200', '200', '200'],
    );
    const inRows = async () =>
      (await db.query.selectFrom('resources').select('bytes').execute()).reduce(
        (sum, { bytes }) => sum + bytes.length,
        0,
      );
    assert.equal(await inRows(), 0);
    const { problems, objects: count } = await checkContents(db);
    assert.deepEqual(problems, []);
    assert.ok(count >= 4);

    await assert.rejects(
      checkStorage({ ...db, objects: null }),
      /storage_missing: .*SVC_STORAGE_URL/,
    );
    const back = await moveContents(db, 'database');
    assert.equal(back.moved, count);
    assert.ok((await inRows()) > 0);
    await checkStorage({ ...db, objects: null });
    assert.deepEqual(await read(bookId), texts);

    // A move that fails midway continues where it stopped.
    let puts = 0;
    const failing: ObjectStore = {
      ...objects,
      put: (hash, bytes) =>
        (puts += 1) === 3 ? Promise.reject(new Error('the network')) : objects.put(hash, bytes),
    };
    await assert.rejects(moveContents({ ...db, objects: failing }, 'storage'), /the network/);
    assert.equal((await moveContents(db, 'storage')).moved, count - 2);
    assert.equal((await moveContents(db, 'storage')).moved, 0);
    assert.deepEqual(await read(bookId), texts);
  });

  it('reports missing and damaged objects, and an outage ends with 503', async () => {
    const objects = openObjectStore(await openStore());
    const { api, db, read } = await apiWith(engine, objects);
    const bookId = await importBook(api, book);
    const { object } = await db.query
      .selectFrom('resources')
      .select('object')
      .where('path', 'like', '%a.svg')
      .executeTakeFirstOrThrow();
    await objects.remove(object ?? '');
    const fresh = { ...db, objects: openObjectStore(objects.url) };
    const [missing, ...more] = (await checkContents(fresh)).problems;
    assert.deepEqual(more, []);
    assert.equal(missing?.bookId, bookId);
    assert.match(
      `${missing?.content} ${missing?.message}`,
      /^resources .*a\.svg The object .* is missing/,
    );
    assert.match((await read(bookId))[2] ?? '', /^503 .*"overloaded"/);

    await objects.put(object ?? '', Buffer.from('other bytes'));
    const changed = { ...db, objects: openObjectStore(objects.url) };
    assert.match((await checkContents(changed)).problems[0]?.message ?? '', /is damaged/);
  });

  it('loses objects a day after their last row, and never those of an import that is running', async () => {
    const objects = openObjectStore(await openStore());
    const { api, db, pruneAfter } = await apiWith(engine, objects);
    const now = api.clock.now;
    await importBook(api, book);
    const kept = await hashesIn(db);
    const orphans = [randomBytes(50), randomBytes(50)];
    const [first = '', second = ''] = orphans.map(sha256);
    await storeContents(db, orphans, now);

    await pruneAfter(86_000);
    assert.deepEqual(await hashesIn(db), [...kept, first, second].toSorted());
    // A second import stores the same bytes again, which restarts the one-day period.
    await storeContents(db, orphans.slice(1), now);
    await pruneAfter(800);
    assert.deepEqual(await hashesIn(db), [...kept, second].toSorted());
    assert.equal(await openObjectStore(objects.url).get(first), null);

    // While an object is being removed, an import waits and stores it again.
    const removing: ObjectStore = {
      ...objects,
      async remove(hash) {
        stored = storeContents(db, [orphans[1] ?? Buffer.alloc(0)], now);
        await delay(50);
        await objects.remove(hash);
      },
    };
    let stored: Promise<unknown> = Promise.resolve();
    api.clock.advance(86_401);
    const options = { now: now(), eventRetentionDays: 30, pause: async () => {} };
    await prune({ db: { ...db, objects: removing }, ...options });
    await stored;
    assert.deepEqual(await hashesIn(db), [...kept, second].toSorted());
    assert.ok(await openObjectStore(objects.url).get(second));

    // A recompiled book has its own objects. Those of the removed book are deleted.
    await recompilationStore(db).markOutdated(null);
    const result = await recompileNext({
      db,
      compiler: new Compiler(),
      now,
      newId: api.keyContext.newId,
      signal: new AbortController().signal,
    });
    assert.equal(result?.outcome, 'recompiled');
    assert.deepEqual((await checkContents(db)).problems, []);
    await db.query.deleteFrom('book_versions').execute();
    await pruneAfter(1);
    assert.ok((await hashesIn(db)).length > 0);
    await pruneAfter(86_401);
    assert.deepEqual(await hashesIn(db), []);
  });
}

describe('a folder as the object storage', () => {
  testStore('sqlite', async () => pathToFileURL(temporaryFolder()).href);

  it('contains only complete books after a process is killed at any moment', async () => {
    const folder = temporaryFolder();
    const location = await newDatabaseLocation('sqlite');
    const environment = {
      ...toEnvironment(location, temporaryFolder()),
      SVC_STORAGE_URL: pathToFileURL(join(folder, 'objects')).href,
    };
    const file = join(folder, 'book.epub');
    const chapters = Array.from(
      { length: 12 },
      (_, at) => `<p>Chapter ${at} ${randomBytes(99)}</p>`,
    );
    writeFileSync(file, await buildEpub({ chapters }));
    await runSvc(environment, 'migrate');
    const db = openDatabase(location, openObjectStore(environment.SVC_STORAGE_URL));
    const objectFiles = () =>
      existsSync(join(folder, 'objects'))
        ? readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true }).filter(
            (one) => one.isFile(),
          ).length
        : 0;
    try {
      for (const limit of [1, 8, 13]) {
        rmSync(join(folder, 'objects'), { recursive: true, force: true });
        const command = spawn(process.execPath, ['server/cli.js', 'import', file], {
          env: { ...process.env, ...environment },
          stdio: 'ignore',
        });
        const exited = once(command, 'exit');
        while (objectFiles() < limit && command.exitCode === null) await delay(1);
        command.kill('SIGKILL');
        await exited;
        const versions = await db.query.selectFrom('book_versions').select('id').execute();
        const sections = await db.query.selectFrom('sections').select('object').execute();
        const { problems } = await checkContents(db);
        assert.deepEqual(problems, []);
        assert.equal(sections.length, versions.length * chapters.length);
        if (versions.length > 0) return;
      }
      const { code } = await runSvc(environment, 'import', file);
      assert.equal(code, 0);
      const checked = await runSvc(environment, 'storage', 'check', '--json');
      assert.deepEqual(JSON.parse(checked.stdout).problems, []);
      assert.ok(JSON.parse(checked.stdout).objects > 12);
    } finally {
      await db.close();
    }
  });

  it('keeps one file per object after kills and equal writes at once', async () => {
    const folder = temporaryFolder();
    const store = openObjectStore(pathToFileURL(folder).href);
    const bytes = Buffer.from('Call me Ishmael.');
    const hash = sha256(bytes);
    await store.put(hash, bytes);
    const path = join(folder, objectName(hash));
    // What a process leaves that is killed while it writes.
    writeFileSync(`${path}.0123456789ab`, 'Call me');
    await Promise.all(Array.from({ length: 50 }, () => store.put(hash, bytes)));
    assert.deepEqual(readdirSync(dirname(path)), [hash]);
    assert.deepEqual(Buffer.from((await store.get(hash)) ?? []), bytes);
  });

  it('must be a URL of a folder or a bucket', () => {
    for (const url of ['s3://books', 's3://books/a/b', 'file:///srv/objects'])
      assert.ok(isStorageUrl(url), url);
    for (const url of [
      '',
      'books',
      's3://',
      'https://s3.example/books',
      's3://k:s@books',
      's3://b?x=1',
    ])
      assert.ok(!isStorageUrl(url), url);
    assert.throws(() => objectName('../../etc/passwd'));
  });
});

describe('a bucket as the object storage, on SQLite', { skip: s3Missing ?? false }, () => {
  testStore('sqlite', async () => (await startS3Server()).url);

  it('is required at the start, with the reason and the remedy in one line', async () => {
    const { url, process: server } = await startS3Server();
    const location = await newDatabaseLocation('sqlite');
    server.kill('SIGKILL');
    const environment = { ...toEnvironment(location, ''), SVC_STORAGE_URL: url, PORT: '0' };
    const { code, stderr } = await runSvc({ ...environment, AWS_MAX_ATTEMPTS: '1' }, 'serve');
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^storage_unreachable: .*s3:\/\/books .*ECONNREFUSED.* AWS_ENDPOINT_URL_S3.*\n$/,
    );
  });
});

describe(
  'a bucket as the object storage, on PostgreSQL',
  { skip: s3Missing ?? postgresMissing ?? false },
  () => testStore('postgres', async () => (await startS3Server()).url),
);
