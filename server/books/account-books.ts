import type { Database } from '../db/open.ts';
import { fold } from '../values/fold.ts';
import { toIsbn13 } from '../values/isbn.ts';
import { bookStore } from './store.ts';
import type { StoredBook } from './stored-book.ts';

export interface AccountBookFilter {
  /** Part of the title, ignoring case and accents, or an ISBN. */
  q?: string | undefined;
  visibility?: 'public' | 'private' | undefined;
}

/**
 * Number of titles read at a time. They are compared here because databases compare text
 * differently.
 */
const titlesPerRead = 5000;

/** Returns an account's own live books before an ordinal, the newest first. */
export async function listAccountBooks(
  db: Database,
  accountId: string,
  { q, visibility }: AccountBookFilter,
  limit: number,
  beforeOrdinal: number | null,
): Promise<StoredBook[]> {
  const wanted = q?.trim() ? await matcher(db, q.trim()) : () => true;
  const readLimit = q?.trim() ? titlesPerRead : limit;
  const found: number[] = [];
  let before = beforeOrdinal;
  for (;;) {
    let rows = db.query
      .selectFrom('books')
      .select(['id', 'ordinal', 'title'])
      .where('account_id', '=', accountId);
    if (visibility) rows = rows.where('visibility', '=', visibility);
    if (before !== null) rows = rows.where('ordinal', '<', before);
    const read = await rows.orderBy('ordinal', 'desc').limit(readLimit).execute();
    found.push(...read.filter(wanted).map(({ ordinal }) => ordinal));
    const last = read.at(-1);
    if (!last || read.length < readLimit || found.length >= limit) break;
    before = last.ordinal;
  }
  return bookStore(db).byOrdinals(found.slice(0, limit));
}

/** Returns whether a book matches a search. */
async function matcher(
  { query }: Database,
  text: string,
): Promise<(book: { id: string; title: string }) => boolean> {
  const part = fold(text);
  const isbn = toIsbn13(text);
  if (!isbn) return ({ title }) => fold(title).includes(part);
  const rows = await query
    .selectFrom('book_identifiers')
    .select('book_id')
    .where('scheme', '=', 'isbn')
    .where('value', '=', isbn)
    .execute();
  const ids = new Set(rows.map((row) => row.book_id));
  return ({ id, title }) => ids.has(id) || fold(title).includes(part);
}
