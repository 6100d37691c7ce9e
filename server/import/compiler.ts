import { type ChildProcess, fork } from 'node:child_process';
import pLimit from 'p-limit';
import { Failure } from '../failure.ts';
import { epubFailure } from '../epub/failure-reasons.ts';
import type { Section } from '../epub/contract.ts';
import type { ChapterSource } from '../epub/compile-chapter.ts';
import type { CompileBookRequest, CompileBookResult } from './compile-book.ts';
import { memoryLimitSignal, cpuLimitSignal } from './compile-watchdog.ts';
import { type CompileRequest, type CompileFailure, toCompileFailure } from './compile-request.ts';
import { maxHeapMb, memoryLimitMb, maxElapsedMs } from './compiler-limits.ts';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';

/** Long enough for a shelf of files, short enough to give the memory back soon. */
const idleTimeoutMs = 5_000;
/** Exit code of a process that aborts: V8 does, when its heap is full. */
const abortExitCode = 134;

type CompiledBook = Extract<CompileBookResult, { rows: unknown }>;

export interface CompilerOptions {
  /** Fires when an order has had its time, however little was done: five minutes unless given. */
  deadline?: () => AbortSignal;
  /** Path of the Node that compiles: this one unless given. */
  nodePath?: string;
}

/** Compiles books and chapters in a process of its own, one at a time. */
export class Compiler {
  readonly #deadline: () => AbortSignal;
  readonly #program: string;
  /** Who waits must not lose its time, nor two together take twice the memory. */
  readonly #inTurn = pLimit(1);
  /** The process that compiled the last book, as long as it is kept for the next. */
  #idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null;

  constructor({ deadline, nodePath }: CompilerOptions = {}) {
    this.#deadline = deadline ?? (() => AbortSignal.timeout(maxElapsedMs));
    this.#program = nodePath ?? process.execPath;
  }

