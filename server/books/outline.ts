import type { TocEntry, Publication } from '../epub/contract.ts';
import type { Chapter } from './contract.ts';

/** Digits of a chapter's place in its id: 36⁴ sections are more than any book has. */
const indexDigits = 4;

/**
 * Names a section of a book's text: the book's own id and the place in the reading order, so that
 * ids sort as the chapters do and lead back to both without a look-up.
 */
export function toChapterId(bookId: string, index: number): string {
  return `ch_${bookId.slice('bk_'.length)}${index.toString(36).padStart(indexDigits, '0')}`;
}

/** The reading order as chapters, each with the entries of the table of contents that lie in it. */
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

/** Title of the part of a section that an offset lies in, by the table of contents. */
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

/** The entries that lead into the text, by section, in the order of the text. */
function headingsBySection(toc: TocEntry[]): Map<number, Heading[]> {
  const headings: Heading[] = [];
  const collect = (entries: TocEntry[], level: number): void => {
    for (const { title, section, offset, children } of entries) {
      if (section !== null) headings.push({ section, title, offset, level });
      collect(children, level + 1);
    }
  };
  collect(toc, 1);
  // Of entries for one place the outermost comes first.
  headings.sort((a, b) => a.offset - b.offset);
  return Map.groupBy(headings, ({ section }) => section);
}

/** What a reader must know of a version before any section is fetched; kept as JSON. */
export type VersionOutline = Pick<
  Publication,
  'readingOrder' | 'toc' | 'pageList' | 'landmarks' | 'positions' | 'fonts'
>;
