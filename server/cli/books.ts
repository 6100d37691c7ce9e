import { type Command, InvalidArgumentError } from 'commander';
import { readConfig, UsageError, resolvePublicUrl } from '../config.ts';
import { createEnrichContext, enrichNextBook } from '../metadata/enrichment/enrich-next-book.ts';
import { createMetadataSources } from '../metadata/enrichment/metadata-sources.ts';
import { bookEvents } from '../books/book-events.ts';
import type { StoredBook } from '../books/stored-book.ts';
import { bookStore } from '../books/store.ts';
import { idGenerator } from '../db/id-generator.ts';
import { eventLogWithWebhooks } from '../event-log-with-webhooks.ts';
import { Failure } from '../failure.ts';
import { addCoverCommand } from './cover.ts';
import { printJson, printTable } from './print.ts';
import { addPublishCommands, createWriter } from './publish.ts';
import { listBooks, removeBook, sellBook, showBook } from './remote/books.ts';
import { remoteServer, requireLocal } from './remote/server.ts';
import { addRecompileCommand } from './recompile.ts';
import { addSaleTermOptions, toBookPatch, type SaleTermFlags } from './sale-term-options.ts';
import { withDatabase } from './with-database.ts';

/** Maximum number of books that `books list` prints. */
const maxListedBooks = 1000;

