import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { SingleBar } from 'cli-progress';
import { bookEvents } from '../books/book-events.ts';
import type { BookPatch } from '../books/book-fields.ts';
import { bookWriter, type WriterContext } from '../books/writer.ts';
import { readConfig } from '../config.ts';
import { idMaker } from '../db/new-id.ts';
import { keepHeapSmall } from '../heap.ts';
import { eventLog } from '../event-log.ts';
import { Failure, type FailureCode } from '../failure.ts';
import { publicUrlOf } from '../public-url.ts';
import { importEpub, type ImportContext, type ImportedBook } from '../import/import-epub.ts';
import { keyStore } from '../keys/store.ts';
import { printJson } from './report.ts';
import { addSaleTerms, patchOf, type SaleTerms } from './sale-terms.ts';
import { withDatabase } from './with-database.ts';

interface Flags extends SaleTerms {
  account: string;
  visibility: 'public' | 'private';
  json?: boolean;
}

type Outcome = { file: string } & (ImportedBook | FileRefusal);

/** Code and reason are those of a problem of the API; a file that cannot be read has none. */
interface FileRefusal {
  error: string;
  code?: FailureCode;
  reason?: string;
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('make books of EPUB files; a file that is refused leaves nothing behind')
    .argument('<file...>', 'EPUB 2 or 3')
    .option('--account <name>', 'whose books they are; made when it is missing', 'default')
    .addOption(
      new Option('--visibility <who>', 'private: for keys of the account only')
        .choices(['public', 'private'])
        .default('public'),
    );
  addSaleTerms(command)
    .option('--json', 'print a list of {file, id, title, warnings} or {file, error, code, reason}')
    .action(async (files: string[], flags: Flags) => {
      keepHeapSmall();
      const outcomes = await withDatabase(async (db) => {
        const now = (): Date => new Date();
        const newId = idMaker(Date.now);
        const accountId = await keyStore(db).account(
          flags.account,
          newId('acc'),
          now().toISOString(),
        );
        const events = bookEvents(eventLog({ now, newId }), publicUrlOf(readConfig(process.env)));
        const { allowLoopback } = readConfig(process.env);
        const context = { db, now, newId, bookEvents: events, allowLoopback };
        return importAll(context, files, accountId, flags);
      });
      if (flags.json) printJson(outcomes.map(toDocument));
      else printSum(outcomes);
      if (outcomes.some((outcome) => 'error' in outcome)) process.exitCode = 1;
    });
}

async function importAll(
  context: ImportContext & WriterContext,
  files: string[],
  accountId: string,
  { visibility, json, ...terms }: Flags,
): Promise<Outcome[]> {
  const patch = patchOf(terms);
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {file}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    // Standard error, and only where a person looks at it: what is piped on stays clean.
    noTTYOutput: false,
  });
  bar.start(files.length, 0, { file: '' });
  const outcomes: Outcome[] = [];
  for (const file of files) {
    bar.update({ file: basename(file) });
    const outcome = await importOne(context, file, { accountId, visibility }, patch);
    outcomes.push(outcome);
    if (!json) printOutcome(outcome);
    bar.increment();
  }
  bar.stop();
  return outcomes;
}

async function importOne(
  context: ImportContext & WriterContext,
  file: string,
  options: { accountId: string; visibility: 'public' | 'private' },
  patch: BookPatch | null,
): Promise<Outcome> {
  try {
    const imported = await importEpub(context, await readFile(file), options);
    const { bookId } = imported;
    if (patch) await bookWriter(context).change(options.accountId, bookId, patch, () => undefined);
    return { file, ...imported };
  } catch (error) {
    if (error instanceof Failure) {
      const { message, code, reason } = error;
      return { file, error: message, code, ...(reason !== null && { reason }) };
    }
    if (isFileError(error)) return { file, error: fileErrors[error.code] ?? error.message };
    throw error;
  }
}

const fileErrors: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'This is a folder: name the EPUB files in it.',
  EACCES: 'This file may not be read.',
  ERR_FS_FILE_TOO_LARGE: 'This file is larger than 2 GB.',
};

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && String(error.code) in fileErrors;
}

function printOutcome(outcome: Outcome): void {
  const name = basename(outcome.file);
  if ('error' in outcome) {
    const why = outcome.reason ?? outcome.code;
    console.log(`✘ ${name}: ${outcome.error}${why === undefined ? '' : ` (${why})`}`);
    return;
  }
  const state = outcome.created ? '' : ' (was here already)';
  console.log(`✔ ${name}  ${outcome.bookId}  ${outcome.title}${state}`);
  for (const { code, message } of outcome.warnings) console.log(`    ${message} (${code})`);
}

function printSum(outcomes: Outcome[]): void {
  if (outcomes.length < 2) return;
  const refused = outcomes.filter((outcome) => 'error' in outcome).length;
  console.log(`${outcomes.length - refused} imported, ${refused} refused`);
}

function toDocument(outcome: Outcome) {
  if ('error' in outcome) return outcome;
  const { file, bookId, title, created, warnings } = outcome;
  return { file, id: bookId, title, created, warnings };
}
