import type { PageLayout } from '../page-layout.ts';
import { scrollBoxOf } from '../section/scroll-box.ts';
import { columnRects, type ColumnRect, type Content, type RepairTarget } from './repair-target.ts';

const mediaSelector = 'img, svg, video, math';
/** Media whose text is rendered as a whole. */
const wholeSelector = 'svg, math, video, audio, object';
const foldedSelector = 'details:not([open])';
/** Tolerated overflow along the lines in px. A tolerance of two would hide half of a bracket. */
const inlineTolerance = 1;
/** Tolerated overflow across the lines, as a share of the line. */
const blockTolerance = 0.25;
/**
 * Tolerated share of an image that is cut off, because images in books may bleed into the margins.
 */
const mediaTolerance = 0.25;
/** Maximum size in px of boxes that hide text visually on purpose. */
const hidingSize = 2;

/** Position of each piece of visible content, in document order. */
export interface FoundContent {
  node: Content;
  rects: ColumnRect[];
  /** The enclosing scroll box, which shows all of the content. */
  box: Element | null;
}

/** Finds the visible text and media in the target's elements, and which of them are cut off. */
export function findContent(target: RepairTarget): { all: FoundContent[]; lost: Content[] } {
  const toColumns = columnRects(target);
  const clips = new ClipChain(target.root);
  const { pageLayout } = target;
  const all: FoundContent[] = [];
  const lost: Content[] = [];
  for (const node of contentOf(target)) {
    const isText = node instanceof Text;
    const isMedia = !isText && scrollBoxOf(node) !== node;
    const rects = rectsOf(node);
    const element = isText ? node.parentElement : node;
    if (rects.length === 0) {
      // A float beside a scroll box may leave no space for the scroll box.
      if (!isText && !isMedia) lost.push(node);
      continue;
    }
    const box = scrollBoxOf(isText ? element : (element?.parentElement ?? null));
    const found = { node, rects: rects.map((rect) => toColumns(rect)), box };
    if (box) {
      all.push(found);
      continue;
    }
    const clippers = isText ? element : (element?.parentElement ?? null);
    const isTurned = () =>
      isText && element !== null && isVertical(element) !== pageLayout.isVertical;
    const isCutOffAt = (parts: readonly DOMRect[]) =>
      parts.some((part) => {
        // A letter past the end of its line's column appears in the next column.
        const line = rects.find((rect) => contains(rect, part)) ?? part;
        const rect = toColumns(part, line);
        return leavesColumn(rect, !isMedia, isTurned, target);
      }) || clips.cutOff(parts, clippers);
    const isCutOff = isText
      ? (isCutOffAt(rects) && hasCutOffLetter(node, isCutOffAt, 0, node.length)) ||
        (found.rects.some((rect) => crossesEdge(rect, pageLayout)) && hasMovedLetter(node, rects))
      : isCutOffAt(rects);
    if (isCutOff && element && isHidden(element, target.root)) continue;
    all.push(found);
    if (isCutOff) lost.push(node);
  }
  return { all, lost };
}

/** Whether an element is in closed details, or contains their text. */
function isFolded(element: Element): boolean {
  let details = element.closest(foldedSelector);
  while (details) {
    const summary = details.querySelector(':scope > summary');
    if (!summary?.contains(element)) return true;
    details = details.parentElement?.closest(foldedSelector) ?? null;
  }
  return false;
}

function* contentOf({ elements, root }: RepairTarget): Generator<Content> {
  const hasFolded = root.querySelector(foldedSelector) !== null;
  for (const element of elements) {
    // Engines report rectangles for it.
    if (hasFolded && isFolded(element)) continue;
    const isForeign = !(element instanceof HTMLElement);
    if (isForeign && element.localName !== 'svg' && element.localName !== 'math') continue;
    if (element.matches('.svc-scroll-box')) continue;
    // Scroll boxes are created after the elements were listed.
    const parent = element.parentElement;
    if (parent && scrollBoxOf(parent) === parent) yield parent;
    if (element.matches(mediaSelector)) {
      if (!element.parentElement?.closest(wholeSelector)) yield element;
      continue;
    }
    let isWhole: boolean | null = null;
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || node.data.trim() === '') continue;
      isWhole ??= element.closest(wholeSelector) !== null;
      if (!isWhole) yield node;
    }
  }
}

/**
 * Whether a letter is cut off. White space is excluded because it may extend past the end of a
 * line.
 */
function hasCutOffLetter(
  node: Text,
  isCutOff: (rects: readonly DOMRect[]) => boolean,
  start: number,
  end: number,
): boolean {
  if (node.data.slice(start, end).trim() === '' || !isCutOff(rectsOf(node, start, end)))
    return false;
  if (end - start === 1) return true;
  const middle = (start + end) >> 1;
  return (
    hasCutOffLetter(node, isCutOff, start, middle) || hasCutOffLetter(node, isCutOff, middle, end)
  );
}

