import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import {
  fractionAt,
  positionAtFraction,
  positionNumberAt,
  type BookMeasure,
  type TextPosition,
} from './progress.ts';

/**
 * A place that survives a new font, a new screen and a new edition, after Readium's Locator
 * (https://readium.org/architecture/models/locators/): offset first, quotation when it has moved.
 */
export interface Locator {
  /** Path of the section's document in the container. */
  href: string;
  title: string;
  locations: {
    section: number;
    /** UTF-16 code units from the section's start. */
    offset: number;
    /** Share of the section before the place, 0–1. */
    progression: number;
    /** From 1; a position is 1,024 characters. */
    position: number;
    /** Share of the book before the place, 0–1. */
    totalProgression: number;
  };
  /** The words that begin there, as they stand in the text. */
  text: { highlight: string };
}

/** Enough words to be found again, few enough to be kept with every page turn. */
export const maxQuoteLength = 48;

export function locatorAt(
  order: readonly ReadingOrderItem[],
  book: BookMeasure,
  place: TextPosition,
  highlight: string,
): Locator {
  const item = order[place.section];
  const length = item?.length ?? 0;
  return {
    href: item?.href ?? '',
    title: item?.title ?? '',
    locations: {
      ...place,
      progression: length === 0 ? 0 : Math.min(1, place.offset / length),
      position: positionNumberAt(book, place),
      totalProgression: fractionAt(book, place),
    },
    text: { highlight },
  };
}

/** Where reading begins: a place of the `start` attribute, or one that was remembered. */
export interface StartPosition extends TextPosition {
  /** Id of the chapter, before `section`: others may have come in front of it. */
  chapter?: string;
  /** Words that stood there. */
  highlight?: string;
  /** Element to start at, before `offset`. */
  id?: string;
  /** EPUB CFI of the place, before all of these. */
  cfi?: string;
}

/**
 * Reads the `start` attribute: `12`, `12:340` (an offset) or `12#id`; a chapter’s own id may stand for
 * the number. An EPUB CFI is one, too. Null when it is none of these.
 */
export function parseStart(start: string): StartPosition | null {
  const step = /^epubcfi\(\/6\/(\d{1,7})/.exec(start)?.[1];
  if (step) return { section: Math.max(0, (Number(step) >> 1) - 1), offset: 0, cfi: start };
  const match = /^(?:(\d{1,6})|(ch_\w+))(?::(\d{1,9})|#(.+))?$/.exec(start.trim());
  if (!match) return null;
  const [, section = 0, chapter, offset = 0, id] = match;
  return { section: Number(section), chapter, offset: Number(offset), id };
}

/** Where the fragment of an address (`#svc=BOOK:12:340`) says to begin in a book; null when it says nothing of it. */
export function parseStartFragment(fragment: string, book: string): StartPosition | null {
  const linked = new URLSearchParams(fragment.slice(1)).getAll('svc');
  const own = linked.find((one) => one.startsWith(`${book}:`));
  return own ? parseStart(own.slice(book.length + 1)) : null;
}

/** @param target - A locator, a text position, or a share of the book, 0–1. */
export function positionOfTarget(
  measure: BookMeasure,
  target: Locator | TextPosition | number,
): TextPosition {
  if (typeof target === 'number') return positionAtFraction(measure, target);
  return 'locations' in target ? target.locations : target;
}
