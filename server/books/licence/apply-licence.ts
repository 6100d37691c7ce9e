import type { TocEntry } from '../../epub/contract.ts';
import type { BookContents } from '../book-contents.ts';
import { isSectionAllowed, isOffsetAllowed, type Licence, allowedEnd } from './licence.ts';
import type { SearchableSection } from '../text-search/find-in-text.ts';
import { foldSection } from '../text-search/folded-text.ts';

/**
 * Hides titles from a reader who may read only part of a book. Keeps the table of contents
 * complete, but removes titles found only in the text of a restricted section.
 */
export function hideRestrictedTitles(
  contents: BookContents,
  licence: Licence | null,
): BookContents {
  if (!licence) return contents;
  const stated = titlesOf(contents.toc);
  return {
    ...contents,
    readingOrder: contents.readingOrder.map((item, index) =>
      item.chapter || isSectionAllowed(licence, index) || stated.has(item.title)
        ? item
        : { ...item, title: '' },
    ),
  };
}

/**
 * Returns the entries of the table of contents, landmarks and page list that point to readable
 * text.
 */
export function allowedNavigation(
  { toc, landmarks, pageList }: BookContents,
  licence: Licence | null,
): Pick<BookContents, 'toc' | 'landmarks' | 'pageList'> {
  const isOpen = (target: { section: number; offset: number }): boolean =>
    isOffsetAllowed(licence, target);
  const openEntries = (entries: TocEntry[]): TocEntry[] =>
    entries.flatMap(({ children, section, ...entry }): TocEntry[] => {
      const inside = openEntries(children);
      const isOpenItself = section !== null && isOpen({ section, offset: entry.offset });
      if (isOpenItself) return [{ ...entry, section, children: inside }];
      return inside.length > 0 ? [{ ...entry, section: null, children: inside }] : [];
    });
  return {
    toc: licence ? openEntries(toc) : toc,
    landmarks: landmarks.filter(isOpen),
    pageList: pageList.filter(isOpen),
  };
}

function titlesOf(toc: TocEntry[]): Set<string> {
  return new Set(toc.flatMap(({ title, children }) => [title, ...titlesOf(children)]));
}

/** Truncates the text of a reading order to the licensed part. Unlicensed sections become empty. */
export function restrictTexts(
  sections: SearchableSection[],
  licence: Licence | null,
): SearchableSection[] {
  if (!licence) return sections;
  return sections.map((section, index) => {
    if (!isSectionAllowed(licence, index)) return truncateText(section, 0);
    const end = allowedEnd(licence, index);
    return end === null ? section : truncateText(section, end);
  });
}

function truncateText(
  { text, breaks, rubyRanges }: SearchableSection,
  end: number,
): SearchableSection {
  const cut = {
    text: text.slice(0, end),
    breaks: breaks.filter((at) => at <= end),
    rubyRanges: rubyRanges.filter(([start]) => start < end),
  };
  return { ...cut, folded: foldSection(cut) };
}
