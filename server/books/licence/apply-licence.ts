import type { TocEntry } from '../../epub/contract.ts';
import type { BookContents } from '../book-contents.ts';
import { isSectionAllowed, isOffsetAllowed, type Licence, allowedEnd } from './licence.ts';
import type { SearchableSection } from '../text-search/find-in-text.ts';
import { foldSection } from '../text-search/folded-text.ts';

/**
 * What a reader is told of a book of which it may read a part. Its contents stay, as on the back of a
 * cover; titles that are known from the text alone go where that text does.
 */
export function hideRestrictedTitles(reading: BookContents, licence: Licence | null): BookContents {
  if (!licence) return reading;
  const stated = titlesOf(reading.toc);
  return {
    ...reading,
    readingOrder: reading.readingOrder.map((item, place) =>
      item.chapter || isSectionAllowed(licence, place) || stated.has(item.title)
        ? item
        : { ...item, title: '' },
    ),
  };
}

/** The contents, landmarks and pages of a book that lie in what may be read. */
export function allowedNavigation(
  { toc, landmarks, pageList }: BookContents,
  licence: Licence | null,
): Pick<BookContents, 'toc' | 'landmarks' | 'pageList'> {
  const isOpen = (place: { section: number; offset: number }): boolean =>
    isOffsetAllowed(licence, place);
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

/** The texts of a reading order as far as they are licensed, each at its place: the rest is empty. */
export function restrictTexts(
  sections: SearchableSection[],
  licence: Licence | null,
): SearchableSection[] {
  if (!licence) return sections;
  return sections.map((section, place) => {
    if (!isSectionAllowed(licence, place)) return truncateText(section, 0);
    const end = allowedEnd(licence, place);
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
