import type { TocEntry } from '../../server/epub/contract.ts';
import type { Place } from './progress.ts';
import type { OpenBook } from './state.ts';

/** The entry a place belongs to: the last one that starts at or before it, in the book's order. */
export function entryAt(toc: readonly TocEntry[], place: Place): TocEntry | null {
  let found: TocEntry | null = null;
  for (const entry of entriesOf(toc)) {
    if (!startsBy(entry, place)) continue;
    if (!found || startsBy(found, { section: entry.section ?? 0, offset: entry.offset })) {
      found = entry;
    }
  }
  return found;
}

/** What the place belongs to, in the book's own words: its entry's title, else its section's. */
export function chapterAt({ toc, order }: OpenBook, place: Place): string {
  return entryAt(toc, place)?.title ?? order[place.section]?.title ?? '';
}

function startsBy({ section, offset }: TocEntry, place: Place): boolean {
  if (section === null) return false;
  return section < place.section || (section === place.section && offset <= place.offset);
}

function* entriesOf(toc: readonly TocEntry[]): Generator<TocEntry> {
  for (const entry of toc) {
    yield entry;
    yield* entriesOf(entry.children);
  }
}
