import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { ChapterStart } from './chapter-starts.ts';
import type { TextPosition } from './progress.ts';
import type { OpenBook, PageView } from './reader-state.ts';
import { indexed } from './indexed.ts';

/**
 * Unit for reading speed, which is words or, in languages without spaces between words, characters.
 */
export type PaceUnit = 'words' | 'characters';

/** Reading speeds in units per minute. Unknown speeds are omitted. */
export type Paces = Partial<Record<PaceUnit, number>>;

/**
 * Speeds used until the user's speed is measured. Adults read 200–300 words of English per minute.
 */
const defaultPaces: Readonly<Record<PaceUnit, number>> = { words: 250, characters: 500 };

export function paceUnitFor(language: string): PaceUnit {
  return /^(?:ja|zh|yue|th|lo|km|my)\b/i.test(language) ? 'characters' : 'words';
}

/** Returns the number of words or characters in part of a section's text. */
export function countUnits(
  item: Pick<ReadingOrderItem, 'length' | 'words'>,
  length: number,
  unit: PaceUnit,
): number {
  if (unit === 'characters') return length;
  return item.length === 0 ? 0 : (item.words * length) / item.length;
}

/**
 * Returns the minutes from the start of the page to the end of its chapter and to the end of the
 * licensed text.
 *
 * @param starts - The book's chapter starts in reading order. A chapter can have several sections,
 * or share one. Without them, each section is a chapter.
 */
export function minutesLeft(
  book: Pick<OpenBook, 'order' | 'end' | 'language'>,
  view: Pick<PageView, 'section' | 'start'>,
  paces: Paces,
  starts: readonly ChapterStart[] = [],
): { chapter: number; book: number } {
  const unit = paceUnitFor(book.language);
  const pace = paces[unit] ?? defaultPaces[unit];
  const end = chapterEnd(view, starts);
  let inChapter = 0;
  let inBook = 0;
  for (const [index, item] of indexed(book.order)) {
    const isHere = index === view.section;
    if (index < view.section || (!isHere && !item.linear)) continue;
    const from = isHere ? view.start : 0;
    const until = readableEnd(item, index, book.end);
    const unitsTo = (offset: number) => countUnits(item, Math.max(0, offset - from), unit);
    inChapter += unitsTo(Math.min(until, readableEnd(item, index, end)));
    inBook += unitsTo(until);
  }
  return { chapter: inChapter / pace, book: inBook / pace };
}

/**
 * The start of the next chapter, or null for the end of the book. Entries that are neither at the
 * top level of the contents nor at the start of a section are headings within a chapter.
 */
function chapterEnd(
  { section, start }: Pick<PageView, 'section' | 'start'>,
  starts: readonly ChapterStart[],
): TextPosition | null {
  if (starts.length === 0) return { section: section + 1, offset: 0 };
  const next = starts.find(
    (one) =>
      (one.offset === 0 || one.depth === 0) &&
      (one.section > section || (one.section === section && one.offset > start)),
  );
  return next ?? null;
}

function readableEnd(
  { length }: { length: number },
  index: number,
  end: TextPosition | null,
): number {
  if (!end || index < end.section) return length;
  return index === end.section ? end.offset : 0;
}

/** Range of plausible speeds in units per minute. Outside this range, the user is not reading. */
const minPace = 60;
const maxPace = 1200;
/** Minimum units on a page that counts. Images and chapter ends have fewer. */
const minUnitsPerPage = 40;
/** Minimum number of pages for a median, which tolerates interruptions on half of them. */
const minPages = 5;
export const maxPages = 25;

/** Returns the reading speed on one page, or null if the page was skimmed or left open. */
export function pagePace(units: number, ms: number): number | null {
  const pace = units / (ms / 60_000);
  return units >= minUnitsPerPage && pace >= minPace && pace <= maxPace ? pace : null;
}

/** Returns the median speed of the most recent pages, or null until there are enough pages. */
export function medianPace(pages: readonly number[]): number | null {
  const recent = pages.slice(-maxPages).toSorted((one, other) => one - other);
  if (recent.length < minPages) return null;
  return Math.round(recent[Math.floor(recent.length / 2)] ?? 0);
}

/** Parses speeds from untrusted storage, omitting invalid ones. */
export function parsePaces(value: unknown): Paces {
  const valid = Object.entries(value ?? {}).filter(
    ([, pace]) => Number.isInteger(pace) && pace > 0,
  );
  return Object.fromEntries(valid);
}
