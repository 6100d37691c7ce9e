import type { TextIndex } from '../text-index.ts';
import { renderedFrom } from '../text-places.ts';
import type { Axis } from './axis.ts';

/** The first text offset whose line begins at or after a distance from the strip's start. */
export function firstOffsetFrom(distance: number, text: TextIndex, axis: Axis): number {
  const end = text.length;
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
export function distanceOf(offset: number, text: TextIndex, axis: Axis): number | null {
  const found = renderedFrom(offset, { text, end: text.length });
  return found && axis.startOf(found.rect);
}
