import type { TocEntry } from '../../server/epub/contract.ts';
import { fractionAt, type BookMeasure, type TextPosition } from './progress.ts';

/** How much of a book may be read. */
export interface SampleBounds {
  /** Where a sample ends; null for a whole book. */
  end: TextPosition | null;
  /** The sections of it; null for all. */
  sections: readonly number[] | null;
}

/** Whether a place lies outside the sample. */
export function isLocked(
  { section, offset }: TextPosition,
  { end, sections }: SampleBounds,
): boolean {
  if (sections && !sections.includes(section)) return true;
  return end !== null && section === end.section && offset >= end.offset;
}

/** What of a book is not in its sample. */
export interface SampleRemainder {
  /** Share of the book that the sample is, 0–1. */
  fraction: number;
  /** Chapters that begin beyond it. */
  chapters: number;
}

/** What is left to buy. Chapters are the innermost entries of the contents, else sections. */
export function sampleRemainder(
  book: {
    toc: readonly TocEntry[];
    order: readonly { linear: boolean }[];
    measure: BookMeasure;
  } & SampleBounds,
): SampleRemainder {
  const starts = [...leafPositions(book.toc)];
  const places =
    starts.length > 0
      ? starts
      : book.order.flatMap(({ linear }, section) => (linear ? [{ section, offset: 0 }] : []));
  return {
    fraction: book.end ? fractionAt(book.measure, book.end) : 1,
    chapters: places.filter((place) => isLocked(place, book)).length,
  };
}

function* leafPositions(toc: readonly TocEntry[]): Generator<TextPosition> {
  for (const { section, offset, children } of toc) {
    if (children.length > 0) yield* leafPositions(children);
    else if (section !== null) yield { section, offset };
  }
}
