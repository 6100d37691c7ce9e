import { liveBookChanged, lockSellableBook, type OwnedBook } from '../books/store.ts';
import type { Engine } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import type { SerialChapter, ChapterListPosition, ChapterView } from './contract.ts';
import type { WriteTables } from '../db/write-tables.ts';
import { isOwnBook } from '../values/environment.ts';

/** All columns except the text, which lists do not need. */
const listColumns = [
  'id',
  'book_id',
  'title',
  'position',
  'state',
  'format',
  'content_digest',
  'words',
  'length',
  'publish_at',
  'published_at',
  'revision',
  'created_at',
  'updated_at',
] as const;

/**
 * Reads a chapter of the account's own book and locks the book until the transaction ends.
 *
 * @throws Failure `chapter_not_found`, also if the account may not see it; `not_yours`.
 */
export async function lockOwnChapter(
  tx: Queries,
  engine: Engine,
  accountId: string,
  chapterId: string,
): Promise<{ row: ChapterRow; book: OwnedBook }> {
  const found = await findRow(tx, chapterId);
  // Lock the book first, as every other change does, to prevent deadlocks.
  const book = await lockSellableBook(tx, engine, accountId, found.book_id).catch(
    (error: unknown) => {
      const isHidden = found.state !== 'published' && error instanceof Failure;
      const isUnknown = error instanceof Failure && error.code === 'book_not_found';
      throw isHidden || isUnknown ? chapterNotFound(chapterId) : error;
    },
  );
  if (book.accountId !== accountId) throw liveBookChanged(book.id);
  return { row: await findRow(tx, chapterId), book };
}

/**
 * Returns a chapter that is visible to the account, and whether it is the account's own. @throws
 * Failure `chapter_not_found`.
 */
export async function getChapter(
  query: Queries,
  accountId: string,
  chapterId: string,
): Promise<{ row: ChapterRow; isOwn: boolean }> {
  const row = await findRow(query, chapterId);
  const book = await query
    .selectFrom('books')
    .select(['account_id', 'visibility'])
    .where('id', '=', row.book_id)
    .executeTakeFirst();
  const isOwn = isOwnBook(accountId, book?.account_id ?? null);
  if (isOwn || (book?.visibility === 'public' && row.state === 'published')) return { row, isOwn };
  throw chapterNotFound(chapterId);
}

/** Returns the position after all of a book's chapters. */
export async function nextPosition(tx: Queries, bookId: string): Promise<number> {
  const row = await tx
    .selectFrom('serial_chapters')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/**
 * Returns a book's chapters by position, and their total number. Omits unpublished chapters unless
 * `isOwn`.
 */
export async function listChapters(
  query: Queries,
  bookId: string,
  { isOwn, after, limit }: { isOwn: boolean; after: ChapterListPosition | null; limit: number },
): Promise<{ chapters: SerialChapter[]; total: number }> {
  const visible = query
    .selectFrom('serial_chapters')
    .where('book_id', '=', bookId)
    .$if(!isOwn, (rows) => rows.where('state', '=', 'published'));
  const { total } = await visible
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { chapters: [], total: Number(total) };
  const rows = await visible
    .select(listColumns)
    .$if(after !== null, (some) =>
      some.where((eb) =>
        eb.or([
          eb('position', '>', after?.position ?? 0),
          eb.and([eb('position', '=', after?.position ?? 0), eb('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { chapters: rows.map(toSerialChapter), total: Number(total) };
}

/** Returns the ids of due chapters, earliest first. */
export async function dueChapters(query: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom('serial_chapters')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes a chapter, and keeps the data with which open readers remove it.
 *
 * @param row - The chapter after its withdrawal.
 */
export async function deleteChapter(tx: Queries, row: ChapterRow, at: string): Promise<void> {
  const { id, revision, title, position, words, length } = row;
  const visible = await tx
    .selectFrom('serial_changes')
    .select('change')
    .where('chapter_id', '=', id)
    .executeTakeFirst();
  await tx
    .insertInto('deleted_chapters')
    .values({
      chapter_id: id,
      book_id: row.book_id,
      change: visible?.change ?? 0,
      item: JSON.stringify({ id, revision, title, position, words, length }),
      deleted_at: at,
    })
    .execute();
  await tx.deleteFrom('serial_changes').where('chapter_id', '=', id).execute();
  await tx.deleteFrom('serial_chapters').where('id', '=', id).execute();
}

/** Whether the account deleted this chapter of its own book in the last month. */
export async function wasDeletedBy(
  query: Queries,
  accountId: string,
  chapterId: string,
): Promise<boolean> {
  const row = await query
    .selectFrom('deleted_chapters')
    .innerJoin('books', 'books.id', 'deleted_chapters.book_id')
    .select('chapter_id')
    .where('chapter_id', '=', chapterId)
    .where('books.account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

async function findRow(query: Queries, chapterId: string): Promise<ChapterRow> {
  const row = await query
    .selectFrom('serial_chapters')
    .selectAll()
    .where('id', '=', chapterId)
    .executeTakeFirst();
  if (!row) throw chapterNotFound(chapterId);
  return row;
}

function chapterNotFound(chapterId: string): Failure {
  return new Failure(
    'chapter_not_found',
    `No chapter with id ${chapterId} was created on this server.`,
  );
}

export type ChapterRow = WriteTables['serial_chapters'];

export type StoredChapterState = ChapterRow['state'];

/** A chapter as returned in lists and events. */
export function toSerialChapter(row: Omit<ChapterRow, 'content' | 'section'>): SerialChapter {
  return {
    id: row.id,
    bookId: row.book_id,
    title: row.title,
    position: row.position,
    state: row.state,
    publishAt: row.publish_at,
    publishedAt: row.published_at,
    words: row.words,
    length: row.length,
    contentDigest: row.content_digest,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A chapter with its source, which is included only for its own account. */
export function toChapterView(row: ChapterRow, isOwn: boolean): ChapterView {
  const format = row.format === 'text' ? 'text' : 'xhtml';
  return { ...toSerialChapter(row), content: isOwn ? { format, source: row.content } : null };
}
