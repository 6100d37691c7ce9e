import { pageOfRect } from '../section/text-positions.ts';
import type { SectionView } from '../section/section-view.ts';

/** Number of nodes to search from the end of a section for its last text. */
const maxNodes = 200;
/**
 * Maximum number of new layouts of a section for this purpose, because a new layout may not help.
 */
const maxReports = 2;

const reports = new WeakMap<SectionView, number>();

/**
 * Whether the last text of a section is past its last page because the layout has changed since the
 * pages were counted. Browsers lay out columns again without notice, for example after an image
 * loads, and may then need another page. Returns true at most twice for a section.
 */
export function hidesLastText(view: SectionView): boolean {
  const { pageLayout, root, pages } = view;
  const scroller = root.parentElement?.parentElement;
  if (!pageLayout || !scroller || view.isFixed || view.isPartlyLaidOut || view.isIncomplete) {
    return false;
  }
  const rect = lastTextRect(root);
  if (!rect || pageOfRect(rect, { scroller, pageLayout, pages: Infinity }) < pages) return false;
  const count = reports.get(view) ?? 0;
  reports.set(view, count + 1);
  return count < maxReports;
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
