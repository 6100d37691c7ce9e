import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { compileApart } from '../../../server/import/compiler.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';

const order = (epub: Uint8Array) => ({
  epub,
  options: { accountId: 'acc_1', visibility: 'public' as const },
  bookId: 'bk_1',
  versionId: 'ver_1',
  now: new Date('2026-11-21T12:00:00Z'),
});

/** The process that compiles; it is looked for until it is there. */
async function compilerPid(): Promise<number> {
  for (;;) {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const isCompiler = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('compile-process');
        if (Number(parent) === process.pid && isCompiler) return Number(pid);
      } catch {
        // A process that ended while the list was read.
      }
    }
    await wait(5);
  }
}

const reason = existsSync('/proc/self/stat') ? false : 'processes are found by /proc alone';

describe('the process that compiles books', { skip: reason }, () => {
  it('takes only its own book with it when it crashes, and another takes the next', async () => {
    const long = await buildEpub({
      chapters: Array.from({ length: 300 }, () => ({ body: '<p>word </p>'.repeat(2000) })),
    });
    const compiled = assert.rejects(compileApart(order(long)), {
      code: 'epub_unsafe',
      message: 'This book makes its reader crash.',
    });
    process.kill(await compilerPid(), 'SIGSEGV');
    await compiled;

    const { title } = await compileApart(order(await buildEpub({ metadata: { title: 'Next' } })));
    assert.equal(title, 'Next');
  });

  it('serves one book after the other, whoever asks', async () => {
    const titles = ['One', 'Two', 'Three'];
    const books = await Promise.all(
      titles.map(async (title) => compileApart(order(await buildEpub({ metadata: { title } })))),
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
    for (let count = 0; count < 12; count++) await compileApart(order(epub));
    process.off('warning', hear);
    assert.deepEqual(warnings, []);
  });
});
