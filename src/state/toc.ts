import type { TocEntry } from '../../server/epub/contract.ts';
import type { TextPosition } from './progress.ts';
import type { OpenBook } from './reader-state.ts';

/** The entry a place belongs to: the last one that starts at or before it, in the book's order. */
export function tocEntryAt(toc: readonly TocEntry[], place: TextPosition): TocEntry | null {
  let found: TocEntry | null = null;
  for (const entry of flattenToc(toc)) {
    if (!startsAtOrBefore(entry, place)) continue;
    if (!found || startsAtOrBefore(found, { section: entry.section ?? 0, offset: entry.offset })) {
      found = entry;
    }
  }
  return found;
}

/** What the place belongs to, in the book's own words: its entry's title, else its section's. */
export function chapterTitleAt({ toc, order }: OpenBook, place: TextPosition): string {
  return tocEntryAt(toc, place)?.title ?? order[place.section]?.title ?? '';
}

function startsAtOrBefore({ section, offset }: TocEntry, place: TextPosition): boolean {
  if (section === null) return false;
  return section < place.section || (section === place.section && offset <= place.offset);
}

function* flattenToc(toc: readonly TocEntry[]): Generator<TocEntry> {
  for (const entry of toc) {
    yield entry;
    yield* flattenToc(entry.children);
  }
}
