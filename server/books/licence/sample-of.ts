import type { ReadingOrderItem } from '../../epub/contract.ts';
import type { BookAccess } from '../contract.ts';
import { type Licence, piecesOf } from './licence.ts';

/** Characters of a position, as the compiler counts them. */
const positionLength = 1024;

/**
 * What of a text its sample is, before the place of the cut is looked for in the text: null when the
 * book is free. A share counts positions of the main flow and ends at a position's boundary; a text
 * that is too short for one gives that share of its characters. Sections outside the main flow, such
 * as notes, are no part of it, unless they are mere pictures in front of its end.
 */
export function sampleOf(
  access: BookAccess | null,
  readingOrder: Pick<ReadingOrderItem, 'href' | 'length' | 'positions' | 'linear'>[],
): Licence | null {
  if (!access || access.mode === 'free') return null;
  if ('sections' in access) {
    const named = new Set(access.sections);
    const sections = readingOrder.flatMap(({ href }, index) => (named.has(href) ? [index] : []));
    return { pieces: piecesOf(sections), end: null };
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
      const end = byCharacters ? left : left * positionLength;
      return { pieces: piecesOf(sections), end: end < item.length ? end : null };
    }
    left -= size;
  }
  return { pieces: piecesOf(sections), end: null };
}

function sum<Name extends string>(items: Record<Name, number>[], name: Name): number {
  return items.reduce((total, item) => total + item[name], 0);
}
