import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { bookStore } from '../../../../server/books/store.ts';
import { openDatabase } from '../../../../server/db/open.ts';
import {
  createEnrichContext,
  enrichNextBook,
} from '../../../../server/metadata/enrichment/enrich-next-book.ts';
import { addBook } from '../../books/add-book.ts';
import { testBookEvents } from '../../books/import-book.ts';
import { runSvc } from '../../cli/run-svc.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder, testApi } from '../../harness.ts';
import { toEnvironment } from '../../server-process.ts';
import { migrate } from '../../../../server/db/migrate.ts';
import { googleVolume, googleVolumes, isbn, startFakeSources } from './fixtures/fake-sources.ts';

forEachEngine('concurrent enrichment processes', (engine) => {
  async function setUp() {
    const address = await newDatabaseLocation(engine);
    const folder = 'sqlitePath' in address ? join(address.sqlitePath, '..') : temporaryFolder();
    const db = openDatabase(address);
    after(() => db.close());
    await migrate(db, () => new Date());
    const api = await testApi(engine, { db });
    const host = await startFakeSources();
    const environment = {
      ...toEnvironment(address, folder),
      SVC_ENRICH: 'googlebooks',
      SVC_GOOGLEBOOKS_URL: host.url,
    };
    return { db, api, host, environment };
  }
  const metadata = { title: 'The Quiet Harbour', author: 'Ann Author', isbn };

  it('run on demand and report the result for each book', async () => {
    const { db, api, host, environment } = await setUp();
    const bookId = await addBook(api, metadata);
    host.says('/books', googleVolumes(googleVolume()));

    const { stdout, stderr, code } = await runSvc(environment, 'books', 'enrich', '--json');
    const off = await runSvc({ ...environment, SVC_ENRICH: '' }, 'books', 'enrich');

    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), [{ source: 'googlebooks', outcome: 'enriched', bookId }]);
    assert.equal(code, 0);
    assert.equal((await bookStore(db).findAny(bookId))?.metadata.pageCount, 320);
    assert.equal(off.code, 2);
    assert.match(off.stderr, /SVC_ENRICH/);
  });

  it('lose no work when one of them is killed', async () => {
    const { db, api, host, environment } = await setUp();
    const bookId = await addBook(api, metadata);
    const requested = Promise.withResolvers<void>();
    host.on('/books', () => requested.resolve());
    const child = spawn(process.execPath, ['server/cli.js', 'books', 'enrich'], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await requested.promise;
    child.kill('SIGKILL');
    await ended;
    host.says('/books', googleVolumes(googleVolume()));

    const later = () => new Date(Date.now() + 121_000);
    const { signal } = new AbortController();
    const source = host.source('googlebooks');
    const events = testBookEvents(api);
    const early = await enrichNextBook(
      createEnrichContext(
        db,
        events,
        () => new Date(),
        () => 1,
      ),
      source,
      signal,
    );
    const outcome = await enrichNextBook(
      createEnrichContext(db, events, later, () => 1),
      source,
      signal,
    );

    assert.equal(early, null);
    assert.deepEqual(outcome, { outcome: 'enriched', bookId });
  });
});
