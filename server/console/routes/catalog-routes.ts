import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listAccountBooks } from '../../books/account-books.ts';
import { bookEvents } from '../../books/book-events.ts';
import { writeOnix } from '../../books/onix/write-onix.ts';
import { type PriceChange, readPriceList } from '../../books/price-list.ts';
import { type StoredBook, toBook } from '../../books/stored-book.ts';
import { bookWriter } from '../../books/writer.ts';
import type { ConsoleContext } from '../console-context.ts';
import { rowsInPages, sendCsv } from '../send-csv.ts';
import { requireAccount } from '../visitor.ts';

/** Prices per transaction. On SQLite, other writes wait for it. */
const batchSize = 100;
const maxListBytes = 1024 * 1024;

const PriceList = z.strictObject({ csv: z.string().max(maxListBytes) });

/** Routes for the whole catalog: prices of many books, and exports for shops and libraries. */
export const catalogRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, audit, events, publicUrl } = context;
  const account = '/console/api/accounts/:accountId';
  const prices = { bodyLimit: 2 * maxListBytes, schema: { body: PriceList } };

  /** GET …/onix.xml → all books as ONIX 3.0. */
  app.get(`${account}/onix.xml`, async (request, reply) => {
    const { id, name } = requireAccount(request);
    async function* books() {
      for await (const page of pagesOf(id)) yield page.map((book) => toBook(book, publicUrl));
    }
    reply.header('Content-Disposition', 'attachment; filename="onix.xml"');
    reply.type('application/xml; charset=utf-8');
    return reply.send(Readable.from(writeOnix({ name, sentAt: now() }, books())));
  });

  /** GET …/prices.csv → all books with their prices, for editing and uploading. */
  app.get(`${account}/prices.csv`, async (request, reply) => {
    const { id } = requireAccount(request);
    return sendCsv(reply, 'prices.csv', pagesOf(id), {
      book: ({ id: bookId }) => bookId,
      isbn: ({ metadata }) =>
        metadata.identifiers.find(({ scheme }) => scheme === 'isbn')?.value ?? null,
      title: ({ title }) => title,
      price: ({ metadata }) => metadata.price?.amount ?? null,
      currency: ({ metadata }) => metadata.price?.currency ?? null,
    });
  });

  /**
   * POST …/prices/check with `{ csv }` → `PriceChange[]`. Changes nothing. Errors:
   * `invalid_request`.
   */
  app.post(`${account}/prices/check`, prices, async (request) => ({
    data: await readPriceList(db, requireAccount(request).id, request.body.csv),
  }));

  /**
   * POST …/prices with `{ csv }` → `{ changed }`. Omits rows with errors. Errors:
   * `invalid_request`.
   */
  app.post(`${account}/prices`, prices, async (request) => {
    const { id: accountId } = requireAccount(request);
    const list = await readPriceList(db, accountId, request.body.csv);
    const changes = list.filter(({ error, isSame }) => error === null && !isSame);
    // Records an entry without changes so that the audit log contains the request.
    const batches = changes.length === 0 ? [[]] : inBatches(changes);
    for (const batch of batches) {
      await audit.change(request, async (tx) => {
        const writer = bookWriter({
          ...context,
          db: tx,
          bookEvents: bookEvents(events, publicUrl),
        });
        for (const { bookId, after } of batch) {
          if (bookId) await writer.change(accountId, bookId, { price: after }, () => undefined);
        }
        const shown = (price: 'before' | 'after') =>
          Object.fromEntries(batch.map((one) => [one.bookId, one[price]]));
        const change = { accountId, action: 'book.prices', target: null };
        return {
          result: null,
          change: { ...change, before: shown('before'), after: shown('after') },
        };
      });
    }
    return { data: { changed: changes.length } };
  });

  const pagesOf = (accountId: string) =>
    rowsInPages<StoredBook>((last, limit) =>
      listAccountBooks(db, accountId, {}, limit, last?.ordinal ?? null),
    );
};

function inBatches(changes: readonly PriceChange[]): PriceChange[][] {
  return Array.from({ length: Math.ceil(changes.length / batchSize) }, (_, index) =>
    changes.slice(index * batchSize, (index + 1) * batchSize),
  );
}
