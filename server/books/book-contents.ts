import type { ReadingOrderItem } from '../epub/contract.ts';
import { Failure } from '../failure.ts';
import { toChapterId, type VersionOutline } from './outline.ts';

/** A published chapter that was written here, without its text. */
export interface PublishedChapter {
  id: string;
  revision: number;
  title: string;
  position: number;
  words: number;
  length: number;
}

/** A part of a reading order: `chapter` is null for a section of the book’s file. */
export interface SpineItem extends ReadingOrderItem {
  chapter: { id: string; revision: number; position: number } | null;
}

/** A published chapter in a reading order. */
export interface ChapterSpineItem extends SpineItem {
  chapter: NonNullable<SpineItem['chapter']>;
}

/** All that can be read of a book: the sections of its file, and behind them its published chapters. */
export interface BookContents extends VersionOutline {
  /** Where it lies below `/content/`: the version of the file, else the book itself. */
  contentId: string;
  /** Number of the last change that readers noticed. */
  change: number;
  readingOrder: SpineItem[];
}

/** Length of one position in characters, as counted at import. */
export const charactersPerPosition = 1024;

/** A chapter as it stands in a reading order. */
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

/** Puts a book together. Null when there is nothing to read. */
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

/** What there is to read of a book. @throws Failure `book_not_readable` when that is nothing. */
export function requireContents(
  { id }: { id: string },
  reading: BookContents | null,
): BookContents {
  if (reading) return reading;
  throw new Failure('book_not_readable', `Of book ${id} only the record is here, no text.`);
}

/** Place of a chapter or of a section of the file in the reading order, by its id. */
export function findSpineIndex(
  bookId: string,
  { readingOrder }: BookContents,
  chapterId: string,
): number {
  return readingOrder.findIndex(
    ({ chapter }, index) => (chapter?.id ?? toChapterId(bookId, index)) === chapterId,
  );
}
