import type { TocEntry } from '../../server/epub/contract.ts';
import { fractionAt, type Place } from './progress.ts';
import type { OpenBook } from './state.ts';

/** Where a chapter begins. */
export interface ChapterMark extends Place {
  title: string;
  /** Share of the book before it, 0–1. */
  fraction: number;
  /** Whether it is told apart on a slider: where there are many, only what stands at the top. */
  isTick: boolean;
}

/** More lie closer together than a finger's width on any slider. */
const mostTicks = 48;
const leastApart = 0.006;

/** The beginnings of a book's chapters, in its order; of those that begin together, the outermost. */
export function chapterMarks({ toc, measure }: Pick<OpenBook, 'toc' | 'measure'>): ChapterMark[] {
  const marks = new Map<number, ChapterMark & { depth: number }>();
  for (const { entry, depth } of withDepth(toc, 0)) {
    const { section, offset, title } = entry;
    if (section === null) continue;
    const fraction = fractionAt(measure, { section, offset });
    if (!marks.has(fraction)) {
      marks.set(fraction, { section, offset, title, fraction, isTick: false, depth });
    }
  }
  const sorted = [...marks.values()].toSorted((one, other) => one.fraction - other.fraction);
  const inside = sorted.filter(
    ({ fraction }, index) =>
      fraction > leastApart &&
      fraction < 1 - leastApart &&
      fraction - (sorted[index - 1]?.fraction ?? 0) > leastApart,
  );
  const top = inside.filter(({ depth }) => depth === 0);
  const ticks = new Set([inside, top].find(({ length }) => length <= mostTicks) ?? []);
  return sorted.map((mark) => ({ ...mark, isTick: ticks.has(mark) }));
}

/** The chapter that a step leads to from a share of the book; null where there is none. */
export function chapterBeside(
  marks: readonly ChapterMark[],
  fraction: number,
  step: 1 | -1,
): ChapterMark | null {
  // What is shown of a place is rounded to a thousandth.
  const near = 0.0006;
  if (step > 0) return marks.find((mark) => mark.fraction > fraction + near) ?? null;
  return marks.findLast((mark) => mark.fraction < fraction - near) ?? null;
}

function* withDepth(
  toc: readonly TocEntry[],
  depth: number,
): Generator<{ entry: TocEntry; depth: number }> {
  for (const entry of toc) {
    yield { entry, depth };
    yield* withDepth(entry.children, depth + 1);
  }
}
