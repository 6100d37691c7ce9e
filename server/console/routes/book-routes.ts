import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listAccountBooks } from '../../books/account-books.ts';
import { bookEvents } from '../../books/book-events.ts';
import { BookPatch } from '../../books/book-input.ts';
import { BookId } from '../../books/contract.ts';
import { fieldProvenance } from '../../books/provenance.ts';
import { bookStore } from '../../books/store.ts';
import { hasOwnCover, type StoredBook, toBook } from '../../books/stored-book.ts';
import { bookWriter } from '../../books/writer.ts';
import type { Database } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { readPosition } from '../../http/pagination.ts';
import { maxCoverBytes, prepareCover, restoreCover } from '../../import/own-cover.ts';
import { ownerOf } from '../../values/viewer.ts';
import { coverUrlOf, toBookRow } from '../book-rows.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsoleBook, ConsoleBookRow, ListPage } from '../contract.ts';
import { requireAccount } from '../visitor.ts';

const pageSize = 50;
const Position = z.object({ ordinal: z.int() });
const Filter = z.strictObject({
  q: z.string().max(200).optional(),
  visibility: z.enum(['public', 'private']).optional(),
  cursor: z.string().max(500).optional(),
});
const BookParams = z.object({ accountId: z.string(), bookId: BookId });
/** The revision that the change is based on. */
const Revision = z.strictObject({ revision: z.coerce.number().int().optional() });

/** Books of an account. */
export const bookRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, cursors, audit, events, publicUrl } = context;
  const url = '/console/api/accounts/:accountId/books';
  const coverContext = { ...context, bookEvents: bookEvents(events, publicUrl) };
  const writerIn = (tx: Database) =>
    bookWriter({ ...context, db: tx, bookEvents: bookEvents(events, publicUrl) });

  /** GET …/books?q=&visibility=&cursor= → `ListPage<ConsoleBookRow>`, newest first. */
  app.get(
    url,
    { schema: { querystring: Filter } },
    async (request): Promise<ListPage<ConsoleBookRow>> => {
      const { id } = requireAccount(request);
      const { cursor, ...filter } = request.query;
      const scope = JSON.stringify(['console-books', id, filter.q, filter.visibility]);
      const position = readPosition(Position, cursors, cursor, scope);
      const before = position?.ordinal ?? null;
      const found = await listAccountBooks(db, id, filter, pageSize + 1, before);
      const shown = found.slice(0, pageSize);
      const last = found.length > pageSize ? shown.at(-1) : undefined;
      return {
        data: shown.map((book) => toBookRow(book, publicUrl)),
        nextCursor: last ? cursors.write({ ordinal: last.ordinal }, scope) : null,
      };
    },
  );

  /** GET …/books/:bookId → `ConsoleBook`. Errors: `book_not_found`. */
  app.get(`${url}/:bookId`, { schema: { params: BookParams } }, async (request) => ({
    data: toConsoleBook(
      await requireOwnBook(db, requireAccount(request).id, request.params.bookId),
      publicUrl,
    ),
  }));

  /**
   * PATCH …/books/:bookId?revision= with `BookPatch` → `ConsoleBook`. Errors:
   * `precondition_failed`.
   */
  app.patch(
    `${url}/:bookId`,
    { schema: { params: BookParams, querystring: Revision, body: BookPatch } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { bookId } = request.params;
      const { revision } = request.query;
      const patch = request.body;
      const data = await audit.change(request, async (tx) => {
        const before = await requireOwnBook(tx, accountId, bookId);
        await writerIn(tx).change(accountId, bookId, patch, (current) => {
          if (revision === undefined || revision === current) return;
          throw new Failure(
            'precondition_failed',
            'Someone else has changed this book since you opened it. Reload the page.',
          );
        });
        const after = await requireOwnBook(tx, accountId, bookId);
        const values = { before: changed(before, patch), after: changed(after, patch) };
        const change = { accountId, action: 'book.change', target: bookId, ...values };
        return { result: toConsoleBook(after, publicUrl), change };
      });
      return { data };
    },
  );

  const coverUrl = `${url}/:bookId/cover`;
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: maxCoverBytes },
    (_request, body, done) => done(null, body),
  );

  /**
   * PUT …/books/:bookId/cover with an image → `ConsoleBook`. Errors: `invalid_request`,
   * `book_not_found`.
   */
  app.put(
    coverUrl,
    { bodyLimit: maxCoverBytes, schema: { params: BookParams } },
    async (request) => {
      const { id } = requireAccount(request);
      const { bookId } = request.params;
      await requireOwnBook(db, id, bookId);
      const { body } = request;
      const store = await prepareCover(
        coverContext,
        body instanceof Uint8Array ? body : new Uint8Array(),
      );
      return { data: await changeCover(request, bookId, (tx) => store(tx, id, bookId)) };
    },
  );

  /**
   * DELETE …/books/:bookId/cover → `ConsoleBook` with the cover of its file. Errors:
   * `book_not_found`.
   */
  app.delete(coverUrl, { schema: { params: BookParams } }, async (request) => {
    const { id } = requireAccount(request);
    const { bookId } = request.params;
    const restore = (tx: Database) => restoreCover(coverContext, tx, id, bookId);
    return { data: await changeCover(request, bookId, restore) };
  });

  function changeCover(
    request: FastifyRequest,
    bookId: string,
    write: (tx: Database) => Promise<void>,
  ): Promise<ConsoleBook> {
    const { id: accountId } = requireAccount(request);
    return audit.change(request, async (tx) => {
      const before = coverUrlOf(await requireOwnBook(tx, accountId, bookId));
      await write(tx);
      const book = await requireOwnBook(tx, accountId, bookId);
      const values = { before: { cover: before }, after: { cover: coverUrlOf(book) } };
      const change = { accountId, action: 'book.change', target: bookId, ...values };
      return { result: toConsoleBook(book, publicUrl), change };
    });
  }

  /** DELETE …/books/:bookId. Errors: `book_not_found`. */
  app.delete(`${url}/:bookId`, { schema: { params: BookParams } }, async (request) => {
    const { id: accountId } = requireAccount(request);
    const { bookId } = request.params;
    await audit.change(request, async (tx) => {
      const { title, metadata, visibility } = await requireOwnBook(tx, accountId, bookId);
      await writerIn(tx).remove(accountId, bookId, () => undefined);
      const before = { title, identifiers: metadata.identifiers, visibility };
      return { result: null, change: { accountId, action: 'book.delete', target: bookId, before } };
    });
    return { data: {} };
  });

  /** The values of a book that a patch names. */
  function changed(book: StoredBook, patch: BookPatch) {
    const names = new Set(Object.keys(patch));
    return Object.fromEntries(
      Object.entries(toBook(book, publicUrl)).filter(([name]) => names.has(name)),
    );
  }
};

/** @throws Failure `book_not_found`, also for a book of another account. */
export async function requireOwnBook(
  db: Database,
  accountId: string,
  bookId: string,
): Promise<StoredBook> {
  const book = await bookStore(db).find(ownerOf(accountId), bookId);
  if (book?.accountId === accountId) return book;
  throw new Failure('book_not_found', `No book with id ${bookId} in this account.`);
}

function toConsoleBook(book: StoredBook, publicUrl: string): ConsoleBook {
  return {
    book: toBook(book, publicUrl),
    coverUrl: coverUrlOf(book),
    hasOwnCover: hasOwnCover(book),
    provenance: fieldProvenance(book),
    warnings: book.warnings,
    revision: book.revision,
  };
}
