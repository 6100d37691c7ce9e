import type { TocEntry } from '../../../server/epub/contract.ts';
import type { ReaderEvent, ReadingOrderItem } from '../../../server/reading-sessions/contract.ts';
import { measureBook } from '../../state/progress.ts';
import type { OpenBook } from '../../state/reader-state.ts';

type ChapterItem = ReaderEvent['data'];

/**
 * Returns the book with a chapter added or replaced. Chapters are sorted by position and identified
 * by id.
 */
export function withChapter(book: OpenBook, item: ChapterItem): OpenBook {
  const order = book.order.filter(({ chapter }) => chapter?.id !== item.chapter.id);
  const nextIndex = order.findIndex(({ chapter }) => chapter && precedes(item.chapter, chapter));
  order.splice(nextIndex < 0 ? order.length : nextIndex, 0, item);
  return withReadingOrder(book, order);
}

/** Returns the book without a chapter. */
export function withoutChapter(book: OpenBook, id: string): OpenBook {
  const order = book.order.filter(({ chapter }) => chapter?.id !== id);
  return withReadingOrder(book, order);
}

/** Returns the book with a chapter removed from the contents but still readable to its end. */
export function withUnlistedChapter(book: OpenBook, id: string): OpenBook {
  const order = book.order.map((item) =>
    item.chapter?.id === id ? { ...item, linear: false } : item,
  );
  return withReadingOrder(book, order);
}

/** Returns the index of a chapter in the reading order, or −1 if the chapter is missing. */
export function chapterIndex({ order }: OpenBook, id: string | undefined): number {
  return order.findIndex(({ chapter }) => chapter !== null && chapter?.id === id);
}

function withReadingOrder(book: OpenBook, order: ReadingOrderItem[]): OpenBook {
  const fileEntries = book.toc.filter(
    ({ section }) => section === null || !book.order[section]?.chapter,
  );
  const chapterEntries = order.flatMap(({ title, chapter, linear }, section): TocEntry[] =>
    chapter && linear ? [{ title, section, offset: 0, children: [] }] : [],
  );
  return { ...book, order, toc: [...fileEntries, ...chapterEntries], measure: measureBook(order) };
}

function precedes(one: ChapterItem['chapter'], other: ChapterItem['chapter']): boolean {
  if (one.position !== other.position) return one.position < other.position;
  return one.id < other.id;
}
