import { type Expression, sql, type SqlBool } from 'kysely';
import type { Database } from '../db/open.ts';
import { toIsbn13 } from '../values/isbn.ts';
import { bookStore } from './store.ts';
import type { StoredBook } from './stored-book.ts';

export interface AccountBookFilter {
  /** Part of the title, or an ISBN. */
  q?: string | undefined;
  visibility?: 'public' | 'private' | undefined;
}

/** Returns an account's own live books before an ordinal, the newest first. */
export async function listAccountBooks(
  db: Database,
  accountId: string,
  { q, visibility }: AccountBookFilter,
  limit: number,
  beforeOrdinal: number | null,
): Promise<StoredBook[]> {
  let rows = db.query.selectFrom('books').select('ordinal').where('account_id', '=', accountId);
  if (visibility) rows = rows.where('visibility', '=', visibility);
  if (beforeOrdinal !== null) rows = rows.where('ordinal', '<', beforeOrdinal);
  const text = q?.trim();
  if (text) {
    const isbn = toIsbn13(text);
    const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    rows = rows.where((eb) => {
      const inTitle: Expression<SqlBool> =
        db.engine === 'postgres'
          ? eb('title', 'ilike', pattern)
          : sql<SqlBool>`title like ${pattern} escape '\\'`;
      if (!isbn) return inTitle;
      const withIsbn = eb
        .selectFrom('book_identifiers')
        .select('book_id')
        .where('scheme', '=', 'isbn')
        .where('value', '=', isbn);
      return eb.or([inTitle, eb('id', 'in', withIsbn)]);
    });
  }
  const found = await rows.orderBy('ordinal', 'desc').limit(limit).execute();
  return bookStore(db).byOrdinals(found.map(({ ordinal }) => ordinal));
}
