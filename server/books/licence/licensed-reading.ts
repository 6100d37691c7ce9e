import type { TocEntry } from '../../epub/contract.ts';
import type { Reading } from '../reading.ts';
import { isLicensed, isPlaceLicensed, type Licence } from './licence.ts';

/**
 * What a reader is told of a book of which it may read a part. Its contents stay, as on the back of a
 * cover; titles that are known from the text alone go where that text does.
 */
export function outlinedReading(reading: Reading, licence: Licence | null): Reading {
  if (!licence) return reading;
  const stated = titlesOf(reading.toc);
  return {
    ...reading,
    readingOrder: reading.readingOrder.map((item, place) =>
      item.chapter || isLicensed(licence, place) || stated.has(item.title)
        ? item
        : { ...item, title: '' },
    ),
  };
}

/** The contents, landmarks and pages of a book that lie in what may be read. */
export function licensedPlaces(
  { toc, landmarks, pageList }: Reading,
  licence: Licence | null,
): Pick<Reading, 'toc' | 'landmarks' | 'pageList'> {
  const isOpen = (place: { section: number; offset: number }): boolean =>
    isPlaceLicensed(licence, place);
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
