import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../server/db/open.ts';
import { memoryLimitMb } from '../../server/import/compiler-limits.ts';
import { checkDatabase } from './check-database.ts';
import { ImportServer } from './import-server.ts';
import { importedBookId, evaluateOutcome } from './verdict.ts';
import { type FuzzCase, makeCase } from './make-case.ts';
import { checkStoredBook } from './check-stored-book.ts';
import { addCase, emptyReport, type FuzzReport } from './report.ts';
import { openSamples, type Samples } from './samples.ts';

export interface FuzzOptions {
  engine: Engine;
  seed: number;
  minutes: number;
  /** The only case to run. */
  onlyCase?: number;
  /** Only the project's own books, whatever else is there. */
  onlyBuiltIn?: boolean;
  /** Where failing books are kept; nowhere unless given. */
  saveTo?: string;
  /** Told now and then how far it is, and of each fault. */
  report?: (text: string) => void;
}

/** Cases between two looks at the whole database. */
const casesPerCheck = 200;
/** Until then caches and the heap find their size. */
const warmUpCases = 600;

/**
 * Imports changed books into a real server, one after another until the time is up, and judges what
 * becomes of each. What is stored is checked and removed again now and then.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { engine, seed, minutes, onlyCase, report: tell } = options;
  const startedMs = performance.now();
  const server = await ImportServer.open(engine);
  const run: Run = {
    options,
    server,
    samples: openSamples(options.onlyBuiltIn ?? false),
    report: emptyReport(engine, seed),
    stored: new Set(),
  };
  const { report, samples } = run;
  const isOver = () => performance.now() - startedMs > minutes * 60_000;
  try {
    let next = makeCase(samples, seed, onlyCase ?? 1);
    for (
      let number = onlyCase ?? 1;
      onlyCase === undefined ? !isOver() : number === onlyCase;
      number += 1
    ) {
      const made = await next;
      const trying = runCase(run, made);
      // The next book is made while the server reads this one.
      if (onlyCase === undefined) next = makeCase(samples, seed, number + 1);
      await trying;
      if (number % casesPerCheck === 0 || onlyCase !== undefined) await checkAll(run, made);
      if (number % casesPerCheck === 0) tell?.(formatProgress(report));
    }
    await checkAll(run, await next);
  } finally {
    await server.close();
  }
  report.minutes = (performance.now() - startedMs) / 60_000;
  return report;
}

interface Run {
  options: FuzzOptions;
  server: ImportServer;
  samples: Samples;
  report: FuzzReport;
  /** Ids of the books that were made since the last look. */
  stored: Set<string>;
}

async function runCase(run: Run, made: FuzzCase): Promise<void> {
  const { server, report } = run;
  const { verdict, capMb, outcome } = await evaluateCase(run, made);
  addCase(report, made.number, outcome, verdict, capMb);
  if (verdict.kind !== 'fault') return;
  const log = server.takeLoggedErrors();
  await saveFault(run, await minimizeCase(run, made), verdict.why, log);
}

async function evaluateCase({ server, stored }: Run, { epub }: FuzzCase) {
  const capMb = memoryLimitMb(epub.length);
  const outcome = await server.import(epub);
  const bookId = importedBookId(outcome);
  if (bookId !== null) stored.add(bookId);
  return { verdict: evaluateOutcome(outcome, capMb), capMb, outcome };
}

/** The case without the changes that its fault does not need. */
async function minimizeCase(run: Run, made: FuzzCase): Promise<FuzzCase> {
  let best = made;
  const kept = new Set(Array.from({ length: made.planned }, (_, index) => index));
  for (let index = 0; index < made.planned && kept.size > 1; index += 1) {
    const fewer = new Set([...kept].filter((one) => one !== index));
    const tried = await makeCase(run.samples, made.seed, made.number, fewer);
    const { verdict } = await evaluateCase(run, tried);
    if (verdict.kind !== 'fault') continue;
    kept.delete(index);
    best = tried;
  }
  return best;
}

async function saveFault(
  { options, report }: Run,
  { number, sample, steps, epub }: FuzzCase,
  why: string,
  log: string[],
): Promise<void> {
  let file: string | null = null;
  if (options.saveTo !== undefined) {
    mkdirSync(options.saveTo, { recursive: true });
    file = join(options.saveTo, `seed-${options.seed}-case-${number}.epub`);
    writeFileSync(file, epub);
  }
  report.faults.push({ case: number, sample, steps, why, log, file });
  options.report?.(`✘ case ${number} (${sample}; ${steps.join('; ')}): ${why}`);
  for (const line of log) options.report?.(`  ${line}`);
}

/** Everything that is stored must be whole, be had from the server, and go without a trace. */
async function checkAll(run: Run, last: FuzzCase): Promise<void> {
  const { server, report, stored } = run;
  const found = await checkDatabase(server.db);
  for (const bookId of stored) found.push(...(await checkStoredBook(server, bookId)));
  for (const bookId of stored) {
    const status = await server.remove(bookId);
    if (status !== 204) found.push(`${bookId} could not be removed: ${status}`);
  }
  stored.clear();
  const left = await server.db.query.selectFrom('book_versions').select('id').execute();
  found.push(...left.map(({ id }) => `${id} is of a book that was never answered with`));
  report.checks += 1;
  if (report.cases >= warmUpCases) report.serverMb.early ??= server.rssMb;
  report.serverMb.last = server.rssMb;
  const log = server.takeLoggedErrors();
  for (const why of found) await saveFault(run, last, why, log);
}

function formatProgress({
  cases,
  books,
  faults,
  slowest,
  compilerPeakMb,
  serverMb,
}: FuzzReport): string {
  const [peak, held] = [compilerPeakMb ?? '?', serverMb.last?.toFixed(0) ?? '?'];
  return `${cases} cases, ${books} books, ${faults.length} faults; slowest ${slowest?.milliseconds ?? 0} ms; compiler ${peak} MB, server ${held} MB`;
}
