import type { Rendition } from './rendition.ts';

/**
 * Whether the next page or screen is on the left. A section of one page follows the progression of
 * the book.
 */
export function isNextLeft({ axis, current, views }: Rendition): boolean {
  const { writingMode, direction } = current.section;
  const isRightToLeft = views.book.progression === 'rtl';
  if (axis) {
    if (axis.isHorizontal) return axis.writingMode === 'vertical-rl';
    return direction === 'rtl' || isRightToLeft;
  }
  if (writingMode === 'vertical-rl') return true;
  if (current.pages === 1 || current.isFixed) return isRightToLeft;
  return writingMode === 'horizontal-tb' && direction === 'rtl';
}

/** Whether the browser scrolls by this key. */
export function scrollsWithKey({ axis }: Rendition, key: string): boolean {
  if (!axis) return false;
  return (axis.isHorizontal ? /^Arrow(Left|Right)$/ : /^Arrow(Up|Down)$/).test(key);
}
