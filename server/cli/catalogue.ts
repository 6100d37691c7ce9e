import { readFile, stat } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { type Command, Option } from 'commander';
import { bookEvents } from '../books/book-events.ts';
import type { LoadCounts, RejectedRecord } from '../metadata/loading/contract.ts';
import { loadCatalogueFile, type LoadOptions } from '../metadata/loading/load-catalogue-file.ts';
import { readConfig, resolvePublicUrl } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import { eventLogWithWebhooks } from '../event-log-with-webhooks.ts';
import { limitHeapGrowth } from '../heap.ts';
import { Failure } from '../failure.ts';
import { describeFileError } from './file-error.ts';
import { printJson, printTable } from './print.ts';
import { retryWhileUnavailable, withDatabase } from './with-database.ts';

interface LoadFlags {
  format: 'auto' | 'jsonl' | 'csv' | 'onix' | 'opds';
  map?: string;
  source?: string;
  json?: boolean;
}

/** Maximum number of rejected records in the table. */
const maxShownRejected = 20;

export function addCatalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('load records of books without text');

  catalogue
    .command('load')
    .description('load records (loading a file again applies only its changes)')
    .argument('<file>', 'JSON Lines, CSV, ONIX 3.0 or an OPDS 2.0 feed, optionally gzipped (.gz)')
    .addOption(
      new Option('--format <format>', 'file format (auto detects it)')
        .choices(['auto', 'jsonl', 'csv', 'onix', 'opds'])
        .default('auto'),
    )
    .option(
      '--map <file>',
      'JSON file that maps our field names to those of a jsonl or csv file (see docs/guides/catalogue-import.md)',
    )
    .option('--source <name>', 'name of the catalog (default: file name)')
    .option('--json', 'print {added, changed, unchanged, refused}')
    .action(async (file: string, flags: LoadFlags) => {
      limitHeapGrowth();
      const options = {
        path: file,
        format: flags.format === 'auto' ? null : flags.format,
        mapping: flags.map === undefined ? undefined : await readMapping(flags.map),
        source: flags.source === undefined ? null : toSource(flags.source),
      };
      const { counts, error } = await withDatabase((db) =>
        flags.json ? loadWithoutProgress(db, options) : loadWithProgress(db, options),
      );
      if (flags.json) printJson(counts);
      else printCounts(counts);
      if (error) console.error(`${file}: ${error}`);
      const usable = counts.added + counts.changed + counts.unchanged;
      if (error || usable === 0) process.exitCode = 1;
      if (!error && usable === 0) console.error(`${file} contains no book records.`);
    });
}

function load(
  db: Database,
  options: LoadOptions,
  onRejected: (rejected: RejectedRecord) => void,
  onBytesRead: (count: number) => void,
) {
  const now = () => new Date();
  const newId = idGenerator(Date.now);
  const publicUrl = resolvePublicUrl(readConfig(process.env));
  const eventOptions = { bookEvents: bookEvents(eventLogWithWebhooks({ now, newId }), publicUrl) };
  const context = { db, now, newId, ...eventOptions, onRejected, onBytesRead };
  return loadCatalogueFile({ ...context, retry: retryWhileUnavailable }, options);
}

function loadWithoutProgress(db: Database, options: LoadOptions) {
  return load(
    db,
    options,
    ({ unit, position, reason }) => console.error(`${unit} ${position}: ${reason}`),
    ignoreProgress,
  );
}

function ignoreProgress(): void {}

async function loadWithProgress(db: Database, options: LoadOptions) {
  const bar = new SingleBar({
    format: '{bar} {percentage} % {file}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: false,
  });
  const size = await stat(options.path).then(
    (found) => found.size,
    () => 0,
  );
  const shown: { position: string; reason: string }[] = [];
  bar.start(size, 0, { file: options.path });
  try {
    const onRejected = ({ unit, position, reason }: RejectedRecord) => {
      if (shown.length < maxShownRejected) shown.push({ position: `${unit} ${position}`, reason });
    };
    const result = await load(db, options, onRejected, (count) => bar.increment(count));
    bar.stop();
    if (shown.length > 0) printRejected(shown, result.counts.refused);
    return result;
  } finally {
    bar.stop();
  }
}

function printRejected(shown: { position: string; reason: string }[], total: number): void {
  printTable(
    shown.map(({ position, reason }) => ({ rejected: position, reason })),
    '',
  );
  if (total > shown.length) console.log(`and ${total - shown.length} more`);
}

function printCounts({ added, changed, unchanged, refused }: LoadCounts): void {
  console.log(`${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} rejected`);
}

async function readMapping(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const reason = describeFileError(cause);
    throw new Failure('invalid_request', `The mapping ${path} cannot be read. ${reason}`, {
      cause,
    });
  }
}

function toSource(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name;
  throw new Failure(
    'invalid_request',
    `--source must be 1 to 100 ASCII letters, digits, ".", "_" or "-", but is "${name}".`,
  );
}
