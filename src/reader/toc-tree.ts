import type { TocEntry } from '../../server/epub/contract.ts';

/** Above so many entries, what has parts begins folded. */
const mostUnfolded = 60;

export function countEntries(toc: readonly TocEntry[]): number {
  return toc.reduce((sum, { children }) => sum + 1 + countEntries(children), 0);
}

/** Whether a table of contents is too long to be shown with all its parts. */
export function isFoldable(toc: readonly TocEntry[]): boolean {
  return toc.some(({ children }) => children.length > 0) && countEntries(toc) > mostUnfolded;
}

/** The entries that hold one, from the outermost; empty when it stands at the top. */
export function pathTo(toc: readonly TocEntry[], wanted: TocEntry | null): TocEntry[] {
  for (const entry of toc) {
    if (entry === wanted) return [];
    if (entry.children.includes(wanted ?? entry)) return [entry];
    const below = pathTo(entry.children, wanted);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}
