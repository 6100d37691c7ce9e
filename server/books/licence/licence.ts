import { charactersPerPosition } from '../book-contents.ts';
import type { ReadingOrderItem } from '../../epub/contract.ts';
import type { BookAccess } from '../contract.ts';

/**
 * The readable part of a book's text. Each range has a first and a last index in the reading order,
 * and ranges are ascending. `end` is the character offset at which the last section is cut, or null
 * if it is complete. Without ranges, nothing may be read.
 */
export interface Licence {
  sectionRanges: [first: number, last: number][];
  end: number | null;
}

/** Whether any part of a section may be read. A null license allows everything. */
export function isSectionAllowed(licence: Licence | null, section: number): boolean {
  return (
    !licence || licence.sectionRanges.some(([first, last]) => section >= first && section <= last)
  );
}

/** Returns the offset at which a licensed section is cut, or null if it is complete. */
export function allowedEnd(licence: Licence | null, section: number): number | null {
  return licence && licence.end !== null && licence.sectionRanges.at(-1)?.[1] === section
    ? licence.end
    : null;
}

/** Whether the text at an offset may be read. */
export function isOffsetAllowed(
  licence: Licence | null,
  { section, offset }: { section: number; offset: number },
): boolean {
  const end = allowedEnd(licence, section);
  return isSectionAllowed(licence, section) && (end === null || offset < end);
}

/** Returns every licensed section in ascending order. */
export function allowedSections({ sectionRanges }: Licence): number[] {
  return sectionRanges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, step) => first + step),
  );
}

/** Returns a compact form of a license for use in URLs, such as `0-3.5_2048`. */
export function writeLicence({ sectionRanges, end }: Licence): string {
  const list = sectionRanges.map(([first, last]) =>
    first === last ? `${first}` : `${first}-${last}`,
  );
  return list.join('.') + (end === null ? '' : `_${end}`);
}

/** Parses the output of `writeLicence` without validation. Only for trusted input. */
export function readLicence(text: string): Licence {
  const [list = '', end] = text.split('_');
  const sectionRanges = list.split('.').flatMap((range): [number, number][] => {
    const [first, last = first] = range.split('-');
    return range === '' ? [] : [[Number(first), Number(last)]];
  });
  return { sectionRanges, end: end === undefined ? null : Number(end) };
}

/** Combines runs of consecutive sections into ranges. */
function toSectionRanges(sections: number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const section of sections) {
    const range = ranges.at(-1);
    if (range && range[1] === section - 1) range[1] = section;
    else ranges.push([section, section]);
  }
  return ranges;
}

/**
 * Returns the sample of a book before the exact cut is determined from its text, or null if the
 * book is free. A share counts positions in the main flow and ends at a position boundary. If the
 * text is too short for one position, the share counts characters. Excludes sections outside the
 * main flow, such as notes, unless they contain no text and precede the end of the sample.
 */
export function computeSampleRange(
  access: BookAccess | null,
  readingOrder: Pick<ReadingOrderItem, 'href' | 'length' | 'positions' | 'linear'>[],
): Licence | null {
  if (!access || access.mode === 'free') return null;
  if ('sections' in access) {
    const named = new Set(access.sections);
    const sections = readingOrder.flatMap(({ href }, index) => (named.has(href) ? [index] : []));
    return { sectionRanges: toSectionRanges(sections), end: null };
  }
  return sampleByShare(access.share, readingOrder);
}

function sampleByShare(
  share: number,
  readingOrder: Pick<ReadingOrderItem, 'length' | 'positions' | 'linear'>[],
): Licence {
  const hasFlow = readingOrder.some(({ linear }) => linear);
  const isFlow = ({ linear }: { linear: boolean }): boolean => linear || !hasFlow;
  const flow = readingOrder.filter(isFlow);
  // Compensates for binary rounding: 0.29 × 100 is 28.999….
  const positions = Math.floor(share * sum(flow, 'positions') + 1e-9);
  const characters = Math.floor(share * sum(flow, 'length'));
  const byCharacters = positions === 0 && characters > 0;
  let left = byCharacters ? characters : Math.max(1, positions);

  const sections: number[] = [];
  for (const [index, item] of readingOrder.entries()) {
    if (isFlow(item) || item.length === 0) sections.push(index);
    if (!isFlow(item)) continue;
    const size = byCharacters ? item.length : item.positions;
    if (left <= size) {
      const end = byCharacters ? left : left * charactersPerPosition;
      return { sectionRanges: toSectionRanges(sections), end: end < item.length ? end : null };
    }
    left -= size;
  }
  return { sectionRanges: toSectionRanges(sections), end: null };
}

function sum<Name extends string>(items: Record<Name, number>[], name: Name): number {
  return items.reduce((total, item) => total + item[name], 0);
}
