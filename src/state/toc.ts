import type { TocEntry } from '../../server/epub/contract.ts';
import type { TextPosition } from './progress.ts';
import type { OpenBook } from './reader-state.ts';

/**
 * Returns the entry that a position belongs to, which is the last one in reading order that starts
 * at or before it.
 */
export function tocEntryAt(toc: readonly TocEntry[], position: TextPosition): TocEntry | null {
  let found: TocEntry | null = null;
  for (const entry of flattenToc(toc)) {
    if (!startsAtOrBefore(entry, position)) continue;
    if (!found || startsAtOrBefore(found, { section: entry.section ?? 0, offset: entry.offset })) {
      found = entry;
    }
  }
  return found;
}

/**
 * Returns the chapter title at a position, from its table of contents entry or, without one, from
 * its section.
 */
export function chapterTitleAt({ toc, order }: OpenBook, position: TextPosition): string {
  return tocEntryAt(toc, position)?.title ?? order[position.section]?.title ?? '';
}

function startsAtOrBefore({ section, offset }: TocEntry, position: TextPosition): boolean {
  if (section === null) return false;
  return section < position.section || (section === position.section && offset <= position.offset);
}

function* flattenToc(toc: readonly TocEntry[]): Generator<TocEntry> {
  for (const entry of toc) {
    yield entry;
    yield* flattenToc(entry.children);
  }
}
