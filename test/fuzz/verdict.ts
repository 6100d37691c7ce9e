import { z } from 'zod';

/** What became of one import. */
export interface Outcome {
  /** HTTP status; null when no answer came. */
  status: number | null;
  body: unknown;
  /** Without the time in which other programs had the processors. */
  elapsedMs: number;
  /** Of the processor's time, in milliseconds. */
  cpuMs: number;
  /** The most that the compiling process held meanwhile; null where that cannot be read. */
  compilerPeakMb: number | null;
  /** Whether the server still runs. */
  isServerUp: boolean;
}

export type Verdict =
  | { kind: 'book'; warnings: number }
  /** Turned away with a reason: `code`, or its name where a cap of time or memory is the reason. */
  | { kind: 'refusal'; code: string; message: string }
  | { kind: 'fault'; why: string };

const maxCpuMs = 10_000;
/** Also of what only waits, for disks that others keep busy. */
const maxElapsedMs = 60_000;
const epubFailureCodes = new Set(['epub_invalid', 'epub_encrypted', 'epub_unsafe']);

const BookResponse = z.object({
  data: z.object({ id: z.string(), title: z.string() }),
  meta: z.object({ warnings: z.array(z.object({ code: z.string(), message: z.string() })) }),
});
const Problem = z.object({ code: z.string(), detail: z.string() });

/** What programs say when something broke that nobody thought of. */
const bareException =
  /(?:Type|Range|Reference|Syntax|Assertion|System)?Error\b|Cannot read|is not a function|is not iterable|\b(?:of|is|be) (?:undefined|null)\b|\bundefined[.)]|\[object |\bat .+:\d+:\d+|ERR_[A-Z]|ENO[A-Z]+\b|node:|\bNaN\b|stack/;

/** A book or a clear refusal is well; everything else is a fault of the import. */
export function evaluateOutcome(outcome: Outcome, capMb: number): Verdict {
  const { status, body, elapsedMs, cpuMs, compilerPeakMb } = outcome;
  if (!outcome.isServerUp) return { kind: 'fault', why: 'the server ended' };
  if (status === null) return { kind: 'fault', why: 'no answer came' };
  if (cpuMs > maxCpuMs) {
    return { kind: 'fault', why: `it took ${Math.round(cpuMs / 1000)} s of the processor` };
  }
  if (elapsedMs > maxElapsedMs) {
    return { kind: 'fault', why: `it took ${Math.round(elapsedMs / 1000)} s` };
  }
  if (compilerPeakMb !== null && compilerPeakMb > capMb) {
    return { kind: 'fault', why: `the compiler held ${Math.round(compilerPeakMb)} of ${capMb} MB` };
  }
  if (status === 200 || status === 201) return evaluateBook(body);
  const refusal = Problem.safeParse(body).data;
  if (!refusal) return { kind: 'fault', why: `${status} without a problem document` };
  return evaluateFailure(refusal.code, refusal.detail);
}

/** Id of the book that was made, whatever is to be said of it; null when there is none. */
export function importedBookId({ status, body }: Outcome): string | null {
  return status === 200 || status === 201
    ? (BookResponse.safeParse(body).data?.data.id ?? null)
    : null;
}

function evaluateBook(body: unknown): Verdict {
  const made = BookResponse.safeParse(body).data;
  if (!made) return { kind: 'fault', why: 'the answer is no book' };
  const bare = made.meta.warnings.find(({ message }) => isExceptionText(message));
  if (bare) return { kind: 'fault', why: `a warning is an exception: ${bare.message}` };
  return { kind: 'book', warnings: made.meta.warnings.length };
}

function evaluateFailure(code: string, message: string): Verdict {
  const said = `${code}: ${message}`;
  if (!epubFailureCodes.has(code)) return { kind: 'fault', why: said };
  if (/makes its reader crash|longer than a minute|come to an end/.test(message)) {
    return { kind: 'fault', why: said };
  }
  if (isExceptionText(message))
    return { kind: 'fault', why: `the refusal is an exception: ${said}` };
  const byCap = /more than \d+ MB to read/.test(message) ? `${code} (memory)` : code;
  return { kind: 'refusal', code: byCap, message };
}

/** Whether a message is of the program instead of the book; what it quotes is the book's. */
function isExceptionText(message: string): boolean {
  const own = message.replaceAll(/“[^”]*”?/g, '“”');
  return own.length < 10 || own.length > 600 || /[\p{Cc}]/u.test(own) || bareException.test(own);
}
