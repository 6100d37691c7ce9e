import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { SingleBar } from 'cli-progress';
import { bookEvents } from '../books/book-events.ts';
import type { BookPatch } from '../books/book-input.ts';
import { bookWriter, type WriterContext } from '../books/writer.ts';
import { readConfig, resolvePublicUrl, UsageError } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import { limitHeapGrowth } from '../heap.ts';
import { databaseInTransaction } from '../db/open.ts';
import { eventLogWithWebhooks } from '../event-log-with-webhooks.ts';
import { Failure, type FailureCode } from '../failure.ts';
import type { ImportOptions } from '../import/book-rows.ts';
import { type ImportContext, type ImportedBook, prepareImport } from '../import/import-epub.ts';
import { keyStore } from '../keys/store.ts';
import { parseAccountName } from './account.ts';
import { describeFileError, isFileError } from './file-error.ts';
import { nameOptions } from './option-names.ts';
import { printJson } from './print.ts';
import { publicMeaning } from './publish.ts';
import { importBooks } from './remote/books.ts';
import { type RemoteServer, remoteServer } from './remote/server.ts';
import { addSaleTermOptions, toBookPatch, type SaleTermFlags } from './sale-term-options.ts';
import { retryWhileUnavailable, withDatabase } from './with-database.ts';

interface ImportFlags extends SaleTermFlags {
  account: string;
  visibility: 'public' | 'private';
  public?: boolean;
  json?: boolean;
}

type FileOutcome = { file: string } & (ImportedBook | FileError);

/** `code` and `reason` are those of the API's error. Missing for a file that cannot be read. */
interface FileError {
  error: string;
  code?: FailureCode;
  reason?: string;
}

export function addImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description('import EPUB files (nothing is stored for a rejected file)')
    .argument('<file...>', 'EPUB 2 or 3 files')
    .option(
      '--account <name>',
      'owner of the books (created if missing)',
      parseAccountName,
      'default',
    )
    .addOption(
      new Option(
        '--visibility <who>',
        'private books are visible only to the account’s own keys; svc books publish makes them public',
      )
        .choices(['public', 'private'])
        .default('private'),
    )
    .addOption(
      new Option(
        '--public',
        'let everyone find and open the books, as --visibility public does',
      ).conflicts('visibility'),
    );
  addSaleTermOptions(command)
    .option('--json', 'print a list of {file, id, title, warnings} or {file, error, code, reason}')
    .action(async (files: string[], flags: ImportFlags, command: Command) => {
      const visibility = flags.public ? 'public' : flags.visibility;
      const server = remoteServer(command);
      if (server) return importRemotely(server, files, { ...flags, visibility }, command);
      limitHeapGrowth();
      const outcomes = await withDatabase(async (db) => {
        const now = (): Date => new Date();
        const newId = idGenerator(Date.now);
        const accountId = await keyStore(db).findOrCreateAccount(
          flags.account,
          newId('acc'),
          now().toISOString(),
        );
        const events = bookEvents(
          eventLogWithWebhooks({ now, newId }),
          resolvePublicUrl(readConfig(process.env)),
        );
        const { allowLoopback } = readConfig(process.env);
        const context = { db, now, newId, bookEvents: events, allowLoopback };
        return importAll(context, files, { accountId, visibility }, flags);
      });
      if (flags.json) printJson(outcomes.map(toDocument));
      else {
        printTotals(outcomes);
        printVisibility(outcomes, visibility);
      }
      if (outcomes.some((outcome) => 'error' in outcome)) process.exitCode = 1;
    });
}

/** The key determines the account. */
function importRemotely(
  server: RemoteServer,
  files: string[],
  { account: _account, ...options }: ImportFlags,
  command: Command,
): Promise<void> {
  if (command.getOptionValueSource('account') === 'cli') {
    throw new UsageError(
      '--account requires the local database. On a server, the key determines it.',
    );
  }
  const { visibility, json, ...terms } = options;
  return importBooks(server, files, {
    visibility,
    patch: toBookPatch(terms),
    ...(json && { json }),
  });
}

