import type { FoundContent } from './find-lost-content.ts';
import type { Content } from './repair-target.ts';

/** Content in an earlier column than content that precedes it in the document. */
export interface Disorder {
  /** The content in the later column. */
  before: Content;
  after: Content;
}

/** Parts of tables that are moved to the start or end of the table. */
const movedDisplay = /^table-(caption|header-group|footer-group)$/;

/**
 * Finds content that is out of order. Compares adjacent boxes with the content before and after
 * them, but not with each other.
 */
export function findDisorder(root: Element, all: readonly FoundContent[]): Disorder[] {
  // Almost every section is in order, and this check needs no computed styles.
  if (isInOrder(all)) return [];
  const columnsOf = new Map<Node, { first: number; last: number; isBack: boolean }>();
  for (const { node, rects, box } of all) {
    if (box) continue;
    let last = -Infinity;
    let isBack = false;
    for (const { column } of rects) {
      isBack ||= column < last;
      last = Math.max(last, column);
    }
    columnsOf.set(node, { first: Math.min(...rects.map(({ column }) => column)), last, isBack });
  }
  const found: Disorder[] = [];
  type Point = { column: number; node: Content | null };
  const later = (one: Point, other: Point) => (other.column > one.column ? other : one);
  const visit = (node: Node, least: Point): Point => {
    const own = columnsOf.get(node);
    if (own && (node instanceof Text || node instanceof Element)) {
      // A caption after the rows of its table is the only content that has to move.
      if (own.first < least.column) {
        const before = least.node ?? node;
        found.push({ before, after: isInEndCaption(before) ? before : node });
      }
      if (own.first >= least.column && own.isBack) found.push({ before: node, after: node });
      return later(least, { column: own.last, node });
    }
    if (!(node instanceof Element) || !node.hasChildNodes()) return least;
    const isParallel = isSideBySide(getComputedStyle(node));
    let last = least;
    for (const child of node.childNodes) {
      if (!(child instanceof Element)) {
        if (columnsOf.has(child)) last = later(last, visit(child, isParallel ? least : last));
        continue;
      }
      const style = getComputedStyle(child);
      const isMoved = movedDisplay.test(style.display) && !isEndCaption(style);
      const isOutside = style.float !== 'none' || style.position === 'absolute' || isMoved;
      const from = isParallel ? least : isOutside ? { ...last, column: last.column - 1 } : last;
      const end = visit(child, from);
      if (!isOutside) last = later(last, end);
    }
    return last;
  };
  visit(root, { column: -Infinity, node: null });
  return found;
}

/** Whether all content starts in the same column as the content before it or in a later one. */
function isInOrder(all: readonly FoundContent[]): boolean {
  let last = -Infinity;
  for (const { rects, box } of all) {
    if (box) continue;
    for (const { column } of rects) {
      if (column < last) return false;
      last = column;
    }
  }
  return true;
}

function isInEndCaption(content: Content): boolean {
  const caption = (content instanceof Text ? content.parentElement : content)?.closest('caption');
  return caption ? isEndCaption(getComputedStyle(caption)) : false;
}

/** Whether a caption is shown after the rows of its table, though it precedes them. */
function isEndCaption({ display, captionSide }: CSSStyleDeclaration): boolean {
  return display === 'table-caption' && captionSide === 'bottom';
}

/** Whether an element lays out its children side by side. */
function isSideBySide({ display, flexDirection, flexWrap }: CSSStyleDeclaration): boolean {
  if (display.endsWith('flex')) return !flexDirection.startsWith('column') || flexWrap !== 'nowrap';
  return display === 'table-row' || display.endsWith('grid');
}
