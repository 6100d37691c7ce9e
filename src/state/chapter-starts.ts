import type { TocEntry } from '../../server/epub/contract.ts';
import { fractionAt, type TextPosition } from './progress.ts';
import type { OpenBook } from './reader-state.ts';

/** Where a chapter begins. */
export interface ChapterStart extends TextPosition {
  title: string;
  /** Share of the book before it, 0–1. */
  fraction: number;
  /** How deep it stands in the contents; 0 at the top. */
  depth: number;
}

/** Nearer ticks of a slider would be a pattern, not places. */
const minTickSpacingPx = 12;
/** Of a level, so much is to have room: front matter often lies close together. */
const minShownShare = 0.6;

/** The beginnings of a book's chapters, in its order; of those that begin together, the outermost. */
export function chapterStarts({ toc, measure }: Pick<OpenBook, 'toc' | 'measure'>): ChapterStart[] {
  const marks = new Map<number, ChapterStart>();
  for (const { entry, depth } of entriesWithDepth(toc, 0)) {
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
export function visibleTicks(
  marks: readonly ChapterStart[],
  widthPx: number,
): readonly ChapterStart[] {
  const deepest = marks.reduce((most, { depth }) => Math.max(most, depth), 0);
  for (let level = deepest; level >= 0; level--) {
    const wanted = marks.filter(({ depth, fraction }) => depth <= level && fraction > 0);
    let last = 0;
    const shown = wanted.filter(({ fraction }) => {
      const isApart = Math.min(fraction - last, 1 - fraction) * widthPx >= minTickSpacingPx;
      if (isApart) last = fraction;
      return isApart;
    });
    if (shown.length >= wanted.length * minShownShare) return shown;
  }
  return [];
}

/** The chapter that a step leads to from a share of the book; null where there is none. */
export function adjacentChapter(
  marks: readonly ChapterStart[],
  fraction: number,
  step: 1 | -1,
): ChapterStart | null {
  // What is shown of a place is rounded to a thousandth.
  const near = 0.0006;
  if (step > 0) return marks.find((mark) => mark.fraction > fraction + near) ?? null;
  return marks.findLast((mark) => mark.fraction < fraction - near) ?? null;
}

function* entriesWithDepth(
  toc: readonly TocEntry[],
  depth: number,
): Generator<{ entry: TocEntry; depth: number }> {
  for (const entry of toc) {
    yield { entry, depth };
    yield* entriesWithDepth(entry.children, depth + 1);
  }
}
