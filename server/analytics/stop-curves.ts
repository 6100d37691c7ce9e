import type { z } from 'zod';
import type { PositionStop, SectionStop } from './contract.ts';
import { positionBuckets } from './counts.ts';

/** Returns stop positions by equal parts of the book. */
export function positionCurve(stops: Record<number, number>): z.infer<typeof PositionStop>[] {
  return withReached(positionBuckets, stops).map((stop, index) => ({
    from: index / positionBuckets,
    to: (index + 1) / positionBuckets,
    ...stop,
  }));
}

/**
 * Returns stop positions by section.
 *
 * @param titles - Titles of the current sections, or null if unknown.
 */
export function sectionCurve(
  stops: Record<number, number>,
  titles: readonly string[] | null,
): z.infer<typeof SectionStop>[] {
  const furthest = Math.max(-1, ...Object.keys(stops).map(Number));
  const length = Math.max(titles?.length ?? 0, furthest + 1);
  return withReached(length, stops).map((stop, section) => ({
    section,
    title: titles?.[section] || null,
    ...stop,
  }));
}

/** A reader who stopped at a position has reached all earlier positions. */
function withReached(
  length: number,
  stops: Record<number, number>,
): { reached: number; stopped: number }[] {
  let reached = 0;
  return Array.from({ length }, (_, index) => length - 1 - index)
    .map((place) => {
      const stopped = stops[place] ?? 0;
      reached += stopped;
      return { reached, stopped };
    })
    .toReversed();
}
