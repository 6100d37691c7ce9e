import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { Failure } from '../failure.ts';
import { refuse } from '../epub/refusals.ts';
import type { Section } from '../epub/contract.ts';
import type { ChapterSource } from '../epub/compile-chapter.ts';
import type { CompileOrder, CompileOutcome } from './compile-book.ts';
import { startChild } from './compile-child.ts';
import { overMemory, overWork } from './compile-guard.ts';
import { type Order, type Refusal, refusalOf } from './compile-order.ts';
import { heapMb, memoryCapMb, timeoutMs } from './compiler-limits.ts';

/** Long enough for a shelf of files, short enough to give the memory back soon. */
const idleMs = 5_000;
/** Exit code of a process that aborts: V8 does, when its heap is full. */
const outOfMemory = 134;

type BookOutcome = Extract<CompileOutcome, { rows: unknown }>;

export interface CompilerOptions {
  /** Fires when an order has had its time, however little was done: five minutes unless given. */
  deadline?: () => AbortSignal;
  /** Path of the Node that compiles: this one unless given. */
  program?: string;
}

/** Compiles books and chapters in a process of its own, one at a time. */
export class Compiler {
  readonly #deadline: () => AbortSignal;
  readonly #program: string;
  /** Who waits must not lose its time, nor two together take twice the memory. */
  readonly #inTurn = pLimit(1);
  /** The process that compiled the last book, as long as it is kept for the next. */
  #idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null;

  constructor({ deadline, program }: CompilerOptions = {}) {
    this.#deadline = deadline ?? (() => AbortSignal.timeout(timeoutMs));
    this.#program = program ?? process.execPath;
  }

  /** @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`. */
  async book(order: CompileOrder): Promise<BookOutcome> {
    return compiled(await this.#inTurn(() => this.#run<BookOutcome>(order)));
  }

  /** @throws Failure `epub_invalid`, `epub_unsafe`. */
  async chapter(order: ChapterSource): Promise<Section> {
    return compiled(await this.#inTurn(() => this.#run<{ section: Section }>(order))).section;
  }

  /** @typeParam Compiled - What the process makes of an order of this kind. */
  async #run<Compiled extends object>(order: Order): Promise<Compiled | Refusal> {
    const kept = this.#takeKept();
    const early = kept && (await this.#ask<Compiled>(kept, order));
    if (early && !early.isCrash) return early.outcome;
    // What was kept may have been ended from outside before the order came: it says nothing of the book.
    return (await this.#ask<Compiled>(startChild(this.#program), order)).outcome;
  }

  async #ask<Compiled extends object>(
    child: ChildProcess,
    order: Order,
  ): Promise<Answer<Compiled>> {
    const answer = await answerOf<Compiled>(child, order, this.#deadline());
    if (answer.isFit) this.#keep(child);
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
    const timer = setTimeout(() => child.disconnect(), idleMs).unref();
    this.#idle = { child, timer };
  }
}

const compiler = new Compiler();

/**
 * Compiles a book in a process of its own, one at a time: no book can stop or crash the server,
 * whatever time or memory it wants and whatever its pictures do to the library that draws them.
 *
 * @throws Failure `epub_invalid`, `epub_encrypted`, `epub_unsafe`.
 */
export function compileApart(order: CompileOrder): Promise<BookOutcome> {
  return compiler.book(order);
}

/**
 * Compiles a chapter in the same process, for the same reasons.
 *
 * @throws Failure `epub_invalid`, `epub_unsafe`.
 */
export function compileChapterApart(order: ChapterSource): Promise<Section> {
  return compiler.chapter(order);
}

function compiled<Compiled extends object>(outcome: Compiled | Refusal): Compiled {
  if ('failure' in outcome) {
    const { code, reason, message } = outcome.failure;
    throw new Failure(code, message, { reason });
  }
  if ('fault' in outcome) throw new Error(`The compiler failed: ${outcome.fault}`);
  return outcome;
}

interface Answer<Compiled> {
  /** What became of the order. */
  outcome: Compiled | Refusal;
  /** Whether the process can take another. */
  isFit: boolean;
  /** Whether the process ended, and for no reason that a limit gives. */
  isCrash: boolean;
}

function answerOf<Compiled extends object>(
  child: ChildProcess,
  order: Order,
  deadline: AbortSignal,
): Promise<Answer<Compiled>> {
  return new Promise((resolve) => {
    const onLate = () => child.kill('SIGKILL');
    const end = (outcome: Compiled | Refusal, { isFit = false, isCrash = false } = {}) => {
      deadline.removeEventListener('abort', onLate);
      child.off('exit', onExit).off('message', onMessage).off('error', onError);
      resolve({ outcome, isFit, isCrash });
    };
    const onMessage = (outcome: Compiled | Refusal) => end(outcome, { isFit: !deadline.aborted });
    const onError = (error: Error) => end({ fault: error.message });
    const onExit = (code: number | null, signal: string | null) => {
      const limit = deadline.aborted
        ? refuse('compiler_stalled', 'Reading this book does not come to an end.')
        : limitPassed(order, code, signal);
      const crash = refuse('compiler_crashed', 'This book makes its reader crash.');
      end(refusalOf(limit ?? crash), { isCrash: limit === null });
    };
    deadline.addEventListener('abort', onLate);
    child.on('exit', onExit).on('message', onMessage).on('error', onError);
    // What cannot be sent is followed by the exit or the error that is the cause.
    child.send(order, () => undefined);
  });
}

/** What the process was ended for; null when no limit says why. */
function limitPassed(order: Order, code: number | null, signal: string | null): Failure | null {
  if (signal === overWork) {
    return refuse('compiler_out_of_time', 'This book takes longer than a minute to read.');
  }
  const capMb = memoryCapMb('epub' in order ? order.epub.length : 0);
  if (signal === overMemory) return tooMuchMemory(capMb);
  return signal === 'SIGABRT' || code === outOfMemory ? tooMuchMemory(heapMb) : null;
}

function tooMuchMemory(capMb: number): Failure {
  return refuse('compiler_out_of_memory', `This book takes more than ${capMb} MB to read.`);
}