  /** @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`. */
  async compileBook(order: CompileBookRequest): Promise<CompiledBook> {
    return unwrapResult(await this.#inTurn(() => this.#run<CompiledBook>(order)));
  }

  /** @throws Failure `epub_invalid`, `epub_unsafe`. */
  async compileChapter(order: ChapterSource): Promise<Section> {
    return unwrapResult(await this.#inTurn(() => this.#run<{ section: Section }>(order))).section;
  }

  /** @typeParam Compiled - What the process makes of an order of this kind. */
  async #run<Compiled extends object>(order: CompileRequest): Promise<Compiled | CompileFailure> {
    const kept = this.#takeKept();
    const early = kept && (await this.#ask<Compiled>(kept, order));
    if (early && !early.isCrash) return early.outcome;
    // What was kept may have been ended from outside before the order came: it says nothing of the book.
    return (await this.#ask<Compiled>(startCompileProcess(this.#program), order)).outcome;
  }

  async #ask<Compiled extends object>(
    child: ChildProcess,
    order: CompileRequest,
  ): Promise<ProcessResult<Compiled>> {
    const answer = await requestResult<Compiled>(child, order, this.#deadline());
    if (answer.isReusable) this.#keep(child);
    return answer;
  }

  #takeKept(): ChildProcess | null {
    const kept = this.#idle;
    this.#idle = null;
    if (!kept) return null;
    clearTimeout(kept.timer);
    const { child } = kept;
    if (!child.connected || child.exitCode !== null || child.signalCode !== null) return null;
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** The process may stay a while, but keeps nobody from ending. */
  #keep(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => child.disconnect(), idleTimeoutMs).unref();
    this.#idle = { child, timer };
  }
}

const sharedCompiler = new Compiler();

/**
 * Compiles a book in a process of its own, one at a time: no book can stop or crash the server,
 * whatever time or memory it wants and whatever its pictures do to the library that draws them.
 *
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export function compileBookInProcess(order: CompileBookRequest): Promise<CompiledBook> {
  return sharedCompiler.compileBook(order);
}

/**
 * Compiles a chapter in the same process, for the same reasons.
 *
 * @throws Failure `epub_invalid`, `epub_unsafe`.
 */
export function compileChapterInProcess(order: ChapterSource): Promise<Section> {
  return sharedCompiler.compileChapter(order);
}

function unwrapResult<Compiled extends object>(outcome: Compiled | CompileFailure): Compiled {
  if ('failure' in outcome) {
    const { code, reason, message } = outcome.failure;
    throw new Failure(code, message, { reason });
  }
  if ('internalError' in outcome) throw new Error(`The compiler failed: ${outcome.internalError}`);
  return outcome;
}

interface ProcessResult<Compiled> {
  /** What became of the order. */
  outcome: Compiled | CompileFailure;
  /** Whether the process can take another. */
  isReusable: boolean;
  /** Whether the process ended, and for no reason that a limit gives. */
  isCrash: boolean;
}

function requestResult<Compiled extends object>(
  child: ChildProcess,
  order: CompileRequest,
  deadline: AbortSignal,
): Promise<ProcessResult<Compiled>> {
  return new Promise((resolve) => {
    const onLate = () => child.kill('SIGKILL');
    const end = (
      outcome: Compiled | CompileFailure,
      { isFit: isReusable = false, isCrash = false } = {},
    ) => {
      deadline.removeEventListener('abort', onLate);
      child.off('exit', onExit).off('message', onMessage).off('error', onError);
      resolve({ outcome, isReusable, isCrash });
    };
    const onMessage = (outcome: Compiled | CompileFailure) =>
      end(outcome, { isFit: !deadline.aborted });
    const onError = (error: Error) => end({ internalError: error.message });
    const onExit = (code: number | null, signal: string | null) => {
      const limit = deadline.aborted
        ? epubFailure('compiler_stalled', 'Reading this book does not come to an end.')
        : limitFailure(order, code, signal);
      const crash = epubFailure('compiler_crashed', 'This book makes its reader crash.');
      end(toCompileFailure(limit ?? crash), { isCrash: limit === null });
    };
    deadline.addEventListener('abort', onLate);
    child.on('exit', onExit).on('message', onMessage).on('error', onError);
    // What cannot be sent is followed by the exit or the error that is the cause.
    child.send(order, () => undefined);
  });
}

/** What the process was ended for; null when no limit says why. */
function limitFailure(
  order: CompileRequest,
  code: number | null,
  signal: string | null,
): Failure | null {
  if (signal === cpuLimitSignal) {
    return epubFailure('compiler_out_of_time', 'This book takes longer than a minute to read.');
  }
  const capMb = memoryLimitMb('epub' in order ? order.epub.length : 0);
  if (signal === memoryLimitSignal) return memoryFailure(capMb);
  return signal === 'SIGABRT' || code === abortExitCode ? memoryFailure(maxHeapMb) : null;
}

function memoryFailure(capMb: number): Failure {
  return epubFailure('compiler_out_of_memory', `This book takes more than ${capMb} MB to read.`);
}

/** Has the extension of this file: `.ts` in the sources, `.js` in the published package. */
const compileProcessFile = new URL(
  `compile-process${extname(import.meta.filename)}`,
  import.meta.url,
);

/**
 * Starts a process that compiles; see `compile-process.ts`.
 *
 * @param program - Path of the Node that runs it.
 */
function startCompileProcess(program: string): ChildProcess {
  const child = fork(compileProcessFile, [String(process.pid)], {
    execPath: program,
    serialization: 'advanced',
    // Little garbage is let lie: a shelf of books then takes half the memory.
    execArgv: [
      `--max-old-space-size=${maxHeapMb}`,
      '--semi-space-growth-factor=1',
      '--heap-growing-percent=30',
    ],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error between two orders is nobody's: the next one finds the process gone.
  return child.on('error', () => undefined);
}

/** No secret of the server is where hostile books are read. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const kept = Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value);
  const cache = getCompileCacheDir();
  // Many threads take and free buffers in turn, of which the allocator else keeps a heap for each.
  return {
    ...Object.fromEntries(kept),
    // Each version of Node has a folder of its own in there.
    ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    MALLOC_ARENA_MAX: '2',
  };
}
