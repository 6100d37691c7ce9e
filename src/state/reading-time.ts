import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { TextPosition } from './progress.ts';
import type { OpenBook, PageView } from './reader-state.ts';

/** What a language is counted in: words, or the characters of a script that does not part them. */
export type PaceUnit = 'words' | 'characters';

/** A person's paces, in units a minute; what is not known yet is left out. */
export type Paces = Partial<Record<PaceUnit, number>>;

/** Until a person's own pace is known. Adults read 200–300 words of English a minute. */
export const defaultPaces: Readonly<Record<PaceUnit, number>> = { words: 250, characters: 500 };

export function paceUnitFor(language: string): PaceUnit {
  return /^(?:ja|zh|yue|th|lo|km|my)\b/i.test(language) ? 'characters' : 'words';
}

/** Words, or characters, of a stretch of a section's text. */
export function countUnits(
  item: Pick<ReadingOrderItem, 'length' | 'words'>,
  length: number,
  unit: PaceUnit,
): number {
  if (unit === 'characters') return length;
  return item.length === 0 ? 0 : (item.words * length) / item.length;
}

/** Minutes from the start of the page to the end of its section, and of what may be read of the book. */
export function minutesLeft(
  book: Pick<OpenBook, 'order' | 'end' | 'language'>,
  view: Pick<PageView, 'section' | 'start'>,
  paces: Paces,
): { chapter: number; book: number } {
  const unit = paceUnitFor(book.language);
  const pace = paces[unit] ?? defaultPaces[unit];
  let inChapter = 0;
  let inBook = 0;
  for (const [index, item] of book.order.entries()) {
    const isHere = index === view.section;
    if (index < view.section || (!isHere && !item.linear)) continue;
    const from = isHere ? view.start : 0;
    const units = countUnits(item, Math.max(0, readableEnd(item, index, book.end) - from), unit);
    if (isHere) inChapter = units;
    inBook += units;
  }
  return { chapter: inChapter / pace, book: inBook / pace };
}

function readableEnd(
  { length }: { length: number },
  index: number,
  end: TextPosition | null,
): number {
  if (!end || index < end.section) return length;
  return index === end.section ? end.offset : 0;
}

/** Nobody reads faster or slower than this; whoever seems to does something else. */
const minPace = 60;
const maxPace = 1200;
/** A page of less says nothing: a picture, the last lines of a chapter. */
const minUnitsPerPage = 40;
/** So many pages make a pace: half of them may be interruptions. */
const minPages = 5;
export const maxPages = 25;

/** The pace of one page that was read; null when it was looked at rather than read, or left open. */
export function pagePace(units: number, ms: number): number | null {
  const pace = units / (ms / 60_000);
  return units >= minUnitsPerPage && pace >= minPace && pace <= maxPace ? pace : null;
}

/** The pace of the pages read last; null until there are enough. */
export function medianPace(pages: readonly number[]): number | null {
  const recent = pages.slice(-maxPages).toSorted((one, other) => one - other);
  if (recent.length < minPages) return null;
  return Math.round(recent[Math.floor(recent.length / 2)] ?? 0);
}

/** Paces out of a store that anyone may have written to: what is none is left out. */
export function parsePaces(value: unknown): Paces {
  const known = Object.entries(value ?? {}).filter(
    ([, pace]) => Number.isInteger(pace) && pace > 0,
  );
  return Object.fromEntries(known);
}
