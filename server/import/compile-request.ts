import type { ChapterSource } from '../epub/compile-chapter.ts';
import { toOneLine } from '../epub/message-text.ts';
import { Failure, type FailureCode } from '../failure.ts';
import type { CompileBookRequest } from './compile-book.ts';

/** A path, and what is wrong with it. */
const maxMessageLength = 500;

/** What the process that compiles is asked to do: a book or a chapter. */
export type CompileRequest = CompileBookRequest | ChapterSource;

/** A class does not survive the way between processes: a failure goes as its parts. */
export type CompileFailure =
  | { failure: { code: FailureCode; reason: string | null; message: string } }
  /** A fault of the compiler: its stack. */
  | { internalError: string };

export function toCompileFailure(error: unknown): CompileFailure {
  if (error instanceof Failure) {
    const { code, reason, message } = error;
    return { failure: { code, reason, message: toOneLine(message, maxMessageLength) } };
  }
  return { internalError: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
