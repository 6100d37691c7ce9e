import type { TreeElement } from '../contract.ts';

/** Boxes that can represent the whole page. */
const wrappers = new Set(['div', 'section', 'article', 'main']);
/** Shorter text, such as epigraphs and title pages, is indented on purpose. */
const MIN_LENGTH = 2000;
/** Minimum combined share of the parent's text in matching boxes. */
const MIN_SHARE = 0.8;
const MAX_DEPTH = 8;

/** Class of a box that represents the page. */
const pageBoxClass = 'svc-page-box';

/** The reader's margins replace those of the book's page, even if the page is deeply nested. */
export const pageBoxCss =
  `:is(#svc,.${pageBoxClass}){margin-inline:0!important;padding-inline:0!important;` +
  'inline-size:auto!important;max-inline-size:none!important;box-decoration-break:slice!important;' +
  '-webkit-box-decoration-break:slice!important}';

/**
 * Marks the boxes that contain nearly all of a section's text: a single box, or several with the
 * same classes. Their page margins would be added to those of the reader's page.
 *
 * @param isBoxed - Whether an element's border or background needs its padding.
 * @returns Whether there are any.
 */
export function markPageBoxes(
  body: TreeElement,
  isBoxed: (element: TreeElement) => boolean,
): boolean {
  const total = lengthOf(body);
  if (total < MIN_LENGTH) return false;
  return markInside([body], total, isBoxed, 0);
}

function markInside(
  parents: TreeElement[],
  total: number,
  isBoxed: (element: TreeElement) => boolean,
  depth: number,
): boolean {
  const groups = new Map<string, TreeElement[]>();
  for (const [, , ...children] of parents) {
    for (const child of children) {
      if (typeof child === 'string' || !wrappers.has(child[0]) || isBoxed(child)) continue;
      const key = `${child[0]} ${child[1]['class'] ?? ''}`;
      groups.set(key, [...(groups.get(key) ?? []), child]);
    }
  }
  for (const boxes of groups.values()) {
    if (boxes.reduce((sum, box) => sum + lengthOf(box), 0) < total * MIN_SHARE) continue;
    for (const [, attributes] of boxes) {
      attributes['class'] = [attributes['class'], pageBoxClass].filter(Boolean).join(' ');
    }
    if (depth < MAX_DEPTH) markInside(boxes, total, isBoxed, depth + 1);
    return true;
  }
  return false;
}

function lengthOf([, , ...children]: TreeElement): number {
  return children.reduce(
    (sum, child) => sum + (typeof child === 'string' ? child.length : lengthOf(child)),
    0,
  );
}
