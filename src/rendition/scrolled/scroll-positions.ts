import type { SectionView } from '../section/section-view.ts';
import { renderedFrom } from '../section/text-positions.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import type { PageView } from '../../state/reader-state.ts';
import { isOrthogonalFlow } from './scrolled-section.ts';
import type { SectionSlots } from './section-slots.ts';

type LaidOutText = Pick<SectionView, 'text' | 'tail'>;

/** First text offset whose line begins at or after a distance from the start. */
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
    if (found && axis.startOf(found.line) < distance) low = found.offset + 1;
    else high = middle;
  }
  return renderedFrom(low, { text, end })?.offset ?? low;
}

/** Distance of a text offset's line from the start, or null if no text after it is rendered. */
export function distanceToOffset(
  offset: number,
  view: LaidOutText,
  axis: ScrollAxis,
): number | null {
  const found = renderedFrom(offset, { text: view.text, end: laidOutEnd(view) });
  return found && axis.startOf(found.line);
}

function laidOutEnd({ text, tail }: LaidOutText): number {
  return Math.min(text.length, tail.start);
}

/** The visible part of a section, counting screens as pages. Null if the section has no slot. */
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
  // Tolerate a tenth of a screen.
  const pages = Math.max(1, Math.ceil((end - start) / viewportSize - 0.1));
  const page = Math.floor((scroll - start) / viewportSize + 0.1);
  const offsetFrom = (distance: number) => firstOffsetAtDistance(distance, view, axis);
  const isOrthogonal = isOrthogonalFlow(view);
  return {
    section: index,
    page: Math.min(pages - 1, Math.max(0, page)),
    pages,
    start: isOrthogonal || scroll <= start ? 0 : offsetFrom(scroll - 1),
    end: isOrthogonal || scroll + viewportSize >= end ? length : offsetFrom(scroll + viewportSize),
    isFirst: slots.all[0] === slot && scroll - start < 1,
    isLast: slots.all.at(-1) === slot && !view.isPartlyLaidOut && scroll + viewportSize >= end - 1,
  };
}
