import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Compiler } from '../../../server/import/compiler.ts';
import { compilerVersion } from '../../../server/epub/compiler-version.ts';
import { recompilationStore } from '../../../server/import/recompilation-store.ts';
import { recompileNext } from '../../../server/import/recompile-next.ts';
import { startRecompilation } from '../../../server/import/recompile-outdated.ts';
import { Failure } from '../../../server/failure.ts';
import { prune } from '../../../server/retention/prune.ts';
import { importBook } from '../books/import-book.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';

const compiler = new Compiler();

forEachEngine('books of an older compiler', (engine) => {
  it('get a new version of their content, which replaces the former after three days', async () => {
    const api = await testApi(engine);
    const bookId = await importBook(api, { chapters: ['<p>One</p>'] });
    const before = await embed(api, bookId);
    await makeOutdated(api);

    const result = await recompile(api);

    assert.deepEqual(result, { bookId, title: 'A Fixture', outcome: 'recompiled' });
    assert.equal(await recompile(api), null);
    const after = await embed(api, bookId);
    assert.notEqual(after.content, before.content);
    assert.equal((await before.section()).status, 200, 'Open readers keep their text.');
    assert.equal((await after.section()).status, 200);
    const again = await importBook(api, { chapters: ['<p>One</p>'] });
    assert.equal(again, bookId, 'Importing the same file finds the book.');

    const versions = async () => (await rows(api)).length;
    assert.equal(await versions(), 2);
    await pruneAt(api, 2);
    assert.equal(await versions(), 2);
    await pruneAt(api, 4);
    assert.equal(await versions(), 1);
    assert.equal((await embed(api, bookId)).content, after.content);
  });

  it('keep the title and other metadata that the publisher changed', async () => {
    const api = await testApi(engine);
    const bookId = await importBook(api, { chapters: ['<p>One</p>'] });
    await api.db.query.updateTable('books').set({ title: 'Changed' }).execute();
    await makeOutdated(api);
    await recompile(api);
    const row = await api.db.query.selectFrom('books').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.id, bookId);
    assert.equal(row.title, 'Changed');
  });

  it('are compiled by one process, and by another if that one dies', async () => {
    const api = await testApi(engine);
    await importBook(api, { chapters: ['<p>One</p>'] });
    await makeOutdated(api);
    const store = recompilationStore(api.db);
    const now = api.clock.now();
    const claimed = await Promise.all(
      [1, 2, 3].map(() => store.claim(now, new Date(now.getTime() + 900_000), null)),
    );
    assert.equal(claimed.filter((one) => one !== null).length, 1);

    assert.equal(await recompile(api), null);
    api.clock.advance(901);
    assert.equal((await recompile(api))?.outcome, 'recompiled');
  });

  it('keep their content if the compiler rejects them, and are not tried again', async () => {
    const api = await testApi(engine);
    const bookId = await importBook(api, { chapters: ['<p>One</p>'] });
    const before = await embed(api, bookId);
    await makeOutdated(api);
    const rejecting = {
      compileBook: () => Promise.reject(new Failure('epub_invalid', 'No book.')),
    };
    const context = { ...contextOf(api), compiler: rejecting };
    const result = await recompileNext(context);
    assert.deepEqual(result, {
      bookId,
      title: 'A Fixture',
      outcome: 'failed',
      message: 'No book.',
    });
    api.clock.advance(86_400);
    assert.equal(await recompile(api), null);
    assert.equal((await embed(api, bookId)).content, before.content);
    await recompilationStore(api.db).markOutdated([bookId]);
    assert.equal((await recompile(api))?.outcome, 'recompiled', 'A request tries again.');
  });

  it('are tried three times after failures of the machine', async () => {
    const api = await testApi(engine);
    await importBook(api, { chapters: ['<p>One</p>'] });
    await makeOutdated(api);
    const crashing = { compileBook: () => Promise.reject(new Error('crashed')) };
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const result = await recompileNext({ ...contextOf(api), compiler: crashing });
      assert.equal(result?.outcome, 'failed', `Attempt ${attempt}`);
      assert.equal(await recompile(api), null, 'No attempt follows at once.');
      api.clock.advance(3600);
    }
    assert.equal(await recompile(api), null);
  });

  it('without their EPUB file keep their content', async () => {
    const api = await testApi(engine);
    await importBook(api, { chapters: ['<p>One</p>'] });
    await makeOutdated(api);
    await api.db.query.deleteFrom('epub_files').execute();
    assert.equal(await recompile(api), null);
  });

  it('are compiled by the server in the background, which can be stopped at any time', async () => {
    const api = await testApi(engine);
    for (const text of ['One', 'Two', 'Three']) {
      await importBook(api, { chapters: [`<p>${text}</p>`] });
    }
    await makeOutdated(api);
    const outdated = () => recompilationStore(api.db).countOutdated();
    const first = startInBackground(api);
    while ((await outdated()) === 3) await pause(5);
    await first();
    const remaining = await outdated();
    assert.ok(remaining < 3);

    const second = startInBackground(api);
    while ((await outdated()) > 0) await pause(5);
    await second();
    const current = (await rows(api)).filter((row) => row.replaced_at === null);
    assert.deepEqual(
      current.map((row) => row.compiler_version),
      Array.from({ length: 3 }, () => compilerVersion),
    );
  });
});

function startInBackground(api: TestApi) {
  const log = {
    info: () => {},
    warn: () => {},
    error: (facts: unknown) => assert.fail(String(facts)),
  };
  const { now, newId } = contextOf(api);
  const wait = (_: number, signal: AbortSignal) =>
    signal.aborted ? Promise.reject(new Error('stopped')) : pause(5);
  return startRecompilation({ db: api.db, now, newId, wait, log });
}

function contextOf({ db, clock, keyContext }: TestApi) {
  const signal = new AbortController().signal;
  return { db, compiler, now: clock.now, newId: keyContext.newId, signal };
}

function recompile(api: TestApi) {
  return recompileNext(contextOf(api));
}

async function makeOutdated({ db }: TestApi): Promise<void> {
  await db.query.updateTable('book_versions').set({ compiler_version: 1 }).execute();
}

function rows({ db }: TestApi) {
  return db.query
    .selectFrom('book_versions')
    .select(['id', 'compiler_version', 'replaced_at'])
    .execute();
}

async function pruneAt({ db, clock }: TestApi, days: number): Promise<void> {
  const now = new Date(clock.now().getTime() + days * 86_400_000);
  await prune({ db, now, eventRetentionDays: 30, pause: async () => {} });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Opens a book. Returns the URL of its content and the response for its first section. */
async function embed(api: TestApi, bookId: string) {
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const response = await api.request(`/v1/reader/embed?book=${bookId}`, { key });
  const { session } = (await response.json()).data;
  const path = String(session.content).replace('http://svc.test', '');
  const section = () => api.request(`${path}/sections/0`, { key: session.token });
  return { content: String(session.content), section };
}
