import type { PageView } from '../../reader/state.ts';
import type { SectionView } from '../section-view.ts';
import type { Axis } from './axis.ts';
import { isCrossed } from './rolled-section.ts';
import type { Slots } from './slots.ts';
import { firstOffsetFrom } from './text-at.ts';

/** What of a section is on the screen, its screenfuls counted as pages; null when it has no place. */
export function pageViewOf(view: SectionView, slots: Slots, axis: Axis): PageView | null {
  const { index, length } = view.section;
  const slot = slots.of(index);
  if (!slot) return null;
  const { scroll, room } = axis;
  const { start, end } = axis.spanOf(slot.element);
  // A tenth of a screen more or less is no page.
  const pages = Math.max(1, Math.ceil((end - start) / room - 0.1));
  const page = Math.floor((scroll - start) / room + 0.1);
  const offsetFrom = (distance: number) => firstOffsetFrom(distance, view, axis);
  const isWhole = isCrossed(view);
  return {
    section: index,
    page: Math.min(pages - 1, Math.max(0, page)),
    pages,
    start: isWhole || scroll <= start ? 0 : offsetFrom(scroll - 1),
    end: isWhole || scroll + room >= end ? length : offsetFrom(scroll + room),
    isFirst: slots.all[0] === slot && scroll - start < 1,
    isLast: slots.all.at(-1) === slot && !view.isPart && scroll + room >= end - 1,
  };
}
