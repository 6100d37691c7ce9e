import type { TocEntry } from '../../server/epub/contract.ts';
import type { Place } from './progress.ts';

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
