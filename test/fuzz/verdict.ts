import { z } from 'zod';

/** Result of one import. */
export interface Outcome {
  /** HTTP status, or null if there was no response. */
  status: number | null;
  body: unknown;
  /** Excludes the time in which other programs used the processors. */
  elapsedMs: number;
  /** CPU time in milliseconds. */
  cpuMs: number;
  /** Peak memory of the compiler process, or null if it could not be measured. */
  compilerPeakMb: number | null;
  /** Whether the server is still running. */
  isServerUp: boolean;
}

export type Verdict =
  | { kind: 'book'; warnings: number }
  /** Rejected with `code`. Resource limits are counted separately. */
  | { kind: 'refusal'; code: string; message: string }
  | { kind: 'fault'; why: string };

const maxCpuMs = 10_000;
/** Includes waiting for busy disks. */
const maxElapsedMs = 60_000;
const epubFailureCodes = new Set(['epub_invalid', 'epub_encrypted', 'epub_unsafe']);

const BookResponse = z.object({
  data: z.object({ id: z.string(), title: z.string() }),
  meta: z.object({ warnings: z.array(z.object({ code: z.string(), message: z.string() })) }),
});
const Problem = z.object({ code: z.string(), detail: z.string() });

/** Text that indicates an unhandled exception. */
const bareException =
  /(?:Type|Range|Reference|Syntax|Assertion|System)?Error\b|Cannot read|is not a function|is not iterable|\b(?:of|is|be) (?:undefined|null)\b|\bundefined[.)]|\[object |\bat .+:\d+:\d+|ERR_[A-Z]|ENO[A-Z]+\b|node:|\bNaN\b|stack/;

/** Classifies an import: a book and a clear rejection are valid, everything else is a fault. */
export function evaluateOutcome(outcome: Outcome, limitMb: number): Verdict {
  const { status, body, elapsedMs, cpuMs, compilerPeakMb } = outcome;
  if (!outcome.isServerUp) return { kind: 'fault', why: 'the server ended' };
  if (status === null) return { kind: 'fault', why: 'there was no response' };
  if (cpuMs > maxCpuMs) {
    return { kind: 'fault', why: `it took ${Math.round(cpuMs / 1000)} s of CPU time` };
  }
  if (elapsedMs > maxElapsedMs) {
    return { kind: 'fault', why: `it took ${Math.round(elapsedMs / 1000)} s` };
  }
  if (compilerPeakMb !== null && compilerPeakMb > limitMb) {
    return {
      kind: 'fault',
      why: `the compiler held ${Math.round(compilerPeakMb)} of ${limitMb} MB`,
    };
  }
  if (status === 200 || status === 201) return evaluateBook(body);
  const refusal = Problem.safeParse(body).data;
  if (!refusal) return { kind: 'fault', why: `${status} without a problem document` };
  return evaluateFailure(refusal.code, refusal.detail);
}

/** Id of the imported book, regardless of the verdict, or null if there is none. */
export function importedBookId({ status, body }: Outcome): string | null {
  return status === 200 || status === 201
    ? (BookResponse.safeParse(body).data?.data.id ?? null)
    : null;
}

function evaluateBook(body: unknown): Verdict {
  const response = BookResponse.safeParse(body).data;
  if (!response) return { kind: 'fault', why: 'the response contains no book' };
  const bare = response.meta.warnings.find(({ message }) => isExceptionText(message));
  if (bare) return { kind: 'fault', why: `a warning is an exception: ${bare.message}` };
  return { kind: 'book', warnings: response.meta.warnings.length };
}

function evaluateFailure(code: string, message: string): Verdict {
  const text = `${code}: ${message}`;
  if (!epubFailureCodes.has(code)) return { kind: 'fault', why: text };
  if (/process crashed|one minute of CPU time|longer than five minutes/.test(message)) {
    return { kind: 'fault', why: text };
  }
  if (isExceptionText(message))
    return { kind: 'fault', why: `the rejection is an exception: ${text}` };
  const name = /more than \d+ MB of memory/.test(message) ? `${code} (memory)` : code;
  return { kind: 'refusal', code: name, message };
}

/** Whether a message is an exception text. Quoted parts come from the book and are ignored. */
function isExceptionText(message: string): boolean {
  const unquoted = message.replaceAll(/“[^”]*”?/g, '“”');
  return (
    unquoted.length < 10 ||
    unquoted.length > 600 ||
    /[\p{Cc}]/u.test(unquoted) ||
    bareException.test(unquoted)
  );
}
