import { isHidden, type FoundContent } from './find-lost-content.ts';
import type { ColumnRect, Content } from './repair-target.ts';
import { indexed } from '../../state/indexed.ts';

/** Images painted over text, and the text under images that are part of the flow. */
export function findCoveringPictures(all: readonly FoundContent[]): Content[] {
  const covering: Content[] = [];
  for (const { node: picture, rects, box } of all) {
    if (!(picture instanceof Element) || !picture.matches('img, svg, video')) continue;
    const covered = all.find(
      ({ node, rects: lines, box: lineBox }) =>
        node instanceof Text &&
        lineBox === box &&
        lines.some((line) => rects.some((rect) => coversLetters(rect, line))) &&
        isDrawnOver(picture, node),
    )?.node;
    if (!covered) continue;
    covering.push(picture);
    // The text overflows a box that is too small for it.
    if (layerOf(picture, covered) === 0) covering.push(covered);
  }
  return covering;
}

/**
 * Minimum length of text that is compared with text of the same block. Drop caps, accents and signs
 * may consist of overlapping letters.
 */
const minOverlapUnits = 3;
/** Text that is compared with that of other blocks, such as numbers of paragraphs. */
const readable = /[\p{L}\p{N}]/u;
/**
 * Overlap as a share of the smaller line, in both directions, above which overlapping lines are
 * illegible.
 */
const minOverlapShare = 0.5;
/** Tolerated overlap of text positioned over text, in px along and as a share across the lines. */
const positionedOverlap = { inlinePx: 1, blockShare: 0.25 };

/** Part of a line that a picture may cover at most, as a multiple of its height. */
const coveredHeights = 0.75;

/** Line height, as a multiple of the font size, below which the letters of two lines overlap. */
const minLineHeight = 0.8;

/** Whether an element's line height is smaller than its letters. */
export function isCrowded(element: Element): boolean {
  const { fontSize, lineHeight } = getComputedStyle(element);
  return Number.parseFloat(lineHeight) < minLineHeight * Number.parseFloat(fontSize);
}

/** Finds elements whose line height is so small that the lines of their text overlap. */
export function findCrowded(all: readonly FoundContent[], root: Element): Set<Element> {
  const found = new Set<Element>();
  for (const { node, rects } of all) {
    const { parentElement } = node;
    if (!(node instanceof Text) || !parentElement || found.has(parentElement)) continue;
    for (const [at, rect] of indexed(rects.slice(1))) {
      const previous = rects[at];
      if (!previous || !touches(previous, rect)) continue;
      const [letters, others] = [
        lettersOf({ node, rect: previous }, root),
        lettersOf({ node, rect }, root),
      ];
      if (!touches(letters, others) || !isCrowded(parentElement)) continue;
      found.add(parentElement);
      break;
    }
  }
  return found;
}

/** Finds pieces of text that overlap. */
export function findOverlappingText(all: readonly FoundContent[], root: Element): Text[] {
  const columns = new Map<number | Element, { node: Text; rect: ColumnRect }[]>();
  for (const { node, rects, box } of all) {
    if (!(node instanceof Text) || (isShort(node) && !readable.test(node.data))) continue;
    for (const rect of rects) {
      const place = box ?? rect.column;
      const lines = columns.get(place);
      if (lines) lines.push({ node, rect });
      else columns.set(place, [{ node, rect }]);
    }
  }
  const found = new Set<Text>();
  for (const lines of columns.values()) {
    lines.sort((one, other) => one.rect.blockStart - other.rect.blockStart);
    for (const [at, one] of indexed(lines)) {
      for (let next = at + 1; next < lines.length; next++) {
        const other = lines[next];
        if (!other || other.rect.blockStart >= one.rect.blockEnd) break;
        if (one.node === other.node || !touches(one.rect, other.rect)) continue;
        const isAnyShort = isShort(one.node) || isShort(other.node);
        if (isAnyShort && blockOf(one.node) === blockOf(other.node)) continue;
        // Ruby is beside the letters of its base, but within the rectangle of its line.
        const [letters, others] = [lettersOf(one, root), lettersOf(other, root)];
        const isOver = overlaps(one.rect, other.rect) && overlaps(letters, others);
        const isLaidOver =
          isOver ||
          (touches(letters, others) && isPositioned(one.node, other.node, root)) ||
          isSpilled(one.node, other.node, root);
        if (!isLaidOver) continue;
        const isSeen = [one, other].every(
          ({ node: { parentElement } }) => parentElement && !isHidden(parentElement, root),
        );
        if (isSeen) found.add(one.node).add(other.node);
      }
    }
  }
  return [...found];
}

function isShort({ data }: Text): boolean {
  return data.trim().length < minOverlapUnits;
}

/** The element whose lines a text belongs to. */
function blockOf({ parentElement }: Text): Element | null {
  let at = parentElement;
  while (at && /^(inline|ruby|contents)/.test(getComputedStyle(at).display)) at = at.parentElement;
  return at;
}

