import type { SectionView } from '../section-view.ts';
import { renderedFrom } from '../text-places.ts';
import type { Axis } from './axis.ts';

type Laid = Pick<SectionView, 'text' | 'tail'>;

/** The first text offset whose line begins at or after a distance from the strip's start. */
export function firstOffsetFrom(distance: number, view: Laid, axis: Axis): number {
  const { text } = view;
  const end = laidEnd(view);
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
export function distanceOf(offset: number, view: Laid, axis: Axis): number | null {
  const found = renderedFrom(offset, { text: view.text, end: laidEnd(view) });
  return found && axis.startOf(found.rect);
}

function laidEnd({ text, tail }: Laid): number {
  return Math.min(text.length, tail.start);
}
