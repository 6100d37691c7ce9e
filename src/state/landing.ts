import type { Section, Tree } from '../../server/epub/contract.ts';
import type { SectionContent } from '../../server/reading-sessions/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import { offsetAtCfi, parseCfi } from './cfi.ts';
import type { StartPosition } from './locator.ts';
import { offsetOfId } from './section-lookup.ts';

/** Where a remembered place is now: at its offset, else where its words are nearest to it. */
export function findQuote(text: string, offset: number, highlight: string): number {
  const within = Math.min(Math.max(0, offset), text.length);
  if (highlight === '' || text.startsWith(highlight, within)) return within;
  const after = text.indexOf(highlight, within);
  const before = text.lastIndexOf(highlight, within);
  if (after < 0 && before < 0) return within;
  if (after < 0) return before;
  if (before < 0) return after;
  return after - within < within - before ? after : before;
}

/** The text offset at which to begin in a section. @param text - The section's text. */
export function startOffset(
  section: Pick<Section, 'ids' | 'tree'>,
  text: () => string,
  { offset, id, highlight, cfi }: StartPosition,
): number {
  const parsed = cfi ? parseCfi(cfi) : null;
  if (parsed) return offsetAtCfi(section, parsed);
  if (highlight) return findQuote(text(), offset, highlight);
  return id ? offsetOfId(section, id) : offset;
}

/** Where to begin in a book: at `start` in its own section, at the top of any other. */
export function landingAt(start: StartPosition | null) {
  return (view: { section: SectionContent; text: { text(): string } }): number => {
    if (!start) return 0;
    const { section, text } = view;
    // What has come of a section does not say where that is: not in it, in any case.
    if (start.cfi && section.partEnd) return section.length;
    const isThere = start.chapter
      ? start.chapter === section.chapter?.id
      : start.section === section.index;
    const offset = isThere ? startOffset(section, () => text.text(), start) : 0;
    return Math.min(offset, section.length);
  };
}

/**
 * The same for a book that is being opened. Of its first section, all is fetched when only a part has
 * come, and the place is not in it.
 */
export async function loadLanding(
  start: StartPosition | null,
  source: Pick<BookSource, 'first' | 'load'>,
) {
  const { section } = source.first;
  if (start && !isLoaded(section, start)) {
    source.first = await source.load(section.index).catch(() => source.first);
  }
  return landingAt(start);
}

function isLoaded(
  { tree, ids, partEnd = Infinity }: SectionContent,
  start: StartPosition,
): boolean {
  const { offset, highlight, id, cfi } = start;
  if (partEnd === Infinity) return true;
  if (highlight) return treeText(tree).startsWith(highlight, offset);
  return !cfi && (id ? offsetOfId({ ids }, id) : offset) < partEnd;
}

function treeText(node: Tree): string {
  if (typeof node === 'string') return node;
  const [, , ...children] = node;
  return children.map(treeText).join('');
}
