import type { TocEntry } from '../../server/epub/contract.ts';
import { fractionAt, type TextPosition } from './progress.ts';
import type { OpenBook } from './reader-state.ts';

/** The start of a chapter. */
export interface ChapterStart extends TextPosition {
  title: string;
  /** Share of the book before the chapter, 0–1. */
  fraction: number;
  /** Depth in the table of contents, with 0 at the top level. */
  depth: number;
}

/** Minimum distance between ticks in px. Ticks that are closer together look like a pattern. */
const minTickSpacingPx = 12;
/**
 * Minimum share of a level's ticks that must fit. It is less than 1 because front matter is often
 * dense.
 */
const minShownShare = 0.6;

/**
 * Returns a book's chapter starts in reading order. If several chapters share a start, it returns
 * the outermost.
 */
export function chapterStarts({ toc, measure }: Pick<OpenBook, 'toc' | 'measure'>): ChapterStart[] {
  const starts = new Map<number, ChapterStart>();
  for (const { entry, depth } of entriesWithDepth(toc, 0)) {
    const { section, offset, title } = entry;
    if (section === null) continue;
    const fraction = fractionAt(measure, { section, offset });
    if (!starts.has(fraction)) {
      starts.set(fraction, { section, offset, title, fraction, depth });
    }
  }
  return [...starts.values()].toSorted((one, other) => one.fraction - other.fraction);
}

/**
 * Returns the ticks that fit on a slider, which are all table of contents levels that do not crowd
 * it.
 *
 * @param widthPx - Width of the whole book on the slider.
 */
export function visibleTicks(
  starts: readonly ChapterStart[],
  widthPx: number,
): readonly ChapterStart[] {
  const deepest = starts.reduce((most, { depth }) => Math.max(most, depth), 0);
  for (let level = deepest; level >= 0; level--) {
    const candidates = starts.filter(({ depth, fraction }) => depth <= level && fraction > 0);
    let last = 0;
    const shown = candidates.filter(({ fraction }) => {
      const isApart = Math.min(fraction - last, 1 - fraction) * widthPx >= minTickSpacingPx;
      if (isApart) last = fraction;
      return isApart;
    });
    if (shown.length >= candidates.length * minShownShare) return shown;
  }
  return [];
}

/**
 * Returns the next or previous chapter start from a fraction of the book, or null if there is none.
 */
export function adjacentChapter(
  starts: readonly ChapterStart[],
  fraction: number,
  step: 1 | -1,
): ChapterStart | null {
  // Displayed fractions are rounded to thousandths.
  const tolerance = 0.0006;
  if (step > 0) return starts.find((start) => start.fraction > fraction + tolerance) ?? null;
  return starts.findLast((start) => start.fraction < fraction - tolerance) ?? null;
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
