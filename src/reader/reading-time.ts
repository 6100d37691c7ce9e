import type { ReadingOrderItem } from '../../server/reader/contract.ts';
import type { Place } from './progress.ts';
import type { OpenBook, PageView } from './state.ts';

/** What a language is counted in: words, or the characters of a script that does not part them. */
export type PaceUnit = 'words' | 'characters';

/** A person's paces, in units a minute; what is not known yet is left out. */
export type Paces = Partial<Record<PaceUnit, number>>;

/** Until a person's own pace is known. Adults read 200–300 words of English a minute. */
export const usualPaces: Readonly<Record<PaceUnit, number>> = { words: 250, characters: 500 };

export function paceUnitOf(language: string): PaceUnit {
  return /^(?:ja|zh|yue|th|lo|km|my)\b/i.test(language) ? 'characters' : 'words';
}

/** Words, or characters, of a stretch of a section's text. */
export function unitsIn(
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
  const unit = paceUnitOf(book.language);
  const pace = paces[unit] ?? usualPaces[unit];
  let inChapter = 0;
  let inBook = 0;
  for (const [index, item] of book.order.entries()) {
    const isHere = index === view.section;
    if (index < view.section || (!isHere && !item.linear)) continue;
    const from = isHere ? view.start : 0;
    const units = unitsIn(item, Math.max(0, endIn(item, index, book.end) - from), unit);
    if (isHere) inChapter = units;
    inBook += units;
  }
  return { chapter: inChapter / pace, book: inBook / pace };
}

function endIn({ length }: { length: number }, index: number, end: Place | null): number {
  if (!end || index < end.section) return length;
  return index === end.section ? end.offset : 0;
}

/** Nobody reads faster or slower than this; whoever seems to does something else. */
const leastPace = 60;
const mostPace = 1200;
/** A page of less says nothing: a picture, the last lines of a chapter. */
const leastUnits = 40;
/** So many pages make a pace: half of them may be interruptions. */
const fewestPages = 5;
export const mostPages = 25;

/** The pace of one page that was read; null when it was looked at rather than read, or left open. */
export function paceOfPage(units: number, ms: number): number | null {
  const pace = units / (ms / 60_000);
  return units >= leastUnits && pace >= leastPace && pace <= mostPace ? pace : null;
}

/** The pace of the pages read last; null until there are enough. */
export function usualPace(pages: readonly number[]): number | null {
  const recent = pages.slice(-mostPages).toSorted((one, other) => one - other);
  if (recent.length < fewestPages) return null;
  return Math.round(recent[Math.floor(recent.length / 2)] ?? 0);
}

/** Paces out of a store that anyone may have written to: what is none is left out. */
export function readPaces(value: unknown): Paces {
  const known = Object.entries(value ?? {}).filter(
    ([, pace]) => Number.isInteger(pace) && pace > 0,
  );
  return Object.fromEntries(known);
}
