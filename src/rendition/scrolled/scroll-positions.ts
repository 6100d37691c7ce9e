import type { SectionView } from '../section/section-view.ts';
import { renderedFrom } from '../section/text-positions.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import type { PageView } from '../../state/reader-state.ts';
import { isOrthogonalFlow } from './scrolled-section.ts';
import type { SectionSlots } from './section-slots.ts';

type LaidOutText = Pick<SectionView, 'text' | 'tail'>;

/** The first text offset whose line begins at or after a distance from the strip's start. */
export function firstOffsetAtDistance(
  distance: number,
  view: LaidOutText,
  axis: ScrollAxis,
): number {
  const { text } = view;
  const end = laidOutEnd(view);
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = renderedFrom(middle, { text, end });
    if (found && axis.startOf(found.rect) < distance) low = found.offset + 1;
    else high = middle;
  }
  return renderedFrom(low, { text, end })?.offset ?? low;
}

/** How far a text offset's line lies from the strip's start; null when nothing of it is rendered. */
export function distanceToOffset(
  offset: number,
  view: LaidOutText,
  axis: ScrollAxis,
): number | null {
  const found = renderedFrom(offset, { text: view.text, end: laidOutEnd(view) });
  return found && axis.startOf(found.rect);
}

function laidOutEnd({ text, tail }: LaidOutText): number {
  return Math.min(text.length, tail.start);
}

/** What of a section is on the screen, its screenfuls counted as pages; null when it has no place. */
export function scrolledPageView(
  view: SectionView,
  slots: SectionSlots,
  axis: ScrollAxis,
): PageView | null {
  const { index, length } = view.section;
  const slot = slots.find(index);
  if (!slot) return null;
  const { scroll, viewportSize } = axis;
  const { start, end } = axis.spanOf(slot.element);
  // A tenth of a screen more or less is no page.
  const pages = Math.max(1, Math.ceil((end - start) / viewportSize - 0.1));
  const page = Math.floor((scroll - start) / viewportSize + 0.1);
  const offsetFrom = (distance: number) => firstOffsetAtDistance(distance, view, axis);
  const isWhole = isOrthogonalFlow(view);
  return {
    section: index,
    page: Math.min(pages - 1, Math.max(0, page)),
    pages,
    start: isWhole || scroll <= start ? 0 : offsetFrom(scroll - 1),
    end: isWhole || scroll + viewportSize >= end ? length : offsetFrom(scroll + viewportSize),
    isFirst: slots.all[0] === slot && scroll - start < 1,
    isLast: slots.all.at(-1) === slot && !view.isPartlyLaidOut && scroll + viewportSize >= end - 1,
  };
}
