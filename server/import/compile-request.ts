import type { ChapterSource } from '../epub/compile-chapter.ts';
import { toOneLine } from '../epub/message-text.ts';
import { Failure, type FailureCode } from '../failure.ts';
import type { CompileBookRequest } from './compile-book.ts';

/** Maximum length of a message. Long enough for a path and a description of the problem. */
const maxMessageLength = 500;

/** The compiler process's input: a book or a chapter. */
export type CompileRequest = CompileBookRequest | ChapterSource;

/** A failure is sent as separate fields because error classes cannot be sent between processes. */
export type CompileFailure =
  | { failure: { code: FailureCode; reason: string | null; message: string } }
  /** Stack trace of an error in the compiler. */
  | { internalError: string };

export function toCompileFailure(error: unknown): CompileFailure {
  if (error instanceof Failure) {
    const { code, reason, message } = error;
    return { failure: { code, reason, message: toOneLine(message, maxMessageLength) } };
  }
  return { internalError: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
