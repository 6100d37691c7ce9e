import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../db/open.ts';
import type { Queries, Schema } from '../db/schema.ts';
import type { BookMetadata, StoredBook } from './stored-book.ts';

/** What a list of books is narrowed to. */
export interface BookFilter {
  /** Lower-case BCP 47 tags; a book in any of them matches, `en` also `en-us`. */
  languages: string[];
  /** Folded words; a book matches when every one begins a word of its title or authors. */
  words: string[];
}

/** Where a page of the list ended: its last row's sort key. */
export interface BookPosition {
  popularity: number;
  id: string;
}

export type BookStore = ReturnType<typeof bookStore>;

/** Reads and removes books, as `accountId` may see them: its own and the public ones. */
export function bookStore(db: Database) {
  return {
    async find(accountId: string, bookId: string): Promise<StoredBook | null> {
      const row = await selectBooks(db.query)
        .where('books.id', '=', bookId)
        .where(visibleTo(accountId))
        .executeTakeFirst();
      return row ? toStoredBook(row) : null;
    },

    async findByIsbn(accountId: string, isbn: string): Promise<StoredBook | null> {
      const row = await selectBooks(db.query)
        .innerJoin('book_identifiers', 'book_identifiers.book_id', 'books.id')
        .where('book_identifiers.scheme', '=', 'isbn')
        .where('book_identifiers.value', '=', isbn)
        .where(visibleTo(accountId))
        .orderBy('books.version_id', (order) => order.desc().nullsLast())
        .executeTakeFirst();
      return row ? toStoredBook(row) : null;
    },

    /** Most popular first, then newest; `after` continues behind that place. */
    async list(
      accountId: string,
      filter: BookFilter,
      page: { limit: number; after: BookPosition | null },
    ): Promise<{ books: StoredBook[]; total: number }> {
      const { after, limit } = page;
      let rows = selectBooks(db.query)
        .where(visibleTo(accountId))
        .where(matching(filter))
        .orderBy('books.popularity', 'desc')
        .orderBy('books.id', 'desc')
        .limit(limit);
      if (after) {
        rows = rows.where((eb) =>
          eb.or([
            eb('books.popularity', '<', after.popularity),
            eb.and([eb('books.popularity', '=', after.popularity), eb('books.id', '<', after.id)]),
          ]),
        );
      }
      const count = db.query
        .selectFrom('books')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(visibleTo(accountId))
        .where(matching(filter));
      const [found, { total }] = await Promise.all([
        rows.execute(),
        count.executeTakeFirstOrThrow(),
      ]);
      return { books: found.map(toStoredBook), total };
    },

    /** Any account's book: for the operator. */
    async findAny(bookId: string): Promise<StoredBook | null> {
      const row = await selectBooks(db.query).where('books.id', '=', bookId).executeTakeFirst();
      return row ? toStoredBook(row) : null;
    },

    /** Every account's books, newest first: for the operator. */
    async listAll(limit: number): Promise<StoredBook[]> {
      const rows = await selectBooks(db.query).orderBy('books.id', 'desc').limit(limit).execute();
      return rows.map(toStoredBook);
    },

    /** Removes a book with all its text. False when there is no such book. */
    async remove(bookId: string): Promise<boolean> {
      const { numDeletedRows } = await db.query
        .deleteFrom('books')
        .where('id', '=', bookId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function selectBooks(query: Queries) {
  return query
    .selectFrom('books')
    .leftJoin('book_versions', 'book_versions.id', 'books.version_id')
    .select([
      'books.id',
      'books.account_id',
      'books.visibility',
      'books.title',
      'books.metadata',
      'books.word_count',
      'books.popularity',
      'books.version_id',
      'books.created_at',
      'books.updated_at',
      'book_versions.cover_path',
      'book_versions.cover_width',
      'book_versions.cover_height',
      'book_versions.warnings',
    ]);
}

type BookRow = Awaited<ReturnType<ReturnType<typeof selectBooks>['execute']>>[number];
type Books = ExpressionBuilder<Schema, 'books'>;

function visibleTo(accountId: string) {
  return (eb: Books): Expression<SqlBool> =>
    eb.or([eb('books.visibility', '=', 'public'), eb('books.account_id', '=', accountId)]);
}

function matching({ languages, words }: BookFilter) {
  return (eb: Books): Expression<SqlBool> => {
    const conditions = words.map((word) =>
      eb(
        'books.id',
        'in',
        eb
          .selectFrom('book_words')
          .select('book_words.book_id')
          .where('book_words.word', '>=', word)
          .where('book_words.word', '<', `${word}\u{10FFFF}`),
      ),
    );
    if (languages.length > 0) {
      conditions.push(
        eb(
          'books.id',
          'in',
          eb
            .selectFrom('book_languages')
            .select('book_languages.book_id')
            .where((language) =>
              language.or(
                languages.flatMap((tag) => [
                  language('book_languages.language', '=', tag),
                  language.and([
                    language('book_languages.language', '>', `${tag}-`),
                    language('book_languages.language', '<', `${tag}.`),
                  ]),
                ]),
              ),
            ),
        ),
      );
    }
    return eb.and(conditions);
  };
}

function toStoredBook(row: BookRow): StoredBook {
  return {
    id: row.id,
    accountId: row.account_id,
    visibility: row.visibility,
    title: row.title,
    metadata: parseMetadata(row.metadata),
    wordCount: row.word_count,
    popularity: row.popularity,
    versionId: row.version_id,
    cover: row.cover_path
      ? { path: row.cover_path, width: row.cover_width, height: row.cover_height }
      : null,
    warnings: parseWarnings(row.warnings),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function parseMetadata(json: string): BookMetadata {
  return JSON.parse(json) as BookMetadata;
}

function parseWarnings(json: string | null): StoredBook['warnings'] {
  return json ? (JSON.parse(json) as StoredBook['warnings']) : [];
}
