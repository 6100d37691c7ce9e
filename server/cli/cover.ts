import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { bookEvents } from '../books/book-events.ts';
import { bookStore } from '../books/store.ts';
import { readConfig, resolvePublicUrl, UsageError } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import { eventLogWithWebhooks } from '../event-log-with-webhooks.ts';
import { Failure } from '../failure.ts';
import { prepareCover, restoreCover } from '../import/own-cover.ts';
import { describeFileError } from './file-error.ts';
import { printJson } from './print.ts';
import { changeCover } from './remote/books.ts';
import { remoteServer } from './remote/server.ts';
import { withDatabase } from './with-database.ts';

/** `books cover`. */
export function addCoverCommand(books: Command): void {
  books
    .command('cover <id> [file]')
    .description('upload the cover of a book: JPEG, PNG, WebP or AVIF, at most 10 MB')
    .option('--remove', 'show the cover from the book’s file again')
    .option('--json', 'print {id, cover}')
    .action(
      async (
        id: string,
        file: string | undefined,
        { remove = false, json }: { remove?: boolean; json?: boolean },
        command: Command,
      ) => {
        if ((file === undefined) !== remove) throw new UsageError('Specify FILE or use --remove.');
        const image = file === undefined ? null : await readImage(file);
        const server = remoteServer(command);
        if (server) await changeCover(server, id, image);
        else await changeLocalCover(id, image);
        if (json) printJson({ id, cover: image ? 'uploaded' : 'removed' });
        else console.log(image ? `${id} has the new cover.` : `${id} has no uploaded cover.`);
      },
    );
}

async function readImage(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new UsageError(`${file}: ${describeFileError(cause)}`, { cause });
  }
}

function changeLocalCover(id: string, image: Uint8Array | null): Promise<void> {
  return withDatabase(async (db) => {
    const { accountId } = (await bookStore(db).findAny(id)) ?? {};
    if (accountId === undefined) throw new Failure('book_not_found', `No book with id ${id}.`);
    if (accountId === null) {
      throw new Failure('not_yours', `Book ${id} belongs to the shared catalog.`);
    }
    const [now, newId] = [() => new Date(), idGenerator(Date.now)];
    const publicUrl = resolvePublicUrl(readConfig(process.env));
    const events = bookEvents(eventLogWithWebhooks({ now, newId }), publicUrl);
    const context = { db, now, newId, bookEvents: events };
    if (!image) return restoreCover(context, db, accountId, id);
    const store = await prepareCover(context, image);
    return store(db, accountId, id);
  });
}
