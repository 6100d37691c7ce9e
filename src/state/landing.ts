import type { Section, Tree } from '../../server/epub/contract.ts';
import type { SectionContent } from '../../server/reading-sessions/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import { offsetAtCfi, parseCfi } from './cfi.ts';
import type { StartPosition } from './locator.ts';
import { offsetOfId } from './reading-order.ts';

/**
 * Returns the offset of a saved position. This is the stored offset if its quote is still there, or else the
 * nearest occurrence of the quote.
 */
export function findQuote(text: string, offset: number, highlight: string): number {
  const expected = Math.min(Math.max(0, offset), text.length);
  if (highlight === '' || text.startsWith(highlight, expected)) return expected;
  const after = text.indexOf(highlight, expected);
  const before = text.lastIndexOf(highlight, expected);
  if (after < 0 && before < 0) return expected;
  if (after < 0) return before;
  if (before < 0) return after;
  return after - expected < expected - before ? after : before;
}

/** Returns the text offset at which to start in a section. @param text - Returns the section's text. */
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

/** Returns the position to start at in a book. This is `start` in its own section, and the top of any other section. */
export function landingAt(start: StartPosition | null) {
  return (view: { section: SectionContent; text: { text(): string } }): number => {
    if (!start) return 0;
    const { section, text } = view;
    // A CFI cannot be resolved in a partial section. Returning its end forces a full load.
    if (start.cfi && section.partEnd) return section.length;
    const isStartSection = start.chapter
      ? start.chapter === section.chapter?.id
      : start.section === section.index;
    const offset = isStartSection ? startOffset(section, () => text.text(), start) : 0;
    return Math.min(offset, section.length);
  };
}

/**
 * Returns the landing for a book that is being opened. If only part of the first section is loaded and the
 * start is not in it, the whole section is loaded first.
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
