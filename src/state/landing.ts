import type { Section, Tree } from '../../server/epub/contract.ts';
import type { SectionContent } from '../../server/reading-sessions/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import { offsetAtCfi, parseCfi } from './cfi.ts';
import type { StartPosition } from './locator.ts';
import { offsetOfId } from './reading-order.ts';

/** Minimum number of letters in a part of a quote. Shorter parts match by chance. */
const minPartLength = 8;

/**
 * Returns the offset of a saved position. This is the stored offset if its quote is still there,
 * otherwise the nearest occurrence of the quote. If a later version of the book has changed the
 * quote, only letters and digits are compared, first of the whole quote and then of its parts.
 */
export function findQuote(text: string, offset: number, highlight: string): number {
  const expected = Math.min(Math.max(0, offset), text.length);
  if (highlight === '') return expected;
  return nearest(text, highlight, expected) ?? findChanged(text, highlight, expected) ?? expected;
}

function findChanged(text: string, highlight: string, expected: number): number | null {
  const quote = lettersOf(highlight).letters;
  const { letters, offsets } = lettersOf(text);
  const index = offsets.findIndex((at) => at >= expected);
  const near = index < 0 ? letters.length : index;
  const distance = (start: number) => Math.abs(start - near);
  for (let length = quote.length; length >= minPartLength; length = Math.floor(length / 2)) {
    const found: number[] = [];
    for (let start = 0; start + length <= quote.length; start += length) {
      const at = nearest(letters, quote.slice(start, start + length), near + start);
      if (at !== null) found.push(Math.max(0, at - start));
    }
    found.sort((one, other) => distance(one) - distance(other));
    const [best] = found;
    if (best !== undefined) return offsets[best] ?? null;
  }
  return null;
}

/** The letters and digits in text, and the offset of each of their code units. */
function lettersOf(text: string): { letters: string; offsets: number[] } {
  const offsets: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    for (let at = 0; at < letter.length; at += 1) offsets.push(index + at);
  }
  return { letters: text.replaceAll(/[^\p{L}\p{N}]+/gu, ''), offsets };
}

/**
 * Returns the index of the occurrence of a part that is nearest to an index, or null if there is
 * none.
 */
function nearest(text: string, part: string, index: number): number | null {
  if (text.startsWith(part, index)) return index;
  const after = text.indexOf(part, index);
  const before = text.lastIndexOf(part, index);
  if (after < 0) return before < 0 ? null : before;
  return before < 0 || after - index < index - before ? after : before;
}

/**
 * Returns the text offset at which to start in a section. @param text - Returns the section's text.
 */
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

/**
 * Returns the position at which to start in a book: `start` in its own section, and the beginning
 * of any other section.
 */
export function landingAt(start: StartPosition | null) {
  const isStartSection = ({ index, chapter }: SectionContent) =>
    start?.chapter ? start.chapter === chapter?.id : start?.section === index;
  const landing = (view: { section: SectionContent; text: { text(): string } }): number => {
    if (!start) return 0;
    const { section, text } = view;
    // A CFI cannot be resolved in a partial section. Returning its end forces a full load.
    if (start.cfi && section.partEnd) return section.length;
    const offset = isStartSection(section) ? startOffset(section, () => text.text(), start) : 0;
    return Math.min(offset, section.length);
  };
  const share = ({ section }: { section: SectionContent }) =>
    isStartSection(section) ? start?.share : undefined;
  return Object.assign(landing, { share });
}

/**
 * Returns the landing for a book that is being opened. If only part of the first section is loaded
 * and the start is not in it, the whole section is loaded first.
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
