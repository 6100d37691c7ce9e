import type { TocEntry, Publication } from '../epub/contract.ts';
import type { Chapter } from './contract.ts';

/** Number of base-36 digits for a chapter's index in its id. No book has 36⁴ sections. */
const indexDigits = 4;

/**
 * Returns the id of a section in a book's text. It contains the book's id and the index in the
 * reading order, so ids sort in reading order and resolve to both without a lookup.
 */
export function toChapterId(bookId: string, index: number): string {
  return `ch_${bookId.slice('bk_'.length)}${index.toString(36).padStart(indexDigits, '0')}`;
}

/**
 * Returns the reading order as chapters, each with the table of contents entries that point into
 * it.
 */
export function outlineChapters(bookId: string, { readingOrder, toc }: VersionOutline): Chapter[] {
  const headings = headingsBySection(toc);
  return readingOrder.map(({ title, words, length, linear }, index) => ({
    id: toChapterId(bookId, index),
    index,
    title,
    words,
    length,
    linear,
    headings: (headings.get(index) ?? []).map(({ section: _section, ...heading }) => heading),
    serial: null,
  }));
}

/**
 * Returns a function that finds, in the table of contents, the title of the part at an offset in a
 * section.
 */
export function headingFinder({
  readingOrder,
  toc,
}: VersionOutline): (section: number, offset: number) => string {
  const headings = headingsBySection(toc);
  return (section, offset) =>
    headings.get(section)?.findLast((heading) => heading.offset <= offset)?.title ??
    readingOrder[section]?.title ??
    '';
}

interface Heading {
  section: number;
  title: string;
  offset: number;
  level: number;
}

/** Returns the table of contents entries that point into the text, by section and in text order. */
function headingsBySection(toc: TocEntry[]): Map<number, Heading[]> {
  const headings: Heading[] = [];
  const collect = (entries: TocEntry[], level: number): void => {
    for (const { title, section, offset, children } of entries) {
      if (section !== null) headings.push({ section, title, offset, level });
      collect(children, level + 1);
    }
  };
  collect(toc, 1);
  // The sort is stable, so the outermost of several entries with the same offset is first.
  headings.sort((a, b) => a.offset - b.offset);
  return Map.groupBy(headings, ({ section }) => section);
}

/**
 * The structure of a version, which a reader needs before it fetches any section. Stored as JSON.
 */
export type VersionOutline = Pick<
  Publication,
  'readingOrder' | 'toc' | 'pageList' | 'landmarks' | 'positions' | 'fonts'
>;
