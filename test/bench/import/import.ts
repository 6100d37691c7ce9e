import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../server/db/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../../../server/db/open.ts';
import { newPostgresDatabase, postgresMissing } from '../../server/postgres.ts';
import { serverOn } from '../api/subjects.ts';
import { machine } from '../machine.ts';
import { type Summary, summarise } from '../reader/statistics.ts';
import { type CommandRun, runCommand } from '../run-command.ts';
import { makeBookSets, realBooksMissing, type BookSet } from './book-sets.ts';

export interface ImportBenchOptions {
  /** Number of books in each generated set. */
  books: number;
  /** Number of imports of every set. */
  rounds: number;
  /** Print one JSON document instead of a table. */
  json?: boolean;
}

const subjects = ['floor', 'SQLite', 'PostgreSQL'] as const;
type SubjectName = (typeof subjects)[number];

interface Row {
  collection: string;
  books: number;
  megabytes: number;
  subject: SubjectName;
  /** For the whole command, including startup. */
  seconds: Summary;
  booksPerSecond: number;
  megabytesPerSecond: number;
  peakMb: number | null;
  /** Speed divided by the baseline's. */
  ofFloor: number;
}

/**
 * Import of EPUB files by the real command, compared with a process that only unzips and parses
 * them.
 */
export async function benchImport(options: ImportBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-import-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (realBooksMissing) console.error(realBooksMissing);
  if (postgresMissing) console.error(postgresMissing);
  const before = machine().load;
  const bookSets = await makeBookSets(folder, options.books);
  const measured = subjects.filter((name) => name !== 'PostgreSQL' || !postgresMissing);

  const runs = new Map<string, CommandRun[]>();
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const collection of bookSets) {
      for (const subject of measured) {
        console.error(`round ${round}: ${collection.name}, ${subject}`);
        const run = await runSubject(subject, collection, join(folder, `${round}-${subject}`));
        if (run.exitCode !== 0) throw new Error(`${subject}, ${collection.name}: ${run.stdout}`);
        const name = `${collection.name} ${subject}`;
        runs.set(name, [...(runs.get(name) ?? []), run]);
      }
    }
  }

  const rows = bookSets.flatMap((collection) => {
    const floor = runs.get(`${collection.name} floor`) ?? [];
    return measured.map((subject) =>
      toRow(collection, subject, runs.get(`${collection.name} ${subject}`) ?? [], floor),
    );
  });
  const load = [before, machine().load];
  if (options.json) {
    const { books, rounds } = options;
    console.log(
      JSON.stringify({ machine: machine(), machineLoad: load, books, rounds, rows }, null, 2),
    );
  } else {
    console.log(table(rows));
    console.log(`machine load ${load.map((one) => one.toFixed(1)).join(' → ')}`);
  }
  process.exit(0);
}

async function runSubject(
  subject: SubjectName,
  collection: BookSet,
  folder: string,
): Promise<CommandRun> {
  if (subject === 'floor')
    return runCommand(['test/bench/import/baseline.ts', ...collection.files], {});
  mkdirSync(folder);
  const address: DatabaseLocation =
    subject === 'SQLite'
      ? { sqlitePath: join(folder, 'svc.sqlite') }
      : { url: await newPostgresDatabase({ isDurable: true }) };
  const db = openDatabase(address);
  await migrate(db, () => new Date());
  await db.close();
  const args = ['server/cli.js', 'import', ...collection.files, '--json'];
  const run = await runCommand(args, serverOn(address, folder));
  rmSync(folder, { recursive: true });
  return run;
}

function toRow(
  { name, files, megabytes }: BookSet,
  subject: SubjectName,
  runs: CommandRun[],
  floor: CommandRun[],
): Row {
  const [seconds, floorSeconds] = [runs, floor].map((some) =>
    summarise(some.map((run) => run.seconds)),
  );
  if (!seconds || !floorSeconds) throw new Error(`${subject} was not measured.`);
  const peaks = runs.flatMap(({ peakMb }) => peakMb ?? []);
  return {
    collection: name,
    books: files.length,
    megabytes,
    subject,
    seconds,
    booksPerSecond: files.length / seconds.median,
    megabytesPerSecond: megabytes / seconds.median,
    peakMb: peaks.length > 0 ? Math.max(...peaks) : null,
    ofFloor: floorSeconds.median / seconds.median,
  };
}

function table(rows: Row[]): string {
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(26) : cell.padStart(12))).join('');
  return [
    line(['', '', 'seconds', 'q1 – q3', 'books/s', 'MB/s', 'peak MB', 'of floor']),
    ...rows.map((row) =>
      line([
        `${row.books} × ${row.collection}`,
        `${row.subject} (${row.megabytes.toFixed(1)} MB)`,
        row.seconds.median.toFixed(2),
        `${row.seconds.q1.toFixed(1)} – ${row.seconds.q3.toFixed(1)}`,
        row.booksPerSecond.toFixed(1),
        row.megabytesPerSecond.toFixed(2),
        row.peakMb?.toFixed(0) ?? '?',
        row.ofFloor.toFixed(2),
      ]),
    ),
  ].join('\n');
}
