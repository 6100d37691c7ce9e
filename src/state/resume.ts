import { fractionAt } from './progress.ts';
import type { Locator } from './locator.ts';
import type { OpenBook, PageView } from './reader-state.ts';

/** A position in this book from another device or session, saved by the host page. */
export interface ResumePlace {
  /** Path of the section's document. If the section now has another path, nothing is offered. */
  href?: string;
  locations: Pick<Locator['locations'], 'section' | 'offset'>;
  /** Time of reading in milliseconds since 1970, as a `Date` or as an ISO 8601 string. */
  at?: number | string | Date;
  /** Name of the other device, shown to the user. */
  device?: string;
}

/** Validates a position from the host page. Returns null if it is invalid. */
export function parseResume(value: unknown): ResumePlace | null {
  const { href, locations, at, device } = fieldsOf(value);
  const { section, offset } = fieldsOf(locations);
  if (!isIndex(section) || !isIndex(offset)) return null;
  return {
    locations: { section, offset },
    ...(typeof href === 'string' && { href }),
    ...((typeof at === 'number' || typeof at === 'string' || at instanceof Date) && { at }),
    ...(typeof device === 'string' && { device }),
  };
}

/**
 * Whether to offer a position. It must be ahead of the page on screen and more recent than the last
 * reading on this device.
 *
 * @param lastReadAtMs - Time of the last reading on this device in milliseconds since 1970, or null
 * if unknown.
 */
export function isAhead(
  { measure, order }: Pick<OpenBook, 'measure' | 'order'>,
  view: Pick<PageView, 'section' | 'end'>,
  { locations, at, href }: ResumePlace,
  lastReadAtMs: number | null,
): boolean {
  const item = order[locations.section];
  if (!item || (href && href !== item.href)) return false;
  const atMs = at === undefined ? Number.NaN : new Date(at).getTime();
  if (lastReadAtMs !== null && atMs < lastReadAtMs) return false;
  const end = { section: view.section, offset: view.end };
  return fractionAt(measure, locations) > fractionAt(measure, end);
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
