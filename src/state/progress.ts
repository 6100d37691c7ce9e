import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { PageView } from './reader-state.ts';

/**
 * A text position, with the section's index in the reading order and an offset in UTF-16 code units
 * from its start.
 */
export interface TextPosition {
  section: number;
  offset: number;
  /** Share of the section before the position, 0–1. Set only if no text is on screen. */
  share?: number;
}

/** Lengths needed to compute progress. See `measureBook`. */
export interface BookMeasure {
  /** Number of positions before each section. The last element is the total. */
  starts: readonly number[];
  lengths: readonly number[];
  /** Number of positions in the book, at least 1. */
  total: number;
}

/** Characters per position, as defined by the importer. */
const positionLength = 1024;

export function measureBook(
  order: readonly Pick<ReadingOrderItem, 'positions' | 'length'>[],
): BookMeasure {
  const starts = [0];
  for (const { positions } of order) starts.push((starts.at(-1) ?? 0) + positions);
  return {
    starts,
    lengths: order.map(({ length }) => length),
    total: Math.max(1, starts.at(-1) ?? 0),
  };
}

/** Share of the book before a position, 0–1. */
export function fractionAt(book: BookMeasure, { section, offset, share }: TextPosition): number {
  const start = book.starts[section] ?? book.total;
  const positions = (book.starts[section + 1] ?? start) - start;
  const length = book.lengths[section] ?? 0;
  const before = clamp((length ? offset / length : share) || 0, 0, 1);
  return clamp((start + positions * before) / book.total, 0, 1);
}

/**
 * Share of the book read, 0–1. It is 1 on the last page, even though that page starts before the
 * end.
 *
 * @param end - End of the sample, or null for a whole book.
 */
export function fractionRead(
  book: BookMeasure,
  {
    section,
    start,
    page,
    pages,
    isFirst = false,
    isLast,
  }: Pick<PageView, 'section' | 'start' | 'page' | 'pages' | 'isLast'> & { isFirst?: boolean },
  end: TextPosition | null = null,
): number {
  if (isLast && !end) return 1;
  // If a sample has only one page, reading also begins there, so its start counts.
  const shown = { section, offset: start, share: page / pages };
  return fractionAt(book, (isLast && !isFirst && end) || shown);
}

/** Returns the position that has this share of the book before it (the inverse of `fractionAt`). */
export function positionAtFraction(book: BookMeasure, fraction: number): TextPosition {
  const target = clamp(fraction, 0, 1) * book.total;
  const last = Math.max(0, book.lengths.length - 1);
  let section = 0;
  while (section < last && (book.starts[section + 1] ?? 0) <= target) section++;
  const start = book.starts[section] ?? 0;
  const positions = (book.starts[section + 1] ?? start + 1) - start;
  const length = book.lengths[section] ?? 0;
  const share = (target - start) / positions;
  if (!length) return { section, offset: 0, share };
  return { section, offset: clamp(Math.round(share * length), 0, length) };
}

/** Number of the position that contains a text position, from 1 to the book's total. */
export function positionNumberAt(book: BookMeasure, { section, offset }: TextPosition): number {
  const start = book.starts[section] ?? 0;
  const positions = (book.starts[section + 1] ?? start + 1) - start;
  return start + Math.min(positions - 1, Math.floor(Math.max(0, offset) / positionLength)) + 1;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
