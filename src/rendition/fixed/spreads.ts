import type { ReadingOrderItem } from '../../../server/reading-sessions/contract.ts';

export type SpreadSide = 'left' | 'right' | 'center';

/** A page of a spread: its place in the reading order, and where it stands. */
export interface SpreadPage {
  index: number;
  side: SpreadSide;
}

type SpreadItem = Pick<ReadingOrderItem, 'linear' | 'layout' | 'spread' | 'spreadsUpright'>;

/** Pages for one at a time, for two where a page asks for that on any screen, or for two. */
export type StageShape = 'single' | 'upright' | 'wide';

/**
 * The pages of fixed layout that are shown together, in reading order (EPUB 3.3, 8.2.2.5 and 8.2.2.6).
 * A page that asks for a side stands there, alone if need be; one that asks for none takes the side
 * that is free, and is centred where it stays alone. Where no page asks for a side, the first is a cover.
 */
export function spreadsOf(
  order: readonly (SpreadItem | undefined)[],
  progression: 'ltr' | 'rtl',
  shape: StageShape,
): SpreadPage[][] {
  const first = progression === 'rtl' ? 'right' : 'left';
  const second = first === 'left' ? 'right' : 'left';
  const spreads: SpreadPage[][] = [];
  let open: SpreadPage | null = null;
  let isCover = !order.some((item) => item?.spread === 'left' || item?.spread === 'right');

  for (const [index, item] of order.entries()) {
    if (item && !item.linear) continue;
    if (item?.layout !== 'fixed') {
      // Text that flows, and what may not be read, ends a spread.
      open = null;
      continue;
    }
    const { spread, spreadsUpright } = item;
    const hasRoom = shape === 'wide' || (shape === 'upright' && spreadsUpright);
    const isAlone = isCover || spread === 'center' || !hasRoom;
    isCover = false;
    if (!isAlone && open && spread !== first) {
      open.side = first;
      spreads.at(-1)?.push({ index, side: second });
      open = null;
      continue;
    }
    const page: SpreadPage = { index, side: isAlone ? 'center' : (spread ?? 'center') };
    spreads.push([page]);
    open = isAlone || spread === second ? null : page;
  }
  return spreads;
}
