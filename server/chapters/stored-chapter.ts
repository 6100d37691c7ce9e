import type { WriteTables } from '../db/write-tables.ts';
import type { ChapterView, SerialChapter } from './contract.ts';

export type ChapterRow = WriteTables['serial_chapters'];
export type ChapterState = ChapterRow['state'];

/** A chapter as lists and events show it. */
export function toChapter(row: Omit<ChapterRow, 'content' | 'section'>): SerialChapter {
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

/** With what its author sent, for its own account. */
export function toView(row: ChapterRow, isOwn: boolean): ChapterView {
  const format = row.format === 'text' ? 'text' : 'xhtml';
  return { ...toChapter(row), content: isOwn ? { format, source: row.content } : null };
}
