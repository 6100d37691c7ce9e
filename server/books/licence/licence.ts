import { charactersPerPosition } from '../book-contents.ts';
import type { ReadingOrderItem } from '../../epub/contract.ts';
import type { BookAccess } from '../contract.ts';

/**
 * The pieces of a text that may be read, when not all of it: first and last index in the reading
 * order of each, rising. `end` is the character offset at which the very last section is cut; null
 * when it is whole. No pieces: nothing may be read.
 */
export interface Licence {
  sectionRanges: [first: number, last: number][];
  end: number | null;
}

/** Whether any of a section may be read; null licenses all. */
export function isSectionAllowed(licence: Licence | null, section: number): boolean {
  return (
    !licence || licence.sectionRanges.some(([first, last]) => section >= first && section <= last)
  );
}

/** Where a licensed section is cut; null when it is whole. */
export function allowedEnd(licence: Licence | null, section: number): number | null {
  return licence && licence.end !== null && licence.sectionRanges.at(-1)?.[1] === section
    ? licence.end
    : null;
}

/** Whether the text from an offset on may be read. */
export function isOffsetAllowed(
  licence: Licence | null,
  { section, offset }: { section: number; offset: number },
): boolean {
  const end = allowedEnd(licence, section);
  return isSectionAllowed(licence, section) && (end === null || offset < end);
}

/** Every licensed section, rising. */
export function allowedSections({ sectionRanges }: Licence): number[] {
  return sectionRanges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, step) => first + step),
  );
}

/** A licence as short as it can be, fit for an address: `0-3.5_2048`. */
export function writeLicence({ sectionRanges, end }: Licence): string {
  const list = sectionRanges.map(([first, last]) =>
    first === last ? `${first}` : `${first}-${last}`,
  );
  return list.join('.') + (end === null ? '' : `_${end}`);
}

/** What `writeLicence` wrote. Only for what is known to be ours: it checks nothing. */
export function readLicence(text: string): Licence {
  const [list = '', end] = text.split('_');
  const sectionRanges = list.split('.').flatMap((piece): [number, number][] => {
    const [first, last = first] = piece.split('-');
    return piece === '' ? [] : [[Number(first), Number(last)]];
  });
  return { sectionRanges, end: end === undefined ? null : Number(end) };
}

/** Runs of sections that follow each other, as pieces. */
export function toSectionRanges(sections: number[]): [number, number][] {
  const pieces: [number, number][] = [];
  for (const section of sections) {
    const piece = pieces.at(-1);
    if (piece && piece[1] === section - 1) piece[1] = section;
    else pieces.push([section, section]);
  }
  return pieces;
}

/**
 * What of a text its sample is, before the place of the cut is looked for in the text: null when the
 * book is free. A share counts positions of the main flow and ends at a position's boundary; a text
 * that is too short for one gives that share of its characters. Sections outside the main flow, such
 * as notes, are no part of it, unless they are mere pictures in front of its end.
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
  // 0.29 of 100 is 28.999… in binary.
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
