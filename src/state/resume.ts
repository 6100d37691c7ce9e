import { fractionAt } from './progress.ts';
import type { Locator } from './locator.ts';
import type { OpenBook, PageView } from './reader-state.ts';

/** Where the person was in this book elsewhere; the page around the reader keeps it. */
export interface ResumePlace {
  /** Path of the section's document: where another stands in its place, nothing is asked. */
  href?: string;
  locations: Pick<Locator['locations'], 'section' | 'offset'>;
  /** When that was: milliseconds since 1970, a date, or its ISO 8601 text. */
  at?: number | string | Date;
  /** Name of the other device, as the person knows it. */
  device?: string;
}

/** A place that a page has kept as it liked; null when it is none. */
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
 * Whether to ask if the reading is to go on there: it is further on than the page on screen, and this
 * device was not the last to be read on.
 *
 * @param leftAtMs - When this device was last read on; null when nobody knows.
 */
export function isAhead(
  { measure, order }: Pick<OpenBook, 'measure' | 'order'>,
  view: Pick<PageView, 'section' | 'end'>,
  { locations, at, href }: ResumePlace,
  leftAtMs: number | null,
): boolean {
  const item = order[locations.section];
  if (!item || (href && href !== item.href)) return false;
  const atMs = at === undefined ? Number.NaN : new Date(at).getTime();
  if (leftAtMs !== null && atMs < leftAtMs) return false;
  const end = { section: view.section, offset: view.end };
  return fractionAt(measure, locations) > fractionAt(measure, end);
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
