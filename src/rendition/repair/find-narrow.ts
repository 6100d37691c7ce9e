import type { FoundContent } from './find-lost-content.ts';
import {
  boxesAround,
  columnRects,
  repairedClass,
  type ColumnRect,
  type RepairTarget,
} from './repair-target.ts';

/** Fewer consecutive lines are readable in any width. */
const minLines = 5;
/** Maximum width of a short line, as a multiple of its height. It contains about ten letters. */
const maxShare = 4;
const headingSelector = 'h1, h2, h3, h4, h5, h6';
/** A word that hyphenation may divide. */
const longWord = /\p{L}{6,}/gu;
/** Scripts whose words can be broken anywhere. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;

/**
 * Finds floats, flex rows and grids that are so narrow that a line of their text has only a few
 * letters, or that leave so little width to the text beside them, tables with such cells, and
 * headings with words longer than a line. Books design them for pages wider than a phone.
 *
 * @returns The boxes, each with the largest share of its font size with which its words fit. 1 for
 * all boxes but headings.
 */
export function findNarrow(
  all: readonly FoundContent[],
  target: RepairTarget,
): Map<Element, number> {
  const found = findBrokenHeadings(all, target);
  let floats: { element: Element; rects: ColumnRect[] }[] | null = null;
  for (const { node, rects, box } of all) {
    if (!(node instanceof Text) || box || rects.length <= minLines || unspaced.test(node.data))
      continue;
    const lines = shortLines(rects);
    const { parentElement } = node;
    if (lines.length < minLines || !parentElement || isPreformatted(parentElement)) continue;
    const boxes = boxesAround(node, target.root);
    const around = boxes.find((one) => one.matches('table') || isFloat(one) || isRow(one));
    if (around && lines.length >= rects.length - 1) {
      found.set(around, 1);
      continue;
    }
    floats ??= floatsIn(target);
    for (const { element, rects: parts } of floats) {
      if (element.contains(node)) continue;
      if (parts.some((part) => lines.some((line) => areBeside(part, line)))) found.set(element, 1);
    }
  }
  for (const box of found.keys()) if (box.classList.contains(repairedClass)) found.delete(box);
  return found;
}

/** Finds headings in which a word continues on the next line. */
function findBrokenHeadings(
  all: readonly FoundContent[],
  { pageLayout: { isVertical } }: RepairTarget,
): Map<Element, number> {
  const found = new Map<Element, number>();
  const range = document.createRange();
  for (const { node, rects } of all) {
    const heading = node instanceof Text ? node.parentElement?.closest(headingSelector) : null;
    if (!heading || rects.length < 2 || !(node instanceof Text)) continue;
    for (const { 0: word, index } of node.data.matchAll(longWord)) {
      if (unspaced.test(word)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()];
      if (parts.length < 2) continue;
      const line = Number.parseFloat(getComputedStyle(heading).inlineSize);
      const length = parts.reduce((sum, one) => sum + (isVertical ? one.height : one.width), 0);
      found.set(heading, Math.min(found.get(heading) ?? 1, line / length));
    }
  }
  return found;
}

/** The longest sequence of short lines. The last line of a paragraph may always be short. */
function shortLines(rects: readonly ColumnRect[]): ColumnRect[] {
  let longest: ColumnRect[] = [];
  let current: ColumnRect[] = [];
  for (const [at, rect] of rects.entries()) {
    const { inlineStart, inlineEnd, blockStart, blockEnd } = rect;
    const isShort = inlineEnd - inlineStart < maxShare * (blockEnd - blockStart);
    current = isShort ? [...current, rect] : [];
    if (current.length > longest.length && (at < rects.length - 1 || current.length > minLines))
      longest = current;
  }
  return longest;
}

function floatsIn(target: RepairTarget): { element: Element; rects: ColumnRect[] }[] {
  const toColumns = columnRects(target);
  return target.elements.filter(isFloat).map((element) => ({
    element,
    rects: [...element.getClientRects()].map((rect) => toColumns(rect)),
  }));
}

function isFloat(element: Element): boolean {
  return element instanceof HTMLElement && getComputedStyle(element).float !== 'none';
}

/** Whether a box arranges others beside each other, or is itself beside text. */
function isRow(element: Element): boolean {
  const { display, flexDirection, gridTemplateColumns } = getComputedStyle(element);
  if (display.endsWith('grid')) return gridTemplateColumns.includes(' ');
  return (
    display === 'inline-block' || (display.endsWith('flex') && flexDirection.startsWith('row'))
  );
}

function isPreformatted(element: Element): boolean {
  return /^(pre|break)/.test(getComputedStyle(element).whiteSpace);
}

function areBeside(one: ColumnRect, other: ColumnRect): boolean {
  return (
    one.column === other.column &&
    one.blockStart < other.blockEnd &&
    other.blockStart < one.blockEnd
  );
}
