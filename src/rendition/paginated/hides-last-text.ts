import { pageOfRect } from '../section/text-positions.ts';
import type { SectionView } from '../section/section-view.ts';

/** Number of nodes to search from the end of a section for its last text. */
const maxNodes = 200;
/**
 * Whether the last text of a section is past its last page because the layout has changed since the
 * pages were counted. Browsers lay out columns again without notice, for example after an image
 * loads, and may then need other pages than for the same content before.
 */
export function hidesLastText(view: SectionView): boolean {
  const { pageLayout, root, pages } = view;
  const scroller = root.parentElement?.parentElement;
  if (!pageLayout || !scroller || view.isFixed || view.isPartlyLaidOut || view.isIncomplete) {
    return false;
  }
  const rect = lastTextRect(root);
  return rect !== null && pageOfRect(rect, { scroller, pageLayout, pages: Infinity }) >= pages;
}

function lastTextRect(root: Element): DOMRect | null {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.lastChild());
  const range = document.createRange();
  let at: Node | null = walker.currentNode;
  for (let left = maxNodes; at && left > 0; left -= 1, at = walker.previousNode()) {
    if (!(at instanceof Text) || at.data.trim() === '') continue;
    range.selectNodeContents(at);
    const rect = [...range.getClientRects()].findLast(
      ({ width, height }) => width > 0 && height > 0,
    );
    if (rect) return rect;
  }
  return null;
}
