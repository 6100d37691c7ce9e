import type { ChapterSource } from '../epub/compile-chapter.ts';
import { oneLine } from '../epub/one-line.ts';
import { Failure, type FailureCode } from '../failure.ts';
import type { CompileOrder } from './compile-book.ts';

/** A path, and what is wrong with it. */
const longestMessage = 500;

/** What the process that compiles is asked to do: a book or a chapter. */
export type Order = CompileOrder | ChapterSource;

/** A class does not survive the way between processes: a failure goes as its parts. */
export type Refusal =
  | { failure: { code: FailureCode; reason: string | null; message: string } }
  /** A fault of the compiler: its stack. */
  | { fault: string };

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Failure) {
    const { code, reason, message } = error;
    return { failure: { code, reason, message: oneLine(message, longestMessage) } };
  }
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
