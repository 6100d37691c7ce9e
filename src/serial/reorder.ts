import type { ReadingOrderItem, SectionContent } from '../../server/reader/contract.ts';
import type { Reading } from '../page/reading.ts';

/**
 * Gives the pages another reading order; what is on screen stays where it is.
 *
 * @param placeOf - Where a mounted section stands now; null for one that is to go.
 * @returns False, with nothing done, while a section is on its way to its old place.
 */
export function reorder(
  pages: Reading,
  order: readonly (ReadingOrderItem | undefined)[],
  placeOf: (section: SectionContent) => number | null,
): boolean {
  const { views, current } = pages;
  if (views.mounting.size > 0) return false;
  pages.endGesture();
  const mounted = [...views.mounted.values()];
  views.mounted.clear();
  views.book.order = order;
  for (const view of mounted) {
    const index = placeOf(view.section);
    if (index === null && view !== current) view.host.remove();
    else {
      view.section.index = index ?? view.section.index;
      views.mounted.set(view.section.index, view);
    }
  }
  return true;
}
