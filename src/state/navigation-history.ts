import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { TextPosition } from './progress.ts';
import { adjacentSection } from './reading-order.ts';
import type { PageView } from './reader-state.ts';

/** Where the person was before jumps, and where they came back from; the newest stands last. */
export interface NavigationHistory {
  past: readonly TextPosition[];
  future: readonly TextPosition[];
}

export const emptyHistory: NavigationHistory = { past: [], future: [] };

type OrderItem = Pick<ReadingOrderItem, 'linear'> & Partial<Pick<ReadingOrderItem, 'layout'>>;

/** Nobody goes back further. */
const maxEntries = 50;

/** After a jump from a place. */
export function recordJump({ past }: NavigationHistory, from: TextPosition): NavigationHistory {
  return { past: pushPosition(past, from), future: [] };
}

/** One step back (-1) or forward (1) from a place; null when there is nowhere to go. */
export function stepHistory(
  { past, future }: NavigationHistory,
  here: TextPosition,
  step: 1 | -1,
): { history: NavigationHistory; to: TextPosition } | null {
  const [from, onto] = step < 0 ? [past, future] : [future, past];
  const to = from.at(-1);
  if (!to) return null;
  const left = from.slice(0, -1);
  const grown = pushPosition(onto, here);
  return { history: step < 0 ? { past: left, future: grown } : { past: grown, future: left }, to };
}

/** Whether the pages moved by more than a turn. */
export function isJump(
  order: readonly (OrderItem | undefined)[],
  before: PageView,
  after: PageView,
): boolean {
  if (before.section === after.section) {
    const length = Math.max(before.end - before.start, after.end - after.start);
    const isNear = after.start <= before.end + length && after.end >= before.start - length;
    return Math.abs(before.page - after.page) > 1 && !isNear;
  }
  const step = after.section > before.section ? 1 : -1;
  const isFixed = [before, after].every(({ section }) => order[section]?.layout === 'fixed');
  // From the second page of a spread to the first of the one before, three sections are passed.
  let reached: number | null = before.section;
  for (let left = isFixed ? 3 : 1; left > 0 && reached !== after.section; left--) {
    reached = reached === null ? null : adjacentSection(order, reached, step);
  }
  if (reached !== after.section) return true;
  // Beyond the edge of a section the next one begins, or the one before ends. A made page that is
  // higher than a strip's window has no text in its last screenful, as a rule.
  const edge = isFixed ? 2 : 1;
  const isOver =
    step > 0
      ? after.page === 0 && before.page >= before.pages - edge
      : after.page >= after.pages - edge && before.page === 0;
  return !isOver;
}

function pushPosition(
  places: readonly TextPosition[],
  place: TextPosition,
): readonly TextPosition[] {
  const last = places.at(-1);
  if (last?.section === place.section && last.offset === place.offset) return places;
  return [...places, place].slice(-maxEntries);
}
