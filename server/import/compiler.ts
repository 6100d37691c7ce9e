import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
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

/**
 * How long an idle process is kept. Long enough for the next of several files, and short enough to
 * release memory soon.
 */
const idleTimeoutMs = 5_000;
/** Exit code of a process that V8 aborts when its heap is full. */
const abortExitCode = 134;

type CompiledBook = Extract<CompileBookResult, { rows: unknown }>;

export interface CompilerOptions {
  /** Aborts when a job exceeds its wall-clock time. Defaults to five minutes. */
  deadline?: () => AbortSignal;
  /** Path of the Node executable for the compiler process. Defaults to the current executable. */
  nodePath?: string;
  /** Scheduling priority of the compiler process, from 0 to 19 for the lowest. Default: 0. */
  niceness?: number;
}

/** Compiles books and chapters in a separate process, one at a time. */
export class Compiler {
  readonly #deadline: () => AbortSignal;
  readonly #nodePath: string;
  readonly #niceness: number;
  /**
   * Runs one job at a time because a waiting job's time limit must not start early and concurrent
   * jobs would double the memory.
   */
  readonly #queue = pLimit(1);
  /** The process that compiled the last book, kept for the next book. */
  #idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null;

  constructor({ deadline, nodePath, niceness }: CompilerOptions = {}) {
    this.#deadline = deadline ?? (() => AbortSignal.timeout(maxElapsedMs));
    this.#nodePath = nodePath ?? process.execPath;
    this.#niceness = niceness ?? 0;
  }

