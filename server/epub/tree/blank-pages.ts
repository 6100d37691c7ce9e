import type { Section, Tree, TreeElement } from '../contract.ts';

/** Content without text that can fill a page. */
const media = new Set(['img', 'svg', 'math', 'audio', 'video', 'hr', 'table']);

export type BreakSide = 'before' | 'after';

/**
 * Declarations of the class that cancels forced breaks, for engines with and without support for
 * them.
 */
export const cancelledBreaks =
  'break-before:auto!important;break-after:auto!important;' +
  '--svc-break-before:initial!important;--svc-break-after:initial!important';

/**
 * Finds elements whose forced breaks only produce a blank page: those before the first content of a
 * section, and empty ones followed by another break or by the end.
 *
 * @param forcesBreak - Whether styles force a break at a side of an element.
 * @param isVisible - Whether an element without content is visible, because of a border or
 * background.
 */
export function findBlankBreaks(
  body: TreeElement,
  forcesBreak: (element: TreeElement, side: BreakSide) => boolean,
  isVisible: (element: TreeElement) => boolean,
): TreeElement[] {
  const found: TreeElement[] = [];
  const isEmpty = (node: Tree): boolean =>
    typeof node === 'string' ? node.trim() === '' : isEmptyElement(node);
  const isEmptyElement = (element: TreeElement): boolean => {
    const [tag, , ...children] = element;
    return !media.has(tag) && !isVisible(element) && children.every(isEmpty);
  };
  collectLeading(body);
  collectRepeated(body, true);
  return found.filter((one) => forcesBreak(one, 'before') || forcesBreak(one, 'after'));

  /** Returns whether content was found. */
  function collectLeading([, , ...children]: TreeElement): boolean {
    for (const child of children) {
      if (isEmpty(child)) {
        if (typeof child !== 'string') found.push(child);
        continue;
      }
      if (typeof child === 'string' || media.has(child[0])) return true;
      if (forcesBreak(child, 'before') && !forcesBreak(child, 'after')) found.push(child);
      return collectLeading(child);
    }
    return false;
  }

  function collectRepeated([, , ...children]: TreeElement, isLast: boolean): void {
    const elements = children.filter((child) => typeof child !== 'string' || !isEmpty(child));
    for (const [index, child] of elements.entries()) {
      if (typeof child === 'string') continue;
      const next = elements[index + 1];
      const isEnd = isLast && next === undefined;
      if (!isEmpty(child)) {
        if (!media.has(child[0]) || child[0] === 'table') collectRepeated(child, isEnd);
        continue;
      }
      const isFollowed = Array.isArray(next) && forcesBreak(next, 'before');
      if (isFollowed || isEnd) found.push(child);
    }
  }
}

/** Minimum height in px of a picture that may fill a page. Smaller ones are ornaments. */
const MIN_FULL_HEIGHT = 480;

/** Declarations of the class of boxes without space above a picture. */
export const startOfPicture = 'margin-block-start:0!important;padding-block-start:0!important';

/**
 * Finds a large picture that is the first content of a section, and the boxes around it. With space
 * above it, it would not fit on the first page, which would be blank.
 *
 * @param isVisible - Whether an element has a border or background, which keeps its space.
 */
export function findLeadingPicture(
  body: TreeElement,
  isVisible: (element: TreeElement) => boolean,
): TreeElement[] {
  const found: TreeElement[] = [];
  let at: TreeElement = body;
  for (;;) {
    const [, , ...children] = at;
    const first = children.find((child) => typeof child !== 'string' || child.trim() !== '');
    if (first === undefined || typeof first === 'string' || isVisible(first)) return [];
    found.push(first);
    if (first[0] === 'img') {
      return Number(first[1]['height']) >= MIN_FULL_HEIGHT ? found : [];
    }
    if (media.has(first[0])) return [];
    at = first;
  }
}

/**
 * Whether a section has no visible content, such as the blank left page before a chapter in print.
 */
export function isBlankSection({ layout, tree, css }: Section): boolean {
  if (layout === 'fixed' || /background|content:/.test(css)) return false;
  const isBlank = (node: Tree): boolean => {
    if (typeof node === 'string') return node.trim() === '';
    const [tag, , ...children] = node;
    return !media.has(tag) && children.every(isBlank);
  };
  return isBlank(tree);
}
