import type { FoundContent } from './find-lost-content.ts';
import { boxesAround, type RepairTarget } from './repair-target.ts';

/**
 * Finds floats that hang so far into the margin of the page, such as the numbers of scenes, that
 * they appear on the page before. They are the last text of that page, so no other text needs
 * computed styles.
 */
export function findHanging(
  all: readonly FoundContent[],
  { root, pageLayout, isScrolled }: RepairTarget,
): Set<Element> {
  const found = new Set<Element>();
  if (isScrolled) return found;
  for (const [at, { node, rects, box }] of all.entries()) {
    const next = all[at + 1]?.rects[0];
    if (box || !next || !(node instanceof Text)) continue;
    if ((rects[0]?.column ?? 0) >= next.column) continue;
    const hanging = boxesAround(node, root).find((one) => hangs(one, pageLayout.gap / 2));
    if (hanging) found.add(hanging);
  }
  return found;
}

/** Whether a float has a negative margin along the lines larger than the margin of a page. */
function hangs(box: Element, pageMargin: number): boolean {
  const { float, marginInlineStart, marginInlineEnd } = getComputedStyle(box);
  if (float === 'none') return false;
  return [marginInlineStart, marginInlineEnd].some(
    (margin) => -Number.parseFloat(margin) > pageMargin,
  );
}