/** Whether a line extends above or below its column. */
function crossesEdge({ blockStart, blockEnd }: ColumnRect, { columnBlock }: PageLayout): boolean {
  return blockStart < -inlineTolerance || blockEnd > columnBlock + inlineTolerance;
}

/**
 * Whether a letter is separated from its line. WebKit shows content above a column in the preceding
 * column.
 */
function hasMovedLetter(node: Text, lines: readonly DOMRect[]): boolean {
  for (let at = 0; at < node.length; at++) {
    const parts = rectsOf(node, at, at + 1);
    if (parts.some((part) => !lines.some((line) => contains(line, part)))) return true;
  }
  return false;
}

const range = document.createRange();

function rectsOf(node: Content, start = 0, end = Infinity): DOMRect[] {
  if (node instanceof Text) {
    range.setStart(node, start);
    range.setEnd(node, Math.min(end, node.length));
  }
  const rects = (node instanceof Text ? range : node).getClientRects();
  return [...rects].filter(({ width, height }) => width > 0 && height > 0);
}

/** @param isTurned - Whether the text runs across the lines of the section. */
function leavesColumn(
  rect: ColumnRect,
  isText: boolean,
  isTurned: () => boolean,
  target: RepairTarget,
): boolean {
  const { columnInline, columnBlock, gap, marginBlock } = target.pageLayout;
  const { column, inlineStart, inlineEnd, blockStart, blockEnd } = rect;
  const [inline, block] = [inlineEnd - inlineStart, blockEnd - blockStart];
  const inlineSlack = isText ? inlineTolerance : inline * mediaTolerance;
  if (column < 0 || inlineStart < -gap / 2 - inlineSlack) return true;
  if (inlineEnd > columnInline + gap / 2 + inlineSlack) return true;
  const beyond = Math.max(
    -marginBlock - blockStart,
    target.isScrolled ? 0 : blockEnd - columnBlock - marginBlock,
  );
  if (beyond <= 0) return false;
  if (!isText) return beyond > block * mediaTolerance;
  return beyond > (isTurned() ? inlineTolerance : Math.min(inline, block) * blockTolerance);
}

function isVertical(element: Element): boolean {
  return getComputedStyle(element).writingMode.startsWith('vertical');
}

/** Whether the book hides an element visually, as it does with text for screen readers. */
export function isHidden(element: Element, root: Element): boolean {
  // Sections next to the visible one are completely hidden.
  const visibility = getComputedStyle(element).visibility;
  if (visibility !== 'visible' && visibility !== getComputedStyle(root).visibility) return true;
  if (!element.checkVisibility({ opacityProperty: true })) return true;
  let isPositioned = false;
  for (let at: Element | null = element; at && !at.matches('.svc-body'); at = at.parentElement) {
    const { position, clip, clipPath, overflowX } = getComputedStyle(at);
    if (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none')) return true;
    const isEmpty = isPositioned;
    isPositioned ||= position === 'absolute';
    if (overflowX === 'visible' || !(at instanceof HTMLElement)) continue;
    const [inline, block] = isVertical(at)
      ? [at.offsetHeight, at.offsetWidth]
      : [at.offsetWidth, at.offsetHeight];
    // A box in the flow can lose its width to margins. A positioned box can lose its width or
    // height to offsets, and a box whose content is all positioned has neither.
    if (block <= hidingSize && !isEmpty && (inline <= hidingSize || !isPositioned)) return true;
  }
  return false;
}

/** Maps elements to the ancestors that clip their overflow. */
class ClipChain {
  readonly #root: Element;
  readonly #known = new Map<Element, readonly DOMRect[][]>();

  constructor(root: Element) {
    this.#root = root;
  }

  /** Whether an element or one of its ancestors clips one of the rectangles. */
  cutOff(rects: readonly DOMRect[], element: Element | null): boolean {
    if (!element) return false;
    return this.#clipsOf(element).some((parts) =>
      rects.some((rect) => !parts.some((part) => contains(part, rect))),
    );
  }

  #clipsOf(element: Element): readonly DOMRect[][] {
    const known = this.#known.get(element);
    if (known) return known;
    const parent = element === this.#root ? null : element.parentElement;
    const above = parent ? this.#clipsOf(parent) : [];
    const { overflowX, overflowY, display } = getComputedStyle(element);
    const isClip = display !== 'inline' && (overflowX !== 'visible' || overflowY !== 'visible');
    const clips = isClip ? [...above, [...element.getClientRects()]] : above;
    this.#known.set(element, clips);
    return clips;
  }
}

function contains(part: DOMRect, rect: DOMRect): boolean {
  const slack = Math.min(rect.width, rect.height) * blockTolerance;
  return (
    rect.left >= part.left - slack &&
    rect.right <= part.right + slack &&
    rect.top >= part.top - slack &&
    rect.bottom <= part.bottom + slack
  );
}
