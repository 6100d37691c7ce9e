import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Engine } from '../../server/db/open.ts';
import { memoryLimitMb } from '../../server/import/compiler-limits.ts';
import { checkDatabase } from './check-database.ts';
import { ImportServer } from './import-server.ts';
import { importedBookId, evaluateOutcome } from './verdict.ts';
import { type FuzzCase, makeCase } from './make-case.ts';
import { addCase, emptyReport, type FuzzReport } from './report.ts';
import { openSamples, type Samples } from './samples.ts';

const SearchResponse = z.object({ meta: z.object({ total: z.int() }) });

export interface FuzzOptions {
  engine: Engine;
  seed: number;
  minutes: number;
  /** Number of the only case to run. */
  onlyCase?: number;
  /** Uses only the built-in books. */
  onlyBuiltIn?: boolean;
  /** Folder for failing books. Default: they are not saved. */
  saveTo?: string;
  /** Receives progress messages and faults. */
  report?: (text: string) => void;
}

/** Number of cases between two checks of the whole database. */
const casesPerCheck = 200;
/** Number of cases until caches and heap have reached their size. */
const warmUpCases = 600;

/**
 * Imports mutated books into a real server until the time is up and evaluates each result. Stored
 * books are checked and removed at intervals.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { engine, seed, minutes, onlyCase, report: log } = options;
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
      const fuzzCase = await next;
      const running = runCase(run, fuzzCase);
      // The next book is created while the server processes this one.
      if (onlyCase === undefined) next = makeCase(samples, seed, number + 1);
      await running;
      if (number % casesPerCheck === 0 || onlyCase !== undefined) await checkAll(run, fuzzCase);
      if (number % casesPerCheck === 0) log?.(formatProgress(report));
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
  /** Ids of the books imported since the last check. */
  stored: Set<string>;
}

async function runCase(run: Run, fuzzCase: FuzzCase): Promise<void> {
  const { server, report } = run;
  const { verdict, capMb, outcome } = await evaluateCase(run, fuzzCase);
  addCase(report, fuzzCase.number, outcome, verdict, capMb);
  if (verdict.kind !== 'fault') return;
  const log = server.takeLoggedErrors();
  await saveFault(run, await minimizeCase(run, fuzzCase), verdict.why, log);
}

async function evaluateCase({ server, stored }: Run, { epub }: FuzzCase) {
  const capMb = memoryLimitMb(epub.length);
  const outcome = await server.import(epub);
  const bookId = importedBookId(outcome);
  if (bookId !== null) stored.add(bookId);
  return { verdict: evaluateOutcome(outcome, capMb), capMb, outcome };
}

/** The case without the mutations that the fault does not need. */
async function minimizeCase(run: Run, fuzzCase: FuzzCase): Promise<FuzzCase> {
  let best = fuzzCase;
  const needed = new Set(Array.from({ length: fuzzCase.planned }, (_, index) => index));
  for (let index = 0; index < fuzzCase.planned && needed.size > 1; index += 1) {
    const fewer = new Set([...needed].filter((mutation) => mutation !== index));
    const tried = await makeCase(run.samples, fuzzCase.seed, fuzzCase.number, fewer);
    const { verdict } = await evaluateCase(run, tried);
    if (verdict.kind !== 'fault') continue;
    needed.delete(index);
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

/**
 * Checks that all stored books are complete, available from the server, and removable without
 * residue.
 */
async function checkAll(run: Run, last: FuzzCase): Promise<void> {
  const { server, report, stored } = run;
  const found = await checkDatabase(server.db);
  for (const bookId of stored) found.push(...(await checkStoredBook(server, bookId)));
  for (const bookId of stored) {
    const status = await server.remove(bookId);
    if (status !== 204) found.push(`${bookId} removal returned ${status}`);
  }
  stored.clear();
  const leftovers = await server.db.query.selectFrom('book_versions').select('id').execute();
  found.push(...leftovers.map(({ id }) => `${id} belongs to a book that no response contained`));
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

/** Parts of a stored book that the server fails to deliver, or empty if all are available. */
async function checkStoredBook(server: ImportServer, bookId: string): Promise<string[]> {
  const found: string[] = [];
  const get = async (path: string) => {
    const { status, body } = await server.get(path);
    if (status !== 200) found.push(`${path} returns ${status}`);
    return body;
  };
  await get(`/v1/books/${bookId}`);
  await get(`/v1/books/${bookId}/manifest`);
  await get(`/v1/reader/embed?book=${bookId}`);
  const searched = SearchResponse.safeParse(await get(`/v1/books/${bookId}/search?q=e`));
  if (!searched.success) found.push(`${bookId} cannot be searched`);
  return found;
}
