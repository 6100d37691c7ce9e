import type { ReadingOrderItem } from '../epub/contract.ts';
import { Failure } from '../failure.ts';
import { toChapterId, type VersionOutline } from './outline.ts';

/** A published chapter written on this server, without its text. */
export interface PublishedChapter {
  id: string;
  revision: number;
  title: string;
  position: number;
  words: number;
  length: number;
}

/** An entry in a reading order. `chapter` is null for a section of the book's file. */
export interface SpineItem extends ReadingOrderItem {
  chapter: { id: string; revision: number; position: number } | null;
}

/** An entry in a reading order that is a published chapter. */
export interface ChapterSpineItem extends SpineItem {
  chapter: NonNullable<SpineItem['chapter']>;
}

/** Everything readable in a book: the sections of its file followed by its published chapters. */
export interface BookContents extends VersionOutline {
  /**
   * Path segment below `/content/`. The id of the file's version, or the book's id if there is no
   * file.
   */
  contentId: string;
  /** Number of the last reader-visible change. */
  change: number;
  readingOrder: SpineItem[];
}

/** Length of one position in characters, as defined at import. */
export const charactersPerPosition = 1024;

/** Converts a chapter to a reading order entry. */
export function toSpineItem({
  id,
  revision,
  title,
  position,
  words,
  length,
}: PublishedChapter): ChapterSpineItem {
  return {
    href: `chapters/${id}`,
    title,
    length,
    words,
    positions: Math.max(1, Math.ceil(length / charactersPerPosition)),
    linear: true,
    layout: 'reflowable',
    spread: null,
    chapter: { id, revision, position },
  };
}

/** Combines a book's file and chapters. Returns null if there is nothing to read. */
export function assembleContents(
  contentId: string,
  outline: VersionOutline | null,
  change: number,
  chapters: PublishedChapter[],
): BookContents | null {
  const sections = (outline?.readingOrder ?? []).map((item) => ({ ...item, chapter: null }));
  const readingOrder = [...sections, ...chapters.map(toSpineItem)];
  if (readingOrder.length === 0) return null;
  return {
    pageList: [],
    landmarks: [],
    fonts: [],
    ...outline,
    contentId,
    change,
    readingOrder,
    toc: [
      ...(outline?.toc ?? []),
      ...chapters.map(({ title }, at) => ({
        title,
        section: sections.length + at,
        offset: 0,
        children: [],
      })),
    ],
    positions: readingOrder.reduce((sum, { positions }) => sum + positions, 0),
  };
}

/** Returns a book's contents. @throws Failure `book_not_readable` if there are none. */
export function requireContents(
  { id }: { id: string },
  contents: BookContents | null,
): BookContents {
  if (contents) return contents;
  throw new Failure(
    'book_not_readable',
    `Book ${id} has only a catalog record. Its text is not available.`,
  );
}

/**
 * Returns the index of the chapter or section with this id in the reading order, or -1 if it is
 * missing.
 */
export function findSpineIndex(
  bookId: string,
  { readingOrder }: BookContents,
  chapterId: string,
): number {
  return readingOrder.findIndex(
    ({ chapter }, index) => (chapter?.id ?? toChapterId(bookId, index)) === chapterId,
  );
}