function overlaps(one: ColumnRect, other: ColumnRect): boolean {
  const [inline, block] = overlapOf(one, other);
  return inline.share > minOverlapShare && block.share > minOverlapShare;
}

/** Whether lines overlap enough to cover a part of a letter. */
function touches(one: ColumnRect, other: ColumnRect): boolean {
  const [inline, block] = overlapOf(one, other);
  return inline.px > positionedOverlap.inlinePx && block.share > positionedOverlap.blockShare;
}

/** Returns the overlap along and across the lines, in px and as a share of the smaller one. */
function overlapOf(one: ColumnRect, other: ColumnRect) {
  const of = (start: number, end: number, otherStart: number, otherEnd: number) => {
    const px = Math.min(end, otherEnd) - Math.max(start, otherStart);
    return { px, share: px / Math.min(end - start, otherEnd - otherStart) };
  };
  const none = { px: 0, share: 0 };
  if (one.column !== other.column) return [none, none] as const;
  return [
    of(one.inlineStart, one.inlineEnd, other.inlineStart, other.inlineEnd),
    of(one.blockStart, one.blockEnd, other.blockStart, other.blockEnd),
  ] as const;
}

/** Whether one of two texts is positioned, independently of the other. */
function isPositioned(one: Text, other: Text, root: Element): boolean {
  const isOutside = (text: Text, from: Text) => {
    for (let at = text.parentElement; at && at !== root; at = at.parentElement) {
      if (at.contains(from)) return false;
      if (getComputedStyle(at).position === 'absolute') return true;
    }
    return false;
  };
  return isOutside(one, other) || isOutside(other, one);
}

/** Whether one of two texts overflows a box, such as one with a height, without the other. */
function isSpilled(one: Text, other: Text, root: Element): boolean {
  if (isVertical(getComputedStyle(root).writingMode)) return false;
  const spills = (text: Text, from: Text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const line = [...range.getClientRects()].at(-1);
    if (!line) return false;
    for (let at = text.parentElement; at && at !== root; at = at.parentElement) {
      if (at.contains(from)) return false;
      const end = [...at.getClientRects()].at(-1)?.bottom;
      const isBox = !getComputedStyle(at).display.startsWith('inline');
      if (isBox && end !== undefined && line.bottom > end + line.height / 4) return true;
    }
    return false;
  };
  return spills(one, other) || spills(other, one);
}

/** A line's rectangle without the space that its font reserves above and below the letters. */
function lettersOf({ node, rect }: { node: Text; rect: ColumnRect }, root: Element): ColumnRect {
  const { parentElement } = node;
  if (!parentElement) return rect;
  const { fontSize, writingMode } = getComputedStyle(parentElement);
  const isTurned = isVertical(writingMode) !== isVertical(getComputedStyle(root).writingMode);
  const { inlineStart, inlineEnd, blockStart, blockEnd } = rect;
  const size = isTurned ? inlineEnd - inlineStart : blockEnd - blockStart;
  const space = Math.max(0, size - Number.parseFloat(fontSize)) / 2;
  return isTurned
    ? { ...rect, inlineStart: inlineStart + space, inlineEnd: inlineEnd - space }
    : { ...rect, blockStart: blockStart + space, blockEnd: blockEnd - space };
}

function isVertical(writingMode: string): boolean {
  return writingMode.startsWith('vertical');
}

/** Whether a rectangle covers about two letters of a line, or half of a shorter one. */
function coversLetters(rect: ColumnRect, line: ColumnRect): boolean {
  const block = (line.blockStart + line.blockEnd) / 2;
  const [length, height] = [line.inlineEnd - line.inlineStart, line.blockEnd - line.blockStart];
  const overlap =
    Math.min(rect.inlineEnd, line.inlineEnd) - Math.max(rect.inlineStart, line.inlineStart);
  return (
    rect.column === line.column &&
    overlap > Math.min(coveredHeights * height, length / 2) &&
    rect.blockStart < block &&
    rect.blockEnd > block
  );
}

/**
 * Whether an image is painted over text because it is in a higher layer or later in the same one.
 */
function isDrawnOver(picture: Element, text: Text): boolean {
  if (picture.contains(text)) return false;
  const [over, under] = [layerOf(picture, text), layerOf(text.parentElement, picture)];
  if (over !== under) return over > under;
  return Boolean(text.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/** Returns the level of the layer in which an element is painted, relative to a node outside it. */
function layerOf(element: Element | null, other: Node): number {
  let layer = 0;
  for (let at = element; at && !at.contains(other); at = at.parentElement) {
    const { position, float, transform, opacity, zIndex } = getComputedStyle(at);
    if (position !== 'static' || transform !== 'none' || opacity !== '1') {
      layer = zIndex === 'auto' ? 1 : Math.sign(Number(zIndex)) * 2 || 1;
    } else if (float !== 'none') layer = -1;
  }
  return layer;
}
