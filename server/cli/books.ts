import { type Command, InvalidArgumentError } from 'commander';
import { readConfig, WrongUsage } from '../config.ts';
import { enrichContext, enrichNext } from '../enrich/enrich-next.ts';
import { enrichers } from '../enrich/enrichers.ts';
import { bookEvents } from '../books/book-events.ts';
import type { StoredBook } from '../books/stored-book.ts';
import { bookStore } from '../books/store.ts';
import { bookWriter, type BookWriter } from '../books/writer.ts';
import type { Database } from '../db/open.ts';
import { idMaker } from '../db/new-id.ts';
import { eventLog } from '../event-log.ts';
import { Failure } from '../failure.ts';
import { publicUrlOf } from '../public-url.ts';
import { printJson, printTable } from './report.ts';
import { addSaleTerms, patchOf, type SaleTerms } from './sale-terms.ts';
import { withDatabase } from './with-database.ts';

/** Books that one command lists at most: a terminal is no place for a catalogue. */
const listedAtMost = 1000;

export function addBooks(program: Command): void {
  const books = program.command('books').description('see and remove what is in the library');

  books
    .command('list')
    .description('list the books, newest first')
    .option('--json', 'print [{id, title, …}]')
    .action(async ({ json }: { json?: boolean }) => {
      const all = await withDatabase((db) => bookStore(db).listAll(listedAtMost));
      if (json) printJson(all.map(toDocument));
      else printTable(all.map(toRow), 'There are no books yet: svc import FILE.epub');
    });

  books
    .command('show <id>')
    .description('show one book with the faults that its file had')
    .option('--json', 'print {id, title, …, warnings}')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const book = await withDatabase((db) => bookStore(db).findAny(id));
      if (!book) throw new Failure('book_not_found', `There is no book ${id}.`);
      if (json) printJson(toDocument(book));
      else printBook(book);
    });

  books
    .command('enrich')
    .description('ask the sources of SVC_ENRICH about books that they were never asked about')
    .option('--limit <books>', 'most books that each source is asked about', toCount, 100)
    .option('--json', 'print [{source, bookId, outcome, …}]')
    .action(async ({ limit, json }: { limit: number; json?: boolean }) => {
      const outcomes = await enrichSome(limit);
      if (json) printJson(outcomes);
      else printTable(outcomes.map(toOutcomeRow), 'Every book was asked about.');
      if (outcomes.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
    });

  addSaleTerms(books.command('sell <id>'))
    .description('say what a book costs, how much of it everyone may read, and where it is sold')
    .option('--json', 'print {id, title, …}')
    .action(async (id: string, { json, ...terms }: SaleTerms & { json?: boolean }) => {
      const patch = patchOf(terms);
      if (!patch) throw new WrongUsage('Name what to change: --price, --sample or --buy-url.');
      const book = await withDatabase(async (db) => {
        const { accountId } = (await bookStore(db).findAny(id)) ?? {};
        if (accountId === undefined) return null;
        if (accountId === null) throw new Failure('not_yours', `${id} is of the shared catalogue.`);
        await writerOn(db).change(accountId, id, patch, () => undefined);
        return bookStore(db).findAny(id);
      });
      if (!book) throw new Failure('book_not_found', `There is no book ${id}.`);
      if (json) printJson(toDocument(book));
      else printBook(book);
    });

  books
    .command('remove <id>')
    .description('remove a book and all its text for good')
    .option('--json', 'print {id, removed}')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const removed = await withDatabase((db) => writerOn(db).removeAny(id));
      if (!removed) throw new Failure('book_not_found', `There is no book ${id}.`);
      if (json) printJson({ id, removed });
      else console.log(`Removed ${id}.`);
    });
}

function writerOn(db: Database): BookWriter {
  const [now, newId] = [() => new Date(), idMaker(Date.now)];
  const config = readConfig(process.env);
  const events = bookEvents(eventLog({ now, newId }), publicUrlOf(config));
  return bookWriter({
    db,
    now,
    newId,
    bookEvents: events,
    allowLoopback: config.allowLoopback,
  });
}

/** One source after the other; a source that fails is left alone. */
async function enrichSome(limit: number) {
  const now = () => new Date();
  const config = readConfig(process.env);
  const { enrichFrom: names, openLibraryUrl, googleBooksUrl } = config;
  if (names.length === 0) {
    throw new WrongUsage('No source is switched on: SVC_ENRICH=openlibrary,googlebooks');
  }
  return withDatabase(async (db) => {
    const happenings = eventLog({ now, newId: idMaker(Date.now) });
    const tellers = bookEvents(happenings, publicUrlOf(config));
    const context = enrichContext(db, tellers, now, Math.random);
    const outcomes = [];
    for (const source of enrichers({ names, openLibraryUrl, googleBooksUrl, fetch, now })) {
      for (let asked = 0; asked < limit; asked += 1) {
        const outcome = await enrichNext(context, source, new AbortController().signal);
        if (!outcome) break;
        outcomes.push({ source: source.name, ...outcome });
        if (outcome.outcome === 'failed') break;
      }
    }
    return outcomes;
  });
}

function toOutcomeRow(outcome: Awaited<ReturnType<typeof enrichSome>>[number]) {
  return {
    source: outcome.source,
    book: outcome.bookId,
    outcome: outcome.outcome,
    reason: 'reason' in outcome ? outcome.reason : null,
  };
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is a number of books.');
  return Number(text);
}

function toDocument({ metadata, versionId, serial, ...book }: StoredBook) {
  return { ...book, ...metadata, readable: versionId !== null || serial.chapters > 0 };
}

function toRow(book: StoredBook) {
  return {
    id: book.id,
    title: book.title,
    by: authors(book),
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
    by: authors(book),
    language: book.metadata.languages.join(', '),
    publisher: book.metadata.publisher,
    published: book.metadata.publishedAt,
    identifiers: book.metadata.identifiers
      .map(({ scheme, value }) => `${scheme}:${value}`)
      .join(', '),
    words: book.wordCount === null ? null : String(book.wordCount),
    price: book.metadata.price && Object.values(book.metadata.price).join(' '),
    sample: sampleText(book),
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

function authors({ metadata }: StoredBook): string {
  return metadata.contributors
    .filter(({ role }) => role === 'aut')
    .map(({ name }) => name)
    .join(', ');
}

function sampleText({ metadata: { access } }: StoredBook): string | null {
  if (!access || access.mode === 'free') return null;
  return 'share' in access
    ? `${Number((access.share * 100).toFixed(4))}%`
    : access.sections.join(', ');
}