async function importAll(
  context: ImportContext & WriterContext,
  files: string[],
  options: ImportOptions,
  { json, price, sample, buyUrl }: ImportFlags,
): Promise<FileOutcome[]> {
  const patch = toBookPatch({ price, sample, buyUrl });
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {file}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    // The bar is written to standard error, and only in a terminal.
    noTTYOutput: false,
  });
  bar.start(files.length, 0, { file: '' });
  const outcomes: FileOutcome[] = [];
  for (const file of files) {
    bar.update({ file: basename(file) });
    const outcome = await retryWhileUnavailable(() => importOne(context, file, options, patch));
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
  options: ImportOptions,
  patch: BookPatch | null,
): Promise<FileOutcome> {
  try {
    const store = await prepareImport(context, await readFile(file), options);
    // With its terms in one transaction, so that no error leaves a book without a price or sample.
    const imported = await context.db.transaction(async (query) => {
      const tx = databaseInTransaction(context.db, query);
      return storeWithTerms({ ...context, db: tx }, await store(tx), options, patch ?? {});
    });
    return { file, ...imported };
  } catch (error) {
    if (error instanceof Failure) {
      const { message, code, reason } = error;
      return { file, error: nameOptions(message), code, ...(reason !== null && { reason }) };
    }
    if (isFileError(error)) return { file, error: describeFileError(error) };
    throw error;
  }
}

async function storeWithTerms(
  context: WriterContext,
  imported: ImportedBook,
  { accountId, visibility }: ImportOptions,
  { buyUrl, ...terms }: BookPatch,
): Promise<ImportedBook> {
  const { bookId, created, warnings } = imported;
  const change = (values: BookPatch) =>
    bookWriter(context).change(accountId, bookId, values, () => undefined);
  const isPublished = visibility === 'public' && !created;
  const changes = { ...terms, ...(isPublished && { visibility }) };
  if (Object.keys(changes).length > 0) await change(changes);
  const error = buyUrl === undefined ? null : await change({ buyUrl }).then(noError, asWarning);
  return { ...imported, warnings: [...warnings, ...(error ?? [])] };
}

const noError = () => null;

/**
 * The book is stored even if its buy link is invalid, so the error is reported with the import's
 * warnings.
 */
function asWarning(error: unknown): ImportedBook['warnings'] {
  if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error;
  return [
    {
      code: 'buy_url_unusable',
      message: `No buy link was set. ${nameOptions(error.message)}`,
      path: null,
    },
  ];
}

function printOutcome(outcome: FileOutcome): void {
  const name = basename(outcome.file);
  if ('error' in outcome) {
    const code = outcome.reason ?? outcome.code;
    console.log(`✘ ${name}: ${outcome.error}${code === undefined ? '' : ` (${code})`}`);
    return;
  }
  const state = outcome.created ? '' : ' (already imported)';
  console.log(`✔ ${name}  ${outcome.bookId}  ${outcome.title}${state}`);
  for (const { code, message } of outcome.warnings) console.log(`    ${message} (${code})`);
}

function printTotals(outcomes: FileOutcome[]): void {
  if (outcomes.length < 2) return;
  const rejected = outcomes.filter((outcome) => 'error' in outcome).length;
  console.log(`${outcomes.length - rejected} imported, ${rejected} rejected`);
}

/** States who can open the imported books, because making a book public is a separate decision. */
function printVisibility(outcomes: FileOutcome[], visibility: 'public' | 'private'): void {
  const ids = outcomes.flatMap((outcome) =>
    'error' in outcome || (visibility === 'private' && !outcome.created) ? [] : [outcome.bookId],
  );
  if (ids.length === 0) return;
  if (visibility === 'public') console.log(`Public: ${publicMeaning}`);
  else {
    console.log(
      'Private: only this account’s own keys open a new book. To let everyone find and open it:',
    );
    console.log(`  svc books publish ${ids.length > 3 ? 'ID…' : ids.join(' ')}`);
  }
}

function toDocument(outcome: FileOutcome) {
  if ('error' in outcome) return outcome;
  const { file, bookId, title, created, warnings } = outcome;
  return { file, id: bookId, title, created, warnings };
}
