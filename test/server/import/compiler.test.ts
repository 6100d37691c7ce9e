import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Failure } from '../../../server/failure.ts';
import { compileBookInProcess, Compiler } from '../../../server/import/compiler.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { temporaryFolder } from '../harness.ts';
import {
  compilerPids,
  longBook,
  processListMissing,
  requestFor,
  waitForNewPid,
} from './fixtures/compiler-processes.ts';

describe('the process that compiles books', { skip: processListMissing }, () => {
  it('takes only its own book with it when it crashes, and another takes the next', async () => {
    const compiler = new Compiler();
    const before = compilerPids();
    const compiled = assert.rejects(compiler.compileBook(requestFor(await longBook)), {
      code: 'epub_unsafe',
      message: 'This book makes its reader crash.',
    });
    process.kill(await waitForNewPid(before), 'SIGSEGV');
    await compiled;

    const { title } = await compiler.compileBook(
      requestFor(await buildEpub({ metadata: { title: 'Next' } })),
    );
    assert.equal(title, 'Next');
  });

  it('reads a book anew when the process that was kept for it is ended from outside', async () => {
    const compiler = new Compiler();
    const before = compilerPids();
    await compiler.compileBook(requestFor(await buildEpub({})));
    const kept = await waitForNewPid(before);
    const next = await buildEpub({ metadata: { title: 'Read anew' } });

    process.kill(kept, 'SIGKILL');
    // Before anybody can know of it.
    assert.equal((await compiler.compileBook(requestFor(next))).title, 'Read anew');
  });

  it('is given up when its book has had its time, and another takes the one that waits', async () => {
    const first = new AbortController();
    const signals = [first.signal];
    const compiler = new Compiler({
      deadline: () => signals.shift() ?? new AbortController().signal,
    });
    const before = compilerPids();
    const late = assert.rejects(compiler.compileBook(requestFor(await longBook)), {
      code: 'epub_unsafe',
      message: 'Reading this book does not come to an end.',
    });
    const behind = compiler.compileBook(
      requestFor(await buildEpub({ metadata: { title: 'Behind' } })),
    );
    // It stands still, as one does that never comes to an end.
    process.kill(await waitForNewPid(before), 'SIGSTOP');
    first.abort();

    await late;
    assert.equal((await behind).title, 'Behind');
  });

  for (const [signal, message] of [
    ['SIGABRT', 'This book takes more than 256 MB to read.'],
    ['SIGXCPU', 'This book takes longer than a minute to read.'],
    ['SIGALRM', /^This book takes more than \d+ MB to read\.$/],
  ] as const) {
    it(`says what a book takes too much of when it ends by ${signal}`, async () => {
      const compiler = new Compiler();
      const before = compilerPids();
      const refused = assert.rejects(compiler.compileBook(requestFor(await longBook)), {
        code: 'epub_unsafe',
        message,
      });
      process.kill(await waitForNewPid(before), signal);
      await refused;
    });
  }

  it('fails one book after the other while it cannot be started, and reads the next when it can', async () => {
    const nodePath = join(temporaryFolder(), 'node');
    const compiler = new Compiler({ nodePath });
    const epub = await buildEpub({ metadata: { title: 'At last' } });
    const asked = [compiler.compileBook(requestFor(epub)), compiler.compileBook(requestFor(epub))];
    for (const one of asked) {
      await assert.rejects(one, (error) => {
        // A fault of the server, not of the book.
        assert.equal(error instanceof Failure, false);
        return /^Error: The compiler failed: .*ENOENT/.test(String(error));
      });
    }

    symlinkSync(process.execPath, nodePath);
    assert.equal((await compiler.compileBook(requestFor(epub))).title, 'At last');
  });

  it('serves one book after the other, whoever asks', async () => {
    const titles = ['One', 'Two', 'Three'];
    const books = await Promise.all(
      titles.map(async (title) =>
        compileBookInProcess(requestFor(await buildEpub({ metadata: { title } }))),
      ),
    );
    assert.deepEqual(
      books.map(({ title }) => title),
      titles,
    );
  });

  it('listens no more to a process after a dozen books than after one', async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error) => void warnings.push(name);
    process.on('warning', hear);
    const epub = await buildEpub({});
    for (let count = 0; count < 12; count++) await compileBookInProcess(requestFor(epub));
    process.off('warning', hear);
    assert.deepEqual(warnings, []);
  });
});
