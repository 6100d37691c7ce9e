import type { TocEntry } from '../../server/epub/contract.ts';
import { fractionAt, type Place } from './progress.ts';
import type { OpenBook } from './state.ts';

/** Where a chapter begins. */
export interface ChapterMark extends Place {
  title: string;
  /** Share of the book before it, 0–1. */
  fraction: number;
  /** How deep it stands in the contents; 0 at the top. */
  depth: number;
}

/** Nearer ticks of a slider would be a pattern, not places. */
const leastApartPx = 12;
/** Of a level, so much is to have room: front matter often lies close together. */
const leastShown = 0.6;

/** The beginnings of a book's chapters, in its order; of those that begin together, the outermost. */
export function chapterMarks({ toc, measure }: Pick<OpenBook, 'toc' | 'measure'>): ChapterMark[] {
  const marks = new Map<number, ChapterMark>();
  for (const { entry, depth } of withDepth(toc, 0)) {
    const { section, offset, title } = entry;
    if (section === null) continue;
    const fraction = fractionAt(measure, { section, offset });
    if (!marks.has(fraction)) {
      marks.set(fraction, { section, offset, title, fraction, depth });
    }
  }
  return [...marks.values()].toSorted((one, other) => one.fraction - other.fraction);
}

/**
 * What has room on a slider: as many levels of the contents as do not crowd it.
 *
 * @param widthPx - Of the whole book on the slider.
 */
export function ticksOn(marks: readonly ChapterMark[], widthPx: number): readonly ChapterMark[] {
  const deepest = marks.reduce((most, { depth }) => Math.max(most, depth), 0);
  for (let level = deepest; level >= 0; level--) {
    const wanted = marks.filter(({ depth, fraction }) => depth <= level && fraction > 0);
    let last = 0;
    const shown = wanted.filter(({ fraction }) => {
      const isApart = Math.min(fraction - last, 1 - fraction) * widthPx >= leastApartPx;
      if (isApart) last = fraction;
      return isApart;
    });
    if (shown.length >= wanted.length * leastShown) return shown;
  }
  return [];
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
