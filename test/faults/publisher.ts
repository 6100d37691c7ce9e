import { z } from 'zod';
import type { Client } from './client.ts';
import type { Account, Endpoint, LogEntry } from './records.ts';

/** An account with its books and endpoints, and its own records of them. */
export interface Publisher extends Pick<Account, 'name' | 'acknowledged'> {
  ask: Client;
  books: string[];
  chapters: Set<string>;
  endpoints: Endpoint[];
  secrets: { endpoint: string; secret: string }[];
}

const Book = z.object({ data: z.object({ id: z.string() }) });
const Hook = z.object({ data: z.object({ id: z.string(), secret: z.string() }) });

const subscriptions = [
  ['*'],
  ['sale.completed', 'sale.refunded'],
  ['chapter.published', 'chapter.updated', 'chapter.scheduled'],
  ['review.created', 'review.updated', 'review.deleted'],
  ['sale.refunded'],
];
const booksEach = 3;

/** Creates the books and the endpoints. Every seventh endpoint is limited to the first book. */
export async function publisher(name: string, ask: Client, urls: string[]): Promise<Publisher> {
  const acknowledged: string[] = [];
  const books: string[] = [];
  for (let at = 1; at <= booksEach; at += 1) {
    const body = { title: `Book ${at} of ${name}`, visibility: 'public' };
    const created = await ask('/v1/books', { method: 'POST', body, idempotencyKey: `book-${at}` });
    books.push(Book.parse(created.body).data.id);
    acknowledged.push(`book.created ${body.title}`);
  }
  const endpoints: Endpoint[] = [];
  const secrets: Publisher['secrets'] = [];
  for (const [at, url] of urls.entries()) {
    const events = subscriptions[at % subscriptions.length] ?? ['*'];
    const bookIds = at % 7 === 6 ? books.slice(0, 1) : [];
    const created = await ask('/v1/webhooks', {
      method: 'POST',
      body: { url, events, filters: { bookIds } },
      idempotencyKey: `hook-${at}`,
    });
    const { id, secret } = Hook.parse(created.body).data;
    const isWanted = ({ type, bookId, position }: LogEntry) =>
      position > booksEach &&
      (events.includes('*') || events.includes(type)) &&
      (bookIds.length === 0 || (bookId !== null && bookIds.includes(bookId)));
    endpoints.push({ id, account: name, wants: isWanted });
    secrets.push({ endpoint: id, secret });
  }
  return { name, acknowledged, ask, books, chapters: new Set(), endpoints, secrets };
}
