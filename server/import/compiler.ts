import { type ChildProcess, fork } from 'node:child_process';
import pLimit from 'p-limit';
import { Failure } from '../failure.ts';
import type { Section } from '../epub/contract.ts';
import type { ChapterSource } from '../epub/compile-chapter.ts';
import type { CompileOrder, CompileOutcome } from './compile-book.ts';
import type { Order, Refusal } from './compile-order.ts';

/** The largest sample book, a thousand pages of formulas, needs half of this. */
const heapMb = 256;
/** The slowest of the sample books takes two seconds. */
const timeoutMs = 60_000;
/** Long enough for a shelf of files, short enough to give the memory back soon. */
const idleMs = 5_000;
/** Exit code of a process that aborts: V8 does, when its heap is full. */
const outOfMemory = 134;

/** One book at a time: who waits must not lose its time, nor two together take twice the memory. */
const inTurn = pLimit(1);

/** The process that compiled the last book, as long as it is kept for the next. */
let idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null;

/**
 * Compiles a book in a process of its own, one at a time: no book can stop or crash the server,
 * whatever time or memory it wants and whatever its pictures do to the library that draws them.
 *
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export async function compileApart(
  order: CompileOrder,
): Promise<Extract<CompileOutcome, { rows: unknown }>> {
  return compiled(await inTurn(() => run<Extract<CompileOutcome, { rows: unknown }>>(order)));
}

/**
 * Compiles a chapter in the same process, for the same reasons.
 *
 * @throws Failure `epub_invalid`, `epub_unsafe`.
 */
export async function compileChapterApart(order: ChapterSource): Promise<Section> {
  return compiled(await inTurn(() => run<{ section: Section }>(order))).section;
}

function compiled<Compiled extends object>(outcome: Compiled | Refusal): Compiled {
  if ('failure' in outcome) throw new Failure(outcome.failure.code, outcome.failure.message);
  if ('fault' in outcome) throw new Error(`The compiler failed: ${outcome.fault}`);
  return outcome;
}

/** @typeParam Compiled - What the process makes of an order of this kind. */
async function run<Compiled extends object>(order: Order): Promise<Compiled | Refusal> {
  const child = take();
  const { outcome, isFit } = await answerOf<Compiled>(child, order);
  if (isFit) keep(child);
  return outcome;
}

/** What became of the order, and whether the process can take another. */
function answerOf<Compiled extends object>(
  child: ChildProcess,
  order: Order,
): Promise<{ outcome: Compiled | Refusal; isFit: boolean }> {
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const end = (outcome: Compiled | Refusal, isFit = false) => {
      clearTimeout(timer);
      child.off('exit', onExit).off('message', onMessage).off('error', onError);
      resolve({ outcome, isFit });
    };
    const refuse = (message: string) => end({ failure: { code: 'epub_unsafe', message } });
    const onMessage = (outcome: Compiled | Refusal) => end(outcome, true);
    const onError = (error: Error) => end({ fault: error.message });
    const onExit = (code: number | null, signal: string | null) => {
      if (isLate) refuse('This book takes longer than a minute to read.');
      else if (signal === 'SIGABRT' || code === outOfMemory) {
        refuse(`This book takes more than ${heapMb} MB to read.`);
      } else refuse('This book makes its reader crash.');
    };
    child.on('exit', onExit).on('message', onMessage).on('error', onError);
    // What cannot be sent is followed by the exit or the error that is the cause.
    child.send(order, () => undefined);
  });
}

function take(): ChildProcess {
  const kept = idle;
  idle = null;
  if (!kept?.child.connected) return start();
  clearTimeout(kept.timer);
  kept.child.ref();
  kept.child.channel?.ref();
  return kept.child;
}

function start(): ChildProcess {
  const child = fork(new URL('compile-process.ts', import.meta.url), {
    serialization: 'advanced',
    // Little garbage is let lie: a shelf of books then takes half the memory.
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--semi-space-growth-factor=1',
      '--heap-growing-percent=30',
    ],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error between two orders is nobody's: the next one finds the process gone.
  return child.on('error', () => undefined);
}

/** The process may stay a while, but keeps nobody from ending. */
function keep(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => child.disconnect(), idleMs).unref();
  idle = { child, timer };
}

/** No secret of the server is where hostile books are read. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const kept = Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value);
  // Many threads take and free buffers in turn, of which the allocator else keeps a heap for each.
  return { ...Object.fromEntries(kept), MALLOC_ARENA_MAX: '2' };
}
