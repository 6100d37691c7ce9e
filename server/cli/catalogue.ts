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
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

interface LoadFlags {
  format: 'auto' | 'jsonl' | 'csv' | 'onix' | 'opds';
  map?: string;
  source?: string;
  json?: boolean;
}

/** Refused rows that are shown to a person. */
const maxShownRefusals = 20;

export function addCatalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('records of books without their text');

  catalogue
    .command('load')
    .description('load records; again, it changes only what is new in the file')
    .argument('<file>', 'JSON lines, CSV, ONIX 3.0 or an OPDS 2.0 feed; also .gz')
    .addOption(
      new Option('--format <format>', 'what the file is; found out unless given')
        .choices(['auto', 'jsonl', 'csv', 'onix', 'opds'])
        .default('auto'),
    )
    .option(
      '--map <file>',
      'JSON: our field names → theirs (see docs/guides/catalogue-import.md); for jsonl and csv',
    )
    .option('--source <name>', 'names the catalogue; the name of the file unless given')
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
      if (!error && usable === 0) console.error(`${file}: Nothing in it is a record of a book.`);
    });
}

function load(
  db: Database,
  options: LoadOptions,
  onRejected: (refusal: RejectedRecord) => void,
  onBytesRead: (count: number) => void,
) {
  const now = () => new Date();
  const newId = idGenerator(Date.now);
  const publicUrl = resolvePublicUrl(readConfig(process.env));
  const tellers = { bookEvents: bookEvents(eventLogWithWebhooks({ now, newId }), publicUrl) };
  return loadCatalogueFile({ db, now, newId, ...tellers, onRejected, onBytesRead }, options);
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
  const shown: { place: string; reason: string }[] = [];
  bar.start(size, 0, { file: options.path });
  try {
    const onRefused = ({ unit, position, reason }: RejectedRecord) => {
      if (shown.length < maxShownRefusals) shown.push({ place: `${unit} ${position}`, reason });
    };
    const result = await load(db, options, onRefused, (count) => bar.increment(count));
    bar.stop();
    if (shown.length > 0) printRefusals(shown, result.counts.refused);
    return result;
  } finally {
    bar.stop();
  }
}

function printRefusals(shown: { place: string; reason: string }[], all: number): void {
  printTable(
    shown.map(({ place, reason }) => ({ refused: place, reason })),
    '',
  );
  if (all > shown.length) console.log(`and ${all - shown.length} more`);
}

function printCounts({ added, changed, unchanged, refused }: LoadCounts): void {
  console.log(`${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`);
}

async function readMapping(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('invalid_request', `The mapping ${path} cannot be read: ${why}`, { cause });
  }
}

function toSource(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name;
  throw new Failure('invalid_request', 'A source is named by letters, digits, ".", "_" and "-".');
}
