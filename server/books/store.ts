import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database, Engine } from '../db/open.ts';
import type { Queries, Schema } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { parseWarnings, type BookMetadata, emptyMetadata, type StoredBook } from './stored-book.ts';
import {
  bookOwnersFor,
  environmentOf,
  isOwnBook,
  type StoredVisibility,
} from '../values/environment.ts';
import type { Viewer } from '../values/viewer.ts';

export type BookStore = ReturnType<typeof bookStore>;

/** Reads books: public ones, and those private ones that the viewer may see. */
export function bookStore(db: Database) {
  return {
    async find(viewer: Viewer, bookId: string): Promise<StoredBook | null> {
      const row = await selectBooks(db.query)
        .where('books.id', '=', bookId)
        .where(visibleTo(viewer))
        .executeTakeFirst();
      return row ? toStoredBook(row) : null;
    },

    /** @throws Failure `book_not_found`. */
    async get(viewer: Viewer, bookId: string): Promise<StoredBook> {
      const book = await this.find(viewer, bookId);
      if (!book) throw new Failure('book_not_found', `No book with id ${bookId}.`);
      return book;
    },

    async findByIsbn(viewer: Viewer, isbn: string): Promise<StoredBook | null> {
      const row = await selectBooks(db.query)
        .innerJoin('book_identifiers', 'book_identifiers.book_id', 'books.id')
        .where('book_identifiers.scheme', '=', 'isbn')
        .where('book_identifiers.value', '=', isbn)
        .where(visibleTo(withoutUnlisted(viewer)))
        .orderBy('books.version_id', (order) => order.desc().nullsLast())
        .orderBy('serials.chapters', (order) => order.desc().nullsLast())
        .executeTakeFirst();
      return row ? toStoredBook(row) : null;
    },

    /** Returns the books with these ordinals in the given order. Omits missing books. */
    async byOrdinals(ordinals: number[]): Promise<StoredBook[]> {
      if (ordinals.length === 0) return [];
      const rows = await selectBooks(db.query).where('books.ordinal', 'in', ordinals).execute();
      const found = new Map(rows.map((row) => [row.ordinal, row]));
      return ordinals.flatMap((ordinal) => {
        const row = found.get(ordinal);
        return row ? [toStoredBook(row)] : [];
      });
    },

    /** Returns the ordinals of the given books. Omits missing books. */
    async ordinalsOf(bookIds: string[]): Promise<number[]> {
      const rows = await db.query
        .selectFrom('books')
        .select('ordinal')
        .where('id', 'in', bookIds)
        .execute();
      return rows.map(({ ordinal }) => ordinal);
    },

    /** Returns the books that a viewer can find in lists and searches. */
    async visibleTo(viewer: Viewer): Promise<{
      accountId: string;
      privateOrdinals: number[] | null;
    }> {
      const { accountId, privateBooks } = withoutUnlisted(viewer);
      if (typeof privateBooks === 'string') return { accountId, privateOrdinals: null };
      if (privateBooks.length === 0) {
        const isTest = environmentOf(accountId) === 'test';
        return isTest
          ? { accountId, privateOrdinals: [] }
          : { accountId: '', privateOrdinals: null };
      }
      return { accountId, privateOrdinals: await this.ordinalsOf([...privateBooks]) };
    },

    /** Returns a book of any account. For the operator. */
    async findAny(bookId: string): Promise<StoredBook | null> {
      const row = await selectBooks(db.query).where('books.id', '=', bookId).executeTakeFirst();
      return row ? toStoredBook(row) : null;
    },

    /** Returns books of all accounts, newest first. For the operator. */
    async listAll(limit: number): Promise<StoredBook[]> {
      const rows = await selectBooks(db.query).orderBy('books.id', 'desc').limit(limit).execute();
      return rows.map(toStoredBook);
    },
  };
}

/** Returns a book of any account, read within the transaction. */
export async function readBook(tx: Queries, bookId: string): Promise<StoredBook | null> {
  const row = await selectBooks(tx).where('books.id', '=', bookId).executeTakeFirst();
  return row ? toStoredBook(row) : null;
}

/** Removes a book and all of its data. Returns false if the book does not exist. */
export async function removeBook(tx: Queries, bookId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('books')
    .where('id', '=', bookId)
    .returning('ordinal')
    .executeTakeFirst();
  if (!removed) return false;
  const revision = await allocateRevisions(tx, 1);
  await tx
    .insertInto('book_removals')
    .values({ revision, ...removed })
    .execute();
  return true;
}

function selectBooks(query: Queries) {
  return query
    .selectFrom('books')
    .leftJoin('book_versions', 'book_versions.id', 'books.version_id')
    .leftJoin('serials', 'serials.book_id', 'books.id')
    .leftJoin('book_covers', (join) =>
      join.onRef('book_covers.book_id', '=', 'books.id').on('book_covers.replaced_at', 'is', null),
    )
    .select([
      'books.id',
      'books.account_id',
      'books.visibility',
      'books.title',
      'books.metadata',
      'books.provenance',
      'books.work_id',
      'books.source',
      'books.ordinal',
      'books.word_count',
      'books.popularity',
      'books.rating_sum',
      'books.rating_count',
      'books.revision',
      'books.version_id',
      'books.created_at',
      'books.updated_at',
      'book_versions.cover_path',
      'book_versions.cover_width',
      'book_versions.cover_height',
      'book_versions.cover_thumbhash',
      'book_versions.cover_color',
      'book_versions.warnings',
      'book_covers.id as own_cover_id',
      'book_covers.width as own_cover_width',
      'book_covers.height as own_cover_height',
      'book_covers.thumbhash as own_cover_thumbhash',
      'book_covers.color as own_cover_color',
      'serials.chapters',
      'serials.words',
      'serials.change',
    ]);
}

