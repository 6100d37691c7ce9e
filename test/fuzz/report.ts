import type { Engine } from '../../server/db/open.ts';
import type { Outcome, Verdict } from './verdict.ts';

export interface FuzzFault {
  case: number;
  sample: string;
  /** Descriptions of the mutations, in order. */
  steps: string[];
  why: string;
  /** Errors logged by the server in the meantime. */
  log: string[];
  /** Path of the saved book. */
  file: string | null;
}

export interface FuzzReport {
  engine: Engine;
  seed: number;
  minutes: number;
  cases: number;
  books: number;
  /** Number of books with at least one warning. */
  warned: number;
  /** Number of rejected files by code. */
  refusals: Record<string, number>;
  slowest: { case: number; milliseconds: number } | null;
  /** Peak memory of the compiler process. */
  compilerPeakMb: number | null;
  compilerPeakOfCap: number | null;
  /** Server memory after the warm-up, and at the end. */
  serverMb: { early: number | null; last: number | null };
  /** Number of checks of the whole database. */
  checks: number;
  faults: FuzzFault[];
}

export function emptyReport(engine: Engine, seed: number): FuzzReport {
  return {
    engine,
    seed,
    minutes: 0,
    cases: 0,
    books: 0,
    warned: 0,
    refusals: {},
    slowest: null,
    compilerPeakMb: null,
    compilerPeakOfCap: null,
    serverMb: { early: null, last: null },
    checks: 0,
    faults: [],
  };
}

export function addCase(
  report: FuzzReport,
  number: number,
  { elapsedMs, compilerPeakMb }: Outcome,
  verdict: Verdict,
  capMb: number,
): void {
  report.cases += 1;
  if (verdict.kind === 'book') {
    report.books += 1;
    if (verdict.warnings > 0) report.warned += 1;
  } else if (verdict.kind === 'refusal') {
    report.refusals[verdict.code] = (report.refusals[verdict.code] ?? 0) + 1;
  }
  if (elapsedMs > (report.slowest?.milliseconds ?? 0)) {
    report.slowest = { case: number, milliseconds: Math.round(elapsedMs) };
  }
  if (compilerPeakMb === null) return;
  report.compilerPeakMb = Math.max(report.compilerPeakMb ?? 0, Math.round(compilerPeakMb));
  const share = Number((compilerPeakMb / capMb).toFixed(2));
  report.compilerPeakOfCap = Math.max(report.compilerPeakOfCap ?? 0, share);
}

/** Formats the report for people. */
export function formatReport({
  faults,
  refusals,
  slowest,
  serverMb,
  ...report
}: FuzzReport): string {
  const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${report.engine}, seed ${report.seed}, ${report.minutes.toFixed(1)} minutes`,
    `${report.cases} cases: ${report.books} books (${report.warned} with warnings), ${refused} rejected`,
    ...Object.entries(refusals).map(([code, count]) => `  ${code}: ${count}`),
    `slowest: case ${slowest?.case ?? '–'}, ${slowest?.milliseconds ?? 0} ms`,
    `compiler: at most ${report.compilerPeakMb ?? '?'} MB, ${report.compilerPeakOfCap ?? '?'} of its limit`,
    `server: ${serverMb.early?.toFixed(0) ?? '?'} MB early, ${serverMb.last?.toFixed(0) ?? '?'} MB at the end`,
    `${report.checks} database checks`,
  ];
  const faultLines = faults.map(
    (fault) =>
      `✘ case ${fault.case} (${fault.sample}; ${fault.steps.join('; ')}): ${fault.why}${fault.file ? ` — ${fault.file}` : ''}`,
  );
  return [
    ...lines,
    ...faultLines,
    faults.length === 0 ? '✔ no faults' : `✘ ${faults.length} faults`,
  ].join('\n');
}
