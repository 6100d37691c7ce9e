import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import {
  fractionAt,
  positionAtFraction,
  positionNumberAt,
  type BookMeasure,
  type TextPosition,
} from './progress.ts';

/**
 * A position that survives changes of font, screen and edition, modeled on Readium's Locator
 * (https://readium.org/architecture/models/locators/). It contains the offset and a quote in case
 * the text has moved.
 */
export interface Locator {
  /** Path of the section's document in the container. */
  href: string;
  title: string;
  locations: {
    section: number;
    /** Offset in UTF-16 code units from the section's start. */
    offset: number;
    /** Share of the section before the position, 0–1, if no text is on screen. */
    share?: number;
    /** Share of the section before the position, 0–1. */
    progression: number;
    /** Position number, from 1. A position has 1,024 characters. */
    position: number;
    /** Share of the book before the position, 0–1. */
    totalProgression: number;
  };
  /** Quote of the text at the position. */
  text: { highlight: string };
}

/**
 * Maximum quote length in UTF-16 code units. It is long enough to be found again and short enough
 * to be saved on every page turn.
 */
export const maxQuoteLength = 48;

export function locatorAt(
  order: readonly ReadingOrderItem[],
  book: BookMeasure,
  position: TextPosition,
  highlight: string,
): Locator {
  const item = order[position.section];
  const length = item?.length ?? 0;
  return {
    href: item?.href ?? '',
    title: item?.title ?? '',
    locations: {
      ...position,
      progression: Math.min(1, (length ? position.offset / length : position.share) || 0),
      position: positionNumberAt(book, position),
      totalProgression: fractionAt(book, position),
    },
    text: { highlight },
  };
}

/**
 * The position where reading starts, from the `start` attribute, a deep link or a saved position.
 */
export interface StartPosition extends TextPosition {
  /** Chapter id. Takes precedence over `section` because earlier chapters may have been added. */
  chapter?: string;
  /** Quote of the text at the position. */
  highlight?: string;
  /** Element id. Takes precedence over `offset`. */
  id?: string;
  /** EPUB CFI. Takes precedence over all other properties. */
  cfi?: string;
}

/**
 * Parses the `start` attribute. It contains a section index or chapter id, optionally followed by
 * an offset (`12:340`) or element id (`12#id`), or an EPUB CFI. Returns null if it is invalid.
 */
export function parseStart(start: string): StartPosition | null {
  const step = /^epubcfi\(\/6\/(\d{1,7})/.exec(start)?.[1];
  if (step) return { section: Math.max(0, (Number(step) >> 1) - 1), offset: 0, cfi: start };
  const match = /^(?:(\d{1,6})|(ch_\w+))(?::(\d{1,9})|#(.+))?$/.exec(start.trim());
  if (!match) return null;
  const [, section = 0, chapter, offset = 0, id] = match;
  return { section: Number(section), chapter, offset: Number(offset), id };
}

/**
 * Parses a book's start position from a URL fragment (`#svc=BOOK:12:340`). Returns null if there is
 * none.
 */
export function parseStartFragment(fragment: string, book: string): StartPosition | null {
  const links = new URLSearchParams(fragment.slice(1)).getAll('svc');
  const link = links.find((one) => one.startsWith(`${book}:`));
  return link ? parseStart(link.slice(book.length + 1)) : null;
}

/** @param target - A locator, a text position or a share of the book (0–1). */
export function positionOfTarget(
  measure: BookMeasure,
  target: Locator | TextPosition | number,
): TextPosition {
  if (typeof target === 'number') return positionAtFraction(measure, target);
  return 'locations' in target ? target.locations : target;
}