  /** @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`. */
  async compileBook(request: CompileBookRequest): Promise<CompiledBook> {
    return unwrapResult(await this.#queue(() => this.#run<CompiledBook>(request)));
  }

  /** @throws Failure `epub_invalid`, `epub_unsafe`. */
  async compileChapter(request: ChapterSource): Promise<Section> {
    return unwrapResult(await this.#queue(() => this.#run<{ section: Section }>(request))).section;
  }

  /** @typeParam Compiled - The result type of this kind of request. */
  async #run<Compiled extends object>(request: CompileRequest): Promise<Compiled | CompileFailure> {
    const idle = this.#takeIdle();
    const first = idle && (await this.#send<Compiled>(idle, request));
    if (first && !first.isCrash) return first.outcome;
    // An idle process may have been killed externally, so its crash does not mean that the book
    // caused it.
    return (await this.#send<Compiled>(this.#start(), request)).outcome;
  }

  async #send<Compiled extends object>(
    child: ChildProcess,
    request: CompileRequest,
  ): Promise<ProcessResult<Compiled>> {
    const result = await requestResult<Compiled>(child, request, this.#deadline());
    if (result.isReusable) this.#keepIdle(child);
    return result;
  }

  #start(): ChildProcess {
    const child = startCompileProcess(this.#nodePath);
    // Without a pid the process could not be started, which the first request reports.
    if (this.#niceness > 0 && child.pid !== undefined) setPriority(child.pid, this.#niceness);
    return child;
  }

  #takeIdle(): ChildProcess | null {
    const idle = this.#idle;
    this.#idle = null;
    if (!idle) return null;
    clearTimeout(idle.timer);
    const { child } = idle;
    if (!child.connected || child.exitCode !== null || child.signalCode !== null) return null;
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** Keeps the process for the next job without keeping the current process alive. */
  #keepIdle(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => child.disconnect(), idleTimeoutMs).unref();
    this.#idle = { child, timer };
  }
}

const sharedCompiler = new Compiler();

/**
 * Compiles a book in a separate process, one at a time. A book that takes too much time or memory,
 * or crashes the image decoder, cannot block or crash the server.
 *
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export function compileBookInProcess(request: CompileBookRequest): Promise<CompiledBook> {
  return sharedCompiler.compileBook(request);
}

/**
 * Compiles a chapter in the compiler process for the same reasons.
 *
 * @throws Failure `epub_invalid`, `epub_unsafe`.
 */
export function compileChapterInProcess(request: ChapterSource): Promise<Section> {
  return sharedCompiler.compileChapter(request);
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
  /** The request's result. */
  outcome: Compiled | CompileFailure;
  /** Whether the process can compile another request. */
  isReusable: boolean;
  /** Whether the process ended without exceeding a limit. */
  isCrash: boolean;
}

function requestResult<Compiled extends object>(
  child: ChildProcess,
  request: CompileRequest,
  deadline: AbortSignal,
): Promise<ProcessResult<Compiled>> {
  return new Promise((resolve) => {
    const onTimeout = () => child.kill('SIGKILL');
    const end = (
      outcome: Compiled | CompileFailure,
      { isReusable = false, isCrash = false } = {},
    ) => {
      deadline.removeEventListener('abort', onTimeout);
      child.off('exit', onExit).off('message', onMessage).off('error', onError);
      resolve({ outcome, isReusable, isCrash });
    };
    const onMessage = (outcome: Compiled | CompileFailure) =>
      end(outcome, { isReusable: !deadline.aborted });
    const onError = (error: Error) => end({ internalError: error.message });
    const onExit = (code: number | null, signal: string | null) => {
      const limit = deadline.aborted
        ? epubFailure('compiler_stalled', 'Compiling this book takes longer than five minutes.')
        : limitFailure(request, code, signal);
      const crash = epubFailure('compiler_crashed', 'The compiler process crashed on this book.');
      end(toCompileFailure(limit ?? crash), { isCrash: limit === null });
    };
    deadline.addEventListener('abort', onTimeout);
    child.on('exit', onExit).on('message', onMessage).on('error', onError);
    // If sending fails, an `exit` or `error` event with the cause follows.
    child.send(request, () => undefined);
  });
}

/** The limit that ended the process, or null if none did. */
function limitFailure(
  request: CompileRequest,
  code: number | null,
  signal: string | null,
): Failure | null {
  if (signal === cpuLimitSignal) {
    return epubFailure(
      'compiler_out_of_time',
      'Compiling this book takes more than one minute of CPU time.',
    );
  }
  const memoryMb = memoryLimitMb('epub' in request ? request.epub.length : 0);
  if (signal === memoryLimitSignal) return memoryFailure(memoryMb);
  return signal === 'SIGABRT' || code === abortExitCode ? memoryFailure(maxHeapMb) : null;
}

function memoryFailure(memoryMb: number): Failure {
  return epubFailure(
    'compiler_out_of_memory',
    `Compiling this book takes more than ${memoryMb} MB of memory.`,
  );
}

/** Has the same extension as this file: `.ts` in the sources, `.js` in the published package. */
const compileProcessFile = new URL(
  `compile-process${extname(import.meta.filename)}`,
  import.meta.url,
);

/**
 * Starts a compiler process; see `compile-process.ts`.
 *
 * @param nodePath - Path of the Node executable.
 */
function startCompileProcess(nodePath: string): ChildProcess {
  const child = fork(compileProcessFile, [String(process.pid)], {
    execPath: nodePath,
    serialization: 'advanced',
    // Early garbage collection halves the memory use when many books are imported.
    execArgv: [
      `--max-old-space-size=${maxHeapMb}`,
      '--semi-space-growth-factor=1',
      '--heap-growing-percent=30',
    ],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Ignore errors between jobs because the next job detects that the process is gone.
  return child.on('error', () => undefined);
}

/**
 * Returns an environment without the server's secrets because the process reads untrusted books.
 */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const allowed = Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value);
  const cache = getCompileCacheDir();
  // Many threads allocate and free buffers, and the allocator would otherwise keep a heap for each
  // thread.
  return {
    ...Object.fromEntries(allowed),
    // The cache contains a folder for each Node version.
    ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    MALLOC_ARENA_MAX: '2',
  };
}
