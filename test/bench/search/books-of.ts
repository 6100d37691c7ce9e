import { sql } from 'kysely';
import type { Database } from '../../../server/db/open.ts';
import { toIndexedBook } from '../../../server/search/indexed-book.ts';
import { searchStore } from '../../../server/search/store.ts';

/** Text of a book, from which queries and peer indexes are built. */
export interface BenchBook {
  ordinal: number;
  title: string;
  subtitle: string | null;
  authors: string[];
  /** Names of all authors and contributors. */
  names: string[];
  subjects: string[];
  languages: string[];
}

const booksPerRead = 5000;

/** Returns every book in order of its ordinal, a few thousand per read. */
export async function* booksOf(db: Database): AsyncGenerator<BenchBook[]> {
  const store = searchStore(db);
  for (let after = 0; ;) {
    const rows = await store.changed(after, booksPerRead);
    if (rows.length === 0) return;
    yield rows.map((row) => {
      const { ordinal, title, subtitle, authors, contributors, otherNames, ...book } =
        toIndexedBook(row);
      const { subjects, languages } = book;
      const names = [...contributors, ...otherNames];
      return { ordinal, title, subtitle, authors, names, subjects, languages };
    });
    after = rows.at(-1)?.revision ?? after;
  }
}

/** Bytes of the PostgreSQL database on disk. */
export async function postgresBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(db.query);
  return Number(rows[0]?.bytes);
}
