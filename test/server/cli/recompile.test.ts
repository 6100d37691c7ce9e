import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase, type Database } from '../../../server/db/open.ts';
import { recompilationStore } from '../../../server/import/recompilation-store.ts';
import { importBook } from '../books/import-book.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder, testApi } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';

const root = join(import.meta.dirname, '../../..');
const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
/** Sections of each book, enough for several statements in the transaction. */
const sections = 60;
const kills = 4;

forEachEngine('svc books recompile', (engine) => {
  it('leaves every book complete when it is killed, and compiles the rest when repeated', async () => {
    const location = await newDatabaseLocation(engine);
    const db = openDatabase(location);
    after(() => db.close());
    await migrate(db, () => new Date());
    const api = await testApi(engine, { db });
    for (const title of titles) {
      const chapters = Array.from({ length: sections }, (_, at) => `<p>${title} ${at}</p>`);
      await importBook(api, { chapters, metadata: { title } });
    }
    await recompilationStore(db).markOutdated(null);
    const before = await readBooks(db);
    const environment = toEnvironment(location, temporaryFolder());

    for (let kill = 0; kill < kills; kill += 1) {
      await endLeases(db);
      await killDuringWork(db, environment);
      assert.deepEqual(await readBooks(db), before);
    }

    await endLeases(db);
    const { code, stdout } = await runSvc(environment, 'books', 'recompile', '--json');
    assert.equal(code, 0);
    const outcomes: { outcome: string }[] = JSON.parse(stdout);
    // On a fast machine, the killed commands may have completed every book.
    assert.deepEqual(
      outcomes.filter(({ outcome }) => outcome !== 'recompiled'),
      [],
    );
    assert.equal(await recompilationStore(db).countOutdated(), 0);
    assert.deepEqual(await readBooks(db), before);
  });
});

/** Starts the command, and kills it at a random moment after it has claimed its first book. */
async function killDuringWork(db: Database, environment: Record<string, string>): Promise<void> {
  const command = spawn(process.execPath, ['server/cli.js', 'books', 'recompile'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const ended = once(command, 'exit');
  while (!(await hasClaim(db)) && command.exitCode === null) await pause(5);
  await pause(Math.random() * 800);
  command.kill('SIGKILL');
  await ended;
}

async function hasClaim(db: Database): Promise<boolean> {
  return (await recompilationStore(db).nextDue(new Date(), null)) !== null;
}

/** Simulates a minute passing after the end of the process. */
async function endLeases({ query }: Database): Promise<void> {
  await query.updateTable('recompilations').set({ due_at: '2000-01-01T00:00:00.000Z' }).execute();
}

/** Each book's current version as readers receive it, and its EPUB file. */
async function readBooks({ query }: Database) {
  const books = await query
    .selectFrom('books')
    .innerJoin('book_versions as version', 'version.id', 'books.version_id')
    .innerJoin('epub_files', 'epub_files.version_id', 'version.id')
    .select(['books.title', 'books.version_id', 'books.word_count', 'version.replaced_at'])
    .orderBy('books.title')
    .execute();
  return Promise.all(
    books.map(async ({ version_id, ...book }) => {
      const parts = await query
        .selectFrom('sections')
        .select(['position', 'content'])
        .where('version_id', '=', version_id)
        .orderBy('position')
        .execute();
      return { ...book, sections: parts };
    }),
  );
}
