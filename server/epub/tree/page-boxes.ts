import type { TreeElement } from '../contract.ts';
import { isEmpty } from './blank-pages.ts';
import { addClass } from './compile-attributes.ts';

/** Boxes that can represent the whole page. */
const wrappers = new Set(['div', 'section', 'article', 'main']);
/** Shorter text, such as epigraphs and title pages, is indented on purpose. */
const MIN_LENGTH = 2000;
/** Minimum combined share of the parent's text in matching boxes. */
const MIN_SHARE = 0.8;
const MAX_DEPTH = 8;

/** Class of a box that represents the page. */
const pageBoxClass = 'svc-page-box';
/** Class of a box that represents the page and contains all text. */
const wholePageClass = 'svc-whole-page';
/** Class of a box around all text with a border or background. */
const pageFrameClass = 'svc-page-frame';

const fullWidth =
  'margin-inline:0!important;inline-size:auto!important;max-inline-size:none!important;';

/**
 * The reader's margins replace those of the book's page, even if the page is deeply nested. Borders
 * and backgrounds stay at a small distance from the text.
 */
export const pageBoxCss =
  `:is(#svc,.${pageBoxClass}){${fullWidth}padding-inline:0!important;` +
  'box-decoration-break:slice!important;-webkit-box-decoration-break:slice!important}' +
  `:is(#svc,.${wholePageClass}){margin-block:0!important;padding-block:0!important}` +
  `:is(#svc,.${pageFrameClass}){${fullWidth}margin-block:0!important;` +
  'padding-inline:0.5em!important}';

/**
 * Marks the boxes that contain nearly all of a section's text: a single box, or several with the
 * same classes. Their page margins would be added to those of the reader's page.
 *
 * @param isBoxed - Whether an element has a border or background.
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
  const whole = wholeChild(parents);
  if (whole) {
    addClass(whole[1], isBoxed(whole) ? pageFrameClass : `${pageBoxClass} ${wholePageClass}`);
    if (depth < MAX_DEPTH) markInside([whole], total, isBoxed, depth + 1);
    return true;
  }
  for (const [, , ...children] of parents) {
    for (const child of children) {
      if (typeof child === 'string' || !wrappers.has(child[0]) || isBoxed(child)) continue;
      const key = `${child[0]} ${child[1]['class'] ?? ''}`;
      groups.set(key, [...(groups.get(key) ?? []), child]);
    }
  }
  for (const boxes of groups.values()) {
    if (boxes.reduce((sum, box) => sum + lengthOf(box), 0) < total * MIN_SHARE) continue;
    for (const [, attributes] of boxes) addClass(attributes, pageBoxClass);
    if (depth < MAX_DEPTH) markInside(boxes, total, isBoxed, depth + 1);
    return true;
  }
  return false;
}

/** The only content of a box, if it is another box. */
function wholeChild(parents: readonly TreeElement[]): TreeElement | null {
  const [parent, other] = parents;
  if (!parent || other) return null;
  const [, , ...children] = parent;
  const [child, next] = children.filter((one) => !isEmpty(one));
  return child && !next && typeof child !== 'string' && wrappers.has(child[0]) ? child : null;
}

function lengthOf([, , ...children]: TreeElement): number {
  return children.reduce(
    (sum, child) => sum + (typeof child === 'string' ? child.length : lengthOf(child)),
    0,
  );
}