export function addBooksCommands(program: Command): void {
  const books = program
    .command('books')
    .description('list, show, sell, publish, enrich, recompile and remove books');

  books
    .command('list')
    .description('list books, newest first')
    .option('--query <words>', 'on a server: only books that match, best first')
    .option('--limit <books>', 'on a server: maximum number of books', parseCount, 100)
    .option('--json', 'print [{id, title, …}]')
    .action(async (flags: ListFlags, command: Command) => {
      const { query, json } = flags;
      const server = remoteServer(command);
      if (server) return listBooks(server, flags);
      if (query !== undefined) throw new UsageError('--query requires a server; see svc login.');
      const all = await withDatabase((db) => bookStore(db).listAll(maxListedBooks));
      if (json) printJson(all.map(toDocument));
      else printTable(all.map(toRow), 'No books yet. Import one with: svc import FILE.epub');
    });

  books
    .command('show <id>')
    .description('show a book and its import warnings')
    .option('--json', 'print {id, title, …, warnings}')
    .action(async (id: string, { json }: { json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) return showBook(server, id, json);
      const book = await withDatabase((db) => bookStore(db).findAny(id));
      if (!book) throw new Failure('book_not_found', `No book with id ${id}.`);
      if (json) printJson(toDocument(book));
      else printBook(book);
    });

  books
    .command('enrich')
    .description('look up books in the sources in SVC_ENRICH that have not been queried yet')
    .option('--limit <books>', 'maximum number of books for each source', parseCount, 100)
    .option('--json', 'print [{source, bookId, outcome, …}]')
    .action(async ({ limit, json }: { limit: number; json?: boolean }, command: Command) => {
      requireLocal(command, 'books enrich');
      const outcomes = await enrichBooks(limit);
      if (json) printJson(outcomes);
      else printTable(outcomes.map(toOutcomeRow), 'All books have been queried.');
      if (outcomes.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
    });

  addRecompileCommand(books);
  addPublishCommands(books);
  addCoverCommand(books);

  addSaleTermOptions(books.command('sell <id>'))
    .description('set the price, sample and buy link of a book')
    .option('--json', 'print {id, title, …}')
    .action(async (id: string, flags: SaleTermFlags & { json?: boolean }, command: Command) => {
      const { json, ...terms } = flags;
      const patch = toBookPatch(terms);
      if (!patch) throw new UsageError('Nothing to change. Set --price, --sample or --buy-url.');
      const server = remoteServer(command);
      if (server) return sellBook(server, id, patch, json);
      const book = await withDatabase(async (db) => {
        const { accountId } = (await bookStore(db).findAny(id)) ?? {};
        if (accountId === undefined) return null;
        if (accountId === null)
          throw new Failure(
            'not_yours',
            `Book ${id} belongs to the shared catalog and cannot be sold.`,
          );
        await createWriter(db).change(accountId, id, patch, () => undefined);
        return bookStore(db).findAny(id);
      });
      if (!book) throw new Failure('book_not_found', `No book with id ${id}.`);
      if (json) printJson(toDocument(book));
      else printBook(book);
    });

  books
    .command('remove <id>')
    .description('remove a book and its text permanently')
    .option('--json', 'print {id, removed}')
    .action(async (id: string, { json }: { json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) return removeBook(server, id, json);
      const removed = await withDatabase((db) => createWriter(db).removeAny(id));
      if (!removed) throw new Failure('book_not_found', `No book with id ${id}.`);
      if (json) printJson({ id, removed });
      else console.log(`Removed ${id}.`);
    });
}

interface ListFlags {
  query?: string;
  limit: number;
  json?: boolean;
}

/** Queries one source at a time. If a source fails, its remaining books are skipped. */
async function enrichBooks(limit: number) {
  const now = () => new Date();
  const config = readConfig(process.env);
  const { enrichmentSources: names, openLibraryUrl, googleBooksUrl } = config;
  if (names.length === 0) {
    throw new UsageError(
      'SVC_ENRICH enables no source. Set it to openlibrary, googlebooks or both.',
    );
  }
  return withDatabase(async (db) => {
    const eventLog = eventLogWithWebhooks({ now, newId: idGenerator(Date.now) });
    const events = bookEvents(eventLog, resolvePublicUrl(config));
    const context = createEnrichContext(db, events, now, Math.random);
    const outcomes = [];
    for (const source of createMetadataSources({
      names,
      openLibraryUrl,
      googleBooksUrl,
      fetch,
      now,
    })) {
      for (let count = 0; count < limit; count += 1) {
        const outcome = await enrichNextBook(context, source, new AbortController().signal);
        if (!outcome) break;
        outcomes.push({ source: source.name, ...outcome });
        if (outcome.outcome === 'failed') break;
      }
    }
    return outcomes;
  });
}

function toOutcomeRow(outcome: Awaited<ReturnType<typeof enrichBooks>>[number]) {
  return {
    source: outcome.source,
    book: outcome.bookId,
    outcome: outcome.outcome,
    reason: 'reason' in outcome ? outcome.reason : null,
  };
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError(`Must be a number from 1 to 999999, got "${text}".`);
  return Number(text);
}

function toDocument({ metadata, versionId, serial, ...book }: StoredBook) {
  return { ...book, ...metadata, readable: versionId !== null || serial.chapters > 0 };
}

function toRow(book: StoredBook) {
  return {
    id: book.id,
    title: book.title,
    by: listAuthors(book),
    language: book.metadata.languages.join(', '),
    words: book.wordCount,
    visible: book.visibility,
    warnings: book.warnings.length,
  };
}

function printBook(book: StoredBook): void {
  const facts = {
    title: book.title,
    subtitle: book.metadata.subtitle,
    by: listAuthors(book),
    language: book.metadata.languages.join(', '),
    publisher: book.metadata.publisher,
    published: book.metadata.publishedAt,
    identifiers: book.metadata.identifiers
      .map(({ scheme, value }) => `${scheme}:${value}`)
      .join(', '),
    words: book.wordCount === null ? null : String(book.wordCount),
    price: book.metadata.price && Object.values(book.metadata.price).join(' '),
    sample: describeSample(book),
    'buy at': book.metadata.buyUrl,
    visible: book.visibility,
    added: book.createdAt,
  };
  for (const [name, value] of Object.entries(facts)) {
    if (value) console.log(`${name.padEnd(12)} ${value}`);
  }
  for (const { code, message } of book.warnings)
    console.log(`${'warning'.padEnd(12)} ${message} (${code})`);
}

function listAuthors({ metadata }: StoredBook): string {
  return metadata.contributors
    .filter(({ role }) => role === 'aut')
    .map(({ name }) => name)
    .join(', ');
}

function describeSample({ metadata: { access } }: StoredBook): string | null {
  if (!access || access.mode === 'free') return null;
  return 'share' in access
    ? `${Number((access.share * 100).toFixed(4))}%`
    : access.sections.join(', ');
}
