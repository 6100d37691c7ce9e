import type { Tree, TreeElement } from '../contract.ts';

/** Content without text that can fill a page. */
const media = new Set(['img', 'svg', 'math', 'audio', 'video', 'hr', 'table']);

export const breakSides = ['before', 'after'] as const;
export type BreakSide = (typeof breakSides)[number];

/**
 * Declarations of classes that cancel the forced break before an element or at both sides, for
 * engines with and without support for forced breaks.
 */
export const unbrokenBefore = 'break-before:auto!important;--svc-break-before:initial!important';
export const cancelledBreaks = `${unbrokenBefore};break-after:auto!important;--svc-break-after:initial!important`;

/**
 * Finds elements whose forced breaks only produce a blank page. Those in `empty` have no content
 * and are before the first content, before another break, or at the end. Those in `leading` begin
 * with the first content of the section, so only the break before them is unnecessary.
 *
 * @param forcesBreak - Whether styles force a break at a side of an element.
 * @param isVisible - Whether an element without content is visible, because of a border or
 * background.
 */
export function findBlankBreaks(
  body: TreeElement,
  forcesBreak: (element: TreeElement, side: BreakSide) => boolean,
  isVisible: (element: TreeElement) => boolean,
): { empty: TreeElement[]; leading: TreeElement[] } {
  const empty: TreeElement[] = [];
  const leading: TreeElement[] = [];
  const isEmpty = (node: Tree): boolean =>
    typeof node === 'string' ? node.trim() === '' : isEmptyElement(node);
  const isEmptyElement = (element: TreeElement): boolean => {
    const [tag, , ...children] = element;
    return !media.has(tag) && !isVisible(element) && children.every(isEmpty);
  };
  collectLeading(body);
  collectRepeated(body, true);
  return {
    empty: empty.filter((one) => forcesBreak(one, 'before') || forcesBreak(one, 'after')),
    leading,
  };

  /** Returns whether content was found. */
  function collectLeading([, , ...children]: TreeElement): boolean {
    for (const child of children) {
      if (isEmpty(child)) {
        if (typeof child !== 'string') empty.push(child);
        continue;
      }
      if (typeof child === 'string') return true;
      if (forcesBreak(child, 'before')) leading.push(child);
      if (media.has(child[0])) return true;
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
      if (isFollowed || isEnd) empty.push(child);
    }
  }
}

/** Elements that are blocks unless styles change that. */
const blocks = new Set(
  (
    'address article aside blockquote dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 ' +
    'h5 h6 header hr li main nav ol p pre section table ul'
  ).split(' '),
);

/** Declarations of the class of boxes to which the forced break before their content is moved. */
export const leadingBreak = 'break-before:column';

/**
 * Finds elements whose forced break is before the first content of the boxes around them, and the
 * outermost of these boxes. The break applies to the box (CSS Fragmentation 3, section 3.1), but
 * Chromium also breaks inside it if it is a flex container, which would leave a page blank.
 */
export function findInnerBreaks(
  body: TreeElement,
  breaksBefore: (element: TreeElement) => boolean,
): { inner: TreeElement[]; outer: TreeElement[] } {
  const inner: TreeElement[] = [];
  const outer: TreeElement[] = [];
  visit(body, null);
  return { inner, outer };

  /** @param start - The outermost box that begins with the element. */
  function visit([, , ...children]: TreeElement, start: TreeElement | null): void {
    let isFirst = true;
    for (const child of children) {
      if (typeof child === 'string') {
        if (child.trim() !== '') isFirst = false;
        continue;
      }
      const isBlock = blocks.has(child[0]);
      const first = isFirst && isBlock ? start : null;
      if (first && breaksBefore(child)) {
        inner.push(child);
        outer.push(first);
      }
      visit(child, isBlock ? (first ?? child) : null);
      isFirst = false;
    }
  }
}

/** Elements that show a marker even if they are empty. */
const marked = new Set(['li', 'summary', 'dt', 'dd']);

/** Declarations of the class of boxes that take up no space. */
export const noSpace = 'display:none!important';

/** Declarations of the class of lines that are only shown if the next page follows below. */
export const shownInScrollMode = 'display:var(--svc-end-rule,none)!important';

/**
 * Finds empty boxes, line breaks and plain lines (`<hr>`) directly before a forced break or the end
 * of a section. On a full page, they would move to a page of their own. A line there has nothing to
 * separate, so many books hide it in print.
 *
 * @param styles - Whether styles certainly force a break at a side of an element, whether they may
 * show something in an element without content, whether they may replace a line by an ornament, and
 * the elements that they hide.
 */
export function findTrailingSpace(
  body: TreeElement,
  styles: {
    breaksAt: (element: TreeElement, side: BreakSide) => boolean;
    isVisible: (element: TreeElement) => boolean;
    isOrnament: (element: TreeElement) => boolean;
    hidden: ReadonlySet<TreeElement>;
  },
): TreeElement[] {
  const { breaksAt, isVisible, isOrnament, hidden } = styles;
  const found: TreeElement[] = [];
  /** Empty elements and lines since the last content. */
  let recent: TreeElement[] = [];
  let hasContent = false;
  let isPageEmpty = true;
  visit(body);
  endPage();
  return found;

  function visit([, , ...children]: TreeElement): void {
    for (const child of children) {
      if (typeof child === 'string') {
        if (child.trim() !== '') addContent();
        continue;
      }
      const [tag] = child;
      if (hidden.has(child)) continue;
      if (breaksAt(child, 'before')) endPage();
      if (tag === 'hr' && !isPageEmpty && !breaks(child) && !isOrnament(child)) recent.push(child);
      else if (media.has(tag)) addContent();
      else if (!isEmpty(child)) {
        if (marked.has(tag)) addContent();
        visit(child);
      } else if (some(child, isVisible)) addContent();
      else if (some(child, breaks)) visit(child);
      else recent.push(child);
      if (breaksAt(child, 'after')) endPage();
    }
  }

  function breaks(element: TreeElement): boolean {
    return breakSides.some((side) => breaksAt(element, side));
  }

  function addContent(): void {
    hasContent = true;
    isPageEmpty = false;
    recent = [];
  }

  function endPage(): void {
    if (hasContent) found.push(...recent);
    isPageEmpty = true;
    recent = [];
  }
}

/** Whether a node has no text, pictures or markers. */
export function isEmpty(node: Tree): boolean {
  if (typeof node === 'string') return node.trim() === '';
  const [tag, , ...children] = node;
  return !media.has(tag) && !marked.has(tag) && children.every(isEmpty);
}

/** Whether a test is true of an element or any in it. */
function some(element: TreeElement, test: (one: TreeElement) => boolean): boolean {
  const [, , ...children] = element;
  return test(element) || children.some((one) => typeof one !== 'string' && some(one, test));
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
 * Whether a document has no visible content, such as the blank left page before a chapter in print.
 *
 * @param isVisible - Whether styles may show something in an element without content.
 */
export function isBlankBody(
  body: TreeElement,
  isVisible: (element: TreeElement) => boolean,
): boolean {
  const isBlank = (node: Tree): boolean => {
    if (typeof node === 'string') return node.trim() === '';
    const [tag, , ...children] = node;
    return !media.has(tag) && children.every(isBlank);
  };
  return isBlank(body) && !some(body, isVisible);
}
