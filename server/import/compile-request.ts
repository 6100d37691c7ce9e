import type { ChapterSource } from '../epub/compile-chapter.ts';
import { toOneLine } from '../epub/message-text.ts';
import { Failure, type FailureCode } from '../failure.ts';
import type { CompileBookRequest } from './compile-book.ts';

/** Long enough for a path and a description of the problem. */
const maxMessageLength = 500;

/** Input of the compiler process: a book or a chapter. */
export type CompileRequest = CompileBookRequest | ChapterSource;

/** Error classes cannot be sent between processes, so a failure is sent as its fields. */
export type CompileFailure =
  | { failure: { code: FailureCode; reason: string | null; message: string } }
  /** Stack of an error in the compiler. */
  | { internalError: string };

export function toCompileFailure(error: unknown): CompileFailure {
  if (error instanceof Failure) {
    const { code, reason, message } = error;
    return { failure: { code, reason, message: toOneLine(message, maxMessageLength) } };
  }
  return { internalError: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
