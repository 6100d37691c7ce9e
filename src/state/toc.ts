import type { TocEntry } from '../../server/epub/contract.ts';
import type { TextPosition } from './progress.ts';
import type { OpenBook } from './reader-state.ts';

/** The entry that a position belongs to: the last one that starts at or before it, in reading order. */
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

/** Title of the chapter at a position: that of its table of contents entry, else of its section. */
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