type BookRow = Awaited<ReturnType<ReturnType<typeof selectBooks>['execute']>>[number];
type Books = ExpressionBuilder<Schema, 'books'>;

function visibleTo({ accountId, privateBooks }: Viewer) {
  return (eb: Books): Expression<SqlBool> => {
    const isPublic =
      environmentOf(accountId) === 'live'
        ? eb('books.visibility', '=', 'public')
        : eb.or([
            eb('books.visibility', '=', 'public'),
            eb.and([eb('books.visibility', '=', 'test'), eb('books.account_id', '=', accountId)]),
          ]);
    const isOwn = eb('books.account_id', 'in', bookOwnersFor(accountId));
    if (typeof privateBooks === 'string') return eb.or([isPublic, isOwn]);
    if (privateBooks.length === 0) return isPublic;
    return eb.or([isPublic, eb.and([isOwn, eb('books.id', 'in', privateBooks)])]);
  };
}

/** Cannot see private books that are only reachable by id. */
function withoutUnlisted({ accountId, privateBooks }: Viewer): Viewer {
  return { accountId, privateBooks: privateBooks === 'unlisted' ? [] : privateBooks };
}

function toStoredBook(row: BookRow): StoredBook {
  return {
    id: row.id,
    accountId: row.account_id,
    visibility: row.visibility,
    title: row.title,
    metadata: parseMetadata(row.metadata),
    provenance: parseProvenance(row.provenance),
    workId: row.work_id,
    source: row.source as StoredBook['source'],
    ordinal: row.ordinal,
    wordCount: row.word_count,
    popularity: row.popularity,
    rating: { sum: row.rating_sum, count: row.rating_count },
    revision: row.revision,
    versionId: row.version_id,
    serial: { chapters: row.chapters ?? 0, words: row.words ?? 0, change: row.change ?? 0 },
    cover: coverOf(row),
    warnings: parseWarnings(row.warnings),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function coverOf(row: BookRow): StoredBook['cover'] {
  if (row.own_cover_id !== null) {
    return {
      contentId: row.own_cover_id,
      width: row.own_cover_width,
      height: row.own_cover_height,
      thumbhash: row.own_cover_thumbhash,
      color: row.own_cover_color,
    };
  }
  if (row.cover_path === null || row.version_id === null) return null;
  return {
    contentId: row.version_id,
    width: row.cover_width,
    height: row.cover_height,
    thumbhash: row.cover_thumbhash,
    color: row.cover_color,
  };
}

/** Reads the stored JSON. Members added by later releases have their defaults. */
export function parseMetadata(json: string): BookMetadata {
  return { ...emptyMetadata, ...(JSON.parse(json) as Partial<BookMetadata>) };
}

function parseProvenance(json: string): StoredBook['provenance'] {
  return JSON.parse(json) as StoredBook['provenance'];
}

export interface OwnedBook {
  id: string;
  accountId: string;
  visibility: StoredVisibility;
  revision: number;
}

/**
 * Reads a book of the account and locks it until the transaction ends.
 *
 * @throws Failure `book_not_found`, also for another account's private book; `not_yours` for
 * another account's public book or a book in the shared catalog.
 */
export async function lockOwnedBook(
  tx: Queries,
  engine: Engine,
  accountId: string,
  bookId: string,
): Promise<OwnedBook> {
  const book = await lockSellableBook(tx, engine, accountId, bookId);
  if (book.accountId === accountId) return book;
  throw liveBookChanged(bookId);
}

/**
 * Does the same as `lockOwnedBook`, but also accepts the live account's books for a test
 * environment, which may sell them but not change them.
 *
 * @throws Failure `book_not_found`, `not_yours`.
 */
export async function lockSellableBook(
  tx: Queries,
  engine: Engine,
  accountId: string,
  bookId: string,
): Promise<OwnedBook> {
  const row = await tx
    .selectFrom('books')
    .select(['id', 'account_id', 'visibility', 'revision'])
    .where('id', '=', bookId)
    // SQLite needs no row lock because it allows only one writer.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row || (row.visibility !== 'public' && !isOwnBook(accountId, row.account_id))) {
    throw new Failure('book_not_found', `No book with id ${bookId}.`);
  }
  const { id, account_id: ownerId, visibility, revision } = row;
  if (ownerId !== null && isOwnBook(accountId, ownerId)) {
    return { id, accountId: ownerId, visibility, revision };
  }
  const owner = ownerId === null ? 'belongs to the shared catalog' : 'belongs to another account';
  throw new Failure('not_yours', `Book ${bookId} ${owner}, so it is read-only.`);
}

/** The failure for a test key that tries to change a live book or its data. */
export function liveBookChanged(bookId: string): Failure {
  return new Failure(
    'not_yours',
    `Book ${bookId} is a live book, and a test key cannot change it. Use a live key, or create a test book with POST /v1/books.`,
  );
}

/**
 * Allocates the next `count` revisions for book changes and returns the first.
 *
 * Call it in the transaction of the change, as late as possible, because all other book changes
 * then wait for the commit. This order guarantees that a reader who sees revision n has seen all
 * earlier ones.
 */
export async function allocateRevisions(tx: Queries, count: number): Promise<number> {
  const { revision } = await tx
    .updateTable('book_clock')
    .set((eb) => ({ revision: eb('revision', '+', count) }))
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision - count + 1;
}
