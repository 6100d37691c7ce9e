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

describe('the compiler process', { skip: processListMissing }, () => {
  it('fails only its own book if it crashes, and a new process compiles the next book', async () => {
    const compiler = new Compiler();
    const before = compilerPids();
    const compiled = assert.rejects(compiler.compileBook(requestFor(await longBook)), {
      code: 'epub_unsafe',
      message: 'The compiler process crashed on this book.',
    });
    process.kill(await waitForNewPid(before), 'SIGSEGV');
    await compiled;

    const { title } = await compiler.compileBook(
      requestFor(await buildEpub({ metadata: { title: 'Next' } })),
    );
    assert.equal(title, 'Next');
  });

  it('compiles a book in a new process if the idle one was killed externally', async () => {
    const compiler = new Compiler();
    const before = compilerPids();
    await compiler.compileBook(requestFor(await buildEpub({})));
    const idle = await waitForNewPid(before);
    const next = await buildEpub({ metadata: { title: 'Compiled again' } });

    process.kill(idle, 'SIGKILL');
    // This runs before the compiler can notice the exit.
    assert.equal((await compiler.compileBook(requestFor(next))).title, 'Compiled again');
  });

  it('is ended when its time is up, and a new process compiles the waiting book', async () => {
    const first = new AbortController();
    const signals = [first.signal];
    const compiler = new Compiler({
      deadline: () => signals.shift() ?? new AbortController().signal,
    });
    const before = compilerPids();
    const timedOut = assert.rejects(compiler.compileBook(requestFor(await longBook)), {
      code: 'epub_unsafe',
      message: 'Compiling this book takes longer than five minutes.',
    });
    const waiting = compiler.compileBook(
      requestFor(await buildEpub({ metadata: { title: 'Waiting' } })),
    );
    // Stops the process to simulate a job that never ends.
    process.kill(await waitForNewPid(before), 'SIGSTOP');
    first.abort();

    await timedOut;
    assert.equal((await waiting).title, 'Waiting');
  });

  for (const [signal, message] of [
    ['SIGABRT', 'Compiling this book takes more than 256 MB of memory.'],
    ['SIGXCPU', 'Compiling this book takes more than one minute of CPU time.'],
    ['SIGALRM', /^Compiling this book takes more than \d+ MB of memory\.$/],
  ] as const) {
    it(`names the exceeded limit when it ends by ${signal}`, async () => {
      const compiler = new Compiler();
      const before = compilerPids();
      const rejected = assert.rejects(compiler.compileBook(requestFor(await longBook)), {
        code: 'epub_unsafe',
        message,
      });
      process.kill(await waitForNewPid(before), signal);
      await rejected;
    });
  }

  it('fails every book while it cannot be started, and compiles the next book once it can', async () => {
    const nodePath = join(temporaryFolder(), 'node');
    const compiler = new Compiler({ nodePath });
    const epub = await buildEpub({ metadata: { title: 'At last' } });
    const pending = [
      compiler.compileBook(requestFor(epub)),
      compiler.compileBook(requestFor(epub)),
    ];
    for (const compiled of pending) {
      await assert.rejects(compiled, (error) => {
        // This is a server error and not a fault of the book.
        assert.equal(error instanceof Failure, false);
        return /^Error: The compiler failed: .*ENOENT/.test(String(error));
      });
    }

    symlinkSync(process.execPath, nodePath);
    assert.equal((await compiler.compileBook(requestFor(epub))).title, 'At last');
  });

  it('compiles concurrent requests one after the other', async () => {
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

  it('does not accumulate event listeners', async () => {
    const warnings: string[] = [];
    const record = ({ name }: Error) => void warnings.push(name);
    process.on('warning', record);
    const epub = await buildEpub({});
    for (let count = 0; count < 12; count++) await compileBookInProcess(requestFor(epub));
    process.off('warning', record);
    assert.deepEqual(warnings, []);
  });
});
