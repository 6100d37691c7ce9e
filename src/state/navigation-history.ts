import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { TextPosition } from './progress.ts';
import { adjacentSection } from './reading-order.ts';
import type { PageView } from './reader-state.ts';

/** Positions before jumps, and positions to go forward to. The most recent position is last. */
export interface NavigationHistory {
  past: readonly TextPosition[];
  future: readonly TextPosition[];
}

export const emptyHistory: NavigationHistory = { past: [], future: [] };

type OrderItem = Pick<ReadingOrderItem, 'linear'> & Partial<Pick<ReadingOrderItem, 'layout'>>;

/** Maximum number of entries in each direction. */
const maxEntries = 50;

/** Records a jump. */
export function recordJump({ past }: NavigationHistory, from: TextPosition): NavigationHistory {
  return { past: pushPosition(past, from), future: [] };
}

/** Goes one step back (-1) or forward (1). Returns null if there is no entry in that direction. */
export function stepHistory(
  { past, future }: NavigationHistory,
  current: TextPosition,
  step: 1 | -1,
): { history: NavigationHistory; to: TextPosition } | null {
  const [from, target] = step < 0 ? [past, future] : [future, past];
  const to = from.at(-1);
  if (!to) return null;
  const remaining = from.slice(0, -1);
  const extended = pushPosition(target, current);
  return {
    history:
      step < 0 ? { past: remaining, future: extended } : { past: extended, future: remaining },
    to,
  };
}

/** Whether a move is more than a page turn. */
export function isJump(
  order: readonly (OrderItem | undefined)[],
  previous: PageView,
  next: PageView,
): boolean {
  if (previous.section === next.section) {
    const length = Math.max(previous.end - previous.start, next.end - next.start);
    const isNear = next.start <= previous.end + length && next.end >= previous.start - length;
    return Math.abs(previous.page - next.page) > 1 && !isNear;
  }
  const step = next.section > previous.section ? 1 : -1;
  const isFixed = [previous, next].every(({ section }) => order[section]?.layout === 'fixed');
  // A turn from the second page of a spread to the first page of the previous spread passes three
  // sections.
  let reached: number | null = previous.section;
  for (let remaining = isFixed ? 3 : 1; remaining > 0 && reached !== next.section; remaining--) {
    reached = reached === null ? null : adjacentSection(order, reached, step);
  }
  if (reached !== next.section) return true;
  // Across a section boundary, a turn goes to the first page of the next section or the last page
  // of the previous one. Generated pages taller than the scroll container usually have no text in
  // their last screenful.
  const edge = isFixed ? 2 : 1;
  const isTurn =
    step > 0
      ? next.page === 0 && previous.page >= previous.pages - edge
      : next.page >= next.pages - edge && previous.page === 0;
  return !isTurn;
}

function pushPosition(
  positions: readonly TextPosition[],
  position: TextPosition,
): readonly TextPosition[] {
  const last = positions.at(-1);
  if (last?.section === position.section && last.offset === position.offset) return positions;
  return [...positions, position].slice(-maxEntries);
}
