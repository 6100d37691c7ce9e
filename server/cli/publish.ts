import type { Command } from 'commander';
import type { StoredBook } from '../books/stored-book.ts';
import { bookStore } from '../books/store.ts';
import { bookEvents } from '../books/book-events.ts';
import { type BookWriter, bookWriter } from '../books/writer.ts';
import { readConfig, resolvePublicUrl } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import { eventLogWithWebhooks } from '../event-log-with-webhooks.ts';
import { Failure } from '../failure.ts';
import { printJson } from './print.ts';
import { changeVisibility } from './remote/books.ts';
import { type RemoteServer, remoteServer } from './remote/server.ts';
import { withDatabase } from './with-database.ts';

/** Explains the effect of making a book public. */
export const publicMeaning =
  'every key on this server finds the book, search engines may list its pages, and everyone can read its free text.';

/** `books publish` and `books unpublish`. */
export function addPublishCommands(books: Command): void {
  books
    .command('publish <id...>')
    .description(`make books public: ${publicMeaning}`)
    .option('--json', 'print [{id, title, visibility, wholeTextIsFree}]')
    .action((ids: string[], { json }: { json?: boolean }, command: Command) =>
      setVisibility(ids, 'public', json, remoteServer(command)),
    );

  books
    .command('unpublish <id...>')
    .description('make books private: only the account’s own keys find and open them')
    .option('--json', 'print [{id, title, visibility, wholeTextIsFree}]')
    .action((ids: string[], { json }: { json?: boolean }, command: Command) =>
      setVisibility(ids, 'private', json, remoteServer(command)),
    );
}

async function setVisibility(
  ids: string[],
  visibility: 'public' | 'private',
  json: boolean | undefined,
  server: RemoteServer | null,
): Promise<void> {
  const changed = server
    ? await changeVisibility(server, ids, visibility)
    : await changeLocalVisibility(ids, visibility);
  if (json) return printJson(changed);
  for (const { id, title, wholeTextIsFree } of changed) {
    const text = wholeTextIsFree
      ? 'Its whole text is free. To offer only a sample: svc books sell ID --sample 10%'
      : 'Its sample is free.';
    console.log(`${id}  ${title} is ${visibility}. ${visibility === 'public' ? text : ''}`.trim());
  }
  if (visibility === 'public') console.log(`Public means: ${publicMeaning}`);
}

/** Changes all books, or none if any of them is missing. */
function changeLocalVisibility(ids: string[], visibility: 'public' | 'private') {
  return withDatabase(async (db) => {
    const books = bookStore(db);
    const owned = [];
    for (const id of ids) owned.push(requireOwned(id, await books.findAny(id)));
    const writer = createWriter(db);
    for (const { id, accountId } of owned)
      await writer.change(accountId, id, { visibility }, () => undefined);
    return owned.map(({ id, title, metadata: { access } }) => {
      const wholeTextIsFree = !access || access.mode === 'free';
      return { id, title, visibility, wholeTextIsFree };
    });
  });
}

function requireOwned(id: string, book: StoredBook | null): StoredBook & { accountId: string } {
  if (!book) throw new Failure('book_not_found', `No book with id ${id}.`);
  const { accountId } = book;
  if (accountId !== null) return { ...book, accountId };
  throw new Failure(
    'not_yours',
    `Book ${id} belongs to the shared catalog, which is always public.`,
  );
}

/** A writer that records events for webhooks, as the API does. */
export function createWriter(db: Database): BookWriter {
  const [now, newId] = [() => new Date(), idGenerator(Date.now)];
  const config = readConfig(process.env);
  const events = bookEvents(eventLogWithWebhooks({ now, newId }), resolvePublicUrl(config));
  return bookWriter({ db, now, newId, bookEvents: events, allowLoopback: config.allowLoopback });
}
