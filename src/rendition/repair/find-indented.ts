import type { FoundContent } from './find-lost-content.ts';
import { boxesAround, type ColumnRect, type RepairTarget } from './repair-target.ts';

/** Fewer lines are readable in any width. */
const minLines = 6;
/** Maximum width of a short line, as a multiple of its height. It contains about five letters. */
const maxShare = 4;
/** Share of a column that the indentation of short lines takes at least. */
const minIndent = 0.5;

const blockDisplay = /^(block|list-item|flow-root)$/;

/**
 * Finds boxes, such as nested lists and quotations, whose margins and paddings leave so little
 * width that a line of their text has only a few letters.
 */
export function findIndented(
  all: readonly FoundContent[],
  { root, pageLayout }: RepairTarget,
): Set<Element> {
  const found = new Set<Element>();
  for (const { node, rects, box } of all) {
    if (!(node instanceof Text) || box || rects.length < minLines || !rects.every(isShort))
      continue;
    const boxes = boxesAround(node, root);
    const indents = boxes.map((one) => indentOf(one));
    const total = indents.reduce((sum, indent) => sum + indent, 0);
    if (total < minIndent * pageLayout.columnInline) continue;
    for (const [at, one] of boxes.entries()) if (indents[at]) found.add(one);
  }
  return found;
}

function isShort({ inlineStart, inlineEnd, blockStart, blockEnd }: ColumnRect): boolean {
  return inlineEnd - inlineStart < maxShare * (blockEnd - blockStart);
}

/** Margins and paddings along the lines of a block, in px; 0 for other boxes. */
function indentOf(box: Element): number {
  const style = getComputedStyle(box);
  if (!blockDisplay.test(style.display) || style.float !== 'none') return 0;
  const { marginInlineStart, marginInlineEnd, paddingInlineStart, paddingInlineEnd } = style;
  return [marginInlineStart, marginInlineEnd, paddingInlineStart, paddingInlineEnd].reduce(
    (sum, length) => sum + Math.max(0, Number.parseFloat(length) || 0),
    0,
  );
}
