import type { TocEntry } from '../../server/epub/contract.ts';
import { fractionAt, type BookMeasure, type TextPosition } from './progress.ts';

/** The licensed part of a book. */
export interface SampleBounds {
  /** End of the sample, or null for a whole book. */
  end: TextPosition | null;
  /** The licensed sections, or null for all sections. */
  sections: readonly number[] | null;
}

/** Whether a position is outside the sample. */
export function isLocked(
  { section, offset }: TextPosition,
  { end, sections }: SampleBounds,
): boolean {
  if (sections && !sections.includes(section)) return true;
  return end !== null && section === end.section && offset >= end.offset;
}

/** The part of a book outside its sample. */
export interface SampleRemainder {
  /** Share of the book in the sample, 0–1. */
  fraction: number;
  /** Number of chapters that start outside the sample. */
  chapters: number;
}

/**
 * Returns the part that is left to buy. Chapters are the innermost table of contents entries or,
 * without entries, the sections.
 */
export function sampleRemainder(
  book: {
    toc: readonly TocEntry[];
    order: readonly { linear: boolean }[];
    measure: BookMeasure;
  } & SampleBounds,
): SampleRemainder {
  const starts = [...leafPositions(book.toc)];
  const positions =
    starts.length > 0
      ? starts
      : book.order.flatMap(({ linear }, section) => (linear ? [{ section, offset: 0 }] : []));
  return {
    fraction: book.end ? fractionAt(book.measure, book.end) : 1,
    chapters: positions.filter((position) => isLocked(position, book)).length,
  };
}

function* leafPositions(toc: readonly TocEntry[]): Generator<TextPosition> {
  for (const { section, offset, children } of toc) {
    if (children.length > 0) yield* leafPositions(children);
    else if (section !== null) yield { section, offset };
  }
}
