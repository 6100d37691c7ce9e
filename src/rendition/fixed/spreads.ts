import type { ReadingOrderItem } from '../../../server/reading-sessions/contract.ts';
import { indexed } from '../../state/indexed.ts';
import type { ColumnChoice } from '../../state/settings.ts';

export type SpreadSide = 'left' | 'right' | 'center';

/** A page in a spread, with its reading order index and its side. */
export interface SpreadPage {
  index: number;
  side: SpreadSide;
}

type SpreadItem = Pick<ReadingOrderItem, 'linear' | 'layout' | 'spread' | 'spreadsUpright'>;

/**
 * `single` shows one page at a time, `wide` shows two, and `upright` shows two only if a page
 * requests a spread in portrait.
 */
export type StageShape = 'single' | 'upright' | 'wide';

export function stageShape(stage: Element, columns: ColumnChoice): StageShape {
  if (columns === 'one') return 'single';
  return columns === 'two' || stage.clientWidth > stage.clientHeight ? 'wide' : 'upright';
}

/**
 * Groups fixed-layout pages into spreads, in reading order (EPUB 3.3, sections 8.2.2.5 and
 * 8.2.2.6). A page with a side is placed on that side, alone if necessary. A page without one takes
 * the free side or is centered alone. If no page has a side, the first page is treated as a cover.
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

  for (const [index, item] of indexed(order)) {
    if (item && !item.linear) continue;
    if (item?.layout !== 'fixed') {
      // Reflowable and inaccessible sections end a spread.
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
