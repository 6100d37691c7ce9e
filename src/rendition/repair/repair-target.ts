import type { PageLayout } from '../page-layout.ts';

/** Class of changed elements. `data-repair` has the details. */
export const repairedClass = 'svc-demoted';

/** Newly laid out content of a section. */
export interface RepairTarget {
  root: Element;
  /** The box with the columns. */
  sheet: HTMLElement;
  /** The elements to check: all elements that are laid out, or those of another slice. */
  elements: readonly Element[];
  pageLayout: PageLayout;
  /** Whether the section is as long as its text rather than divided into pages. */
  isScrolled?: boolean;
}

/** A piece of content that is visible either completely or not at all. */
export type Content = Text | Element;

/**
 * Returns the elements around a piece of content, from the innermost element to a child of the
 * document's body.
 */
export function boxesAround(content: Content, root: Element): Element[] {
  const boxes: Element[] = [];
  const first = content instanceof Text ? content.parentElement : content;
  for (let at = first; at && at !== root && !at.matches('.svc-body'); at = at.parentElement) {
    if (!at.matches('.svc-scroll-box')) boxes.push(at);
  }
  return boxes;
}

/** Position of a rectangle in the columns, in px along and across the lines. */
export interface ColumnRect {
  /** Index of the column, from 0; negative before the first. */
  column: number;
  /** Distances from the start of the column. */
  inlineStart: number;
  inlineEnd: number;
  blockStart: number;
  blockEnd: number;
}

/**
 * Converts a rectangle on the screen to its position in the column in which `line` starts. `line`
 * defaults to the rectangle.
 */
type ToColumnRect = (rect: DOMRectReadOnly, line?: DOMRectReadOnly) => ColumnRect;

export function columnRects(target: RepairTarget): ToColumnRect {
  const { sheet, pageLayout, isScrolled } = target;
  const { columnInline, gap, isVertical, direction } = pageLayout;
  const sheetRect = sheet.getBoundingClientRect();
  // The host page may scale the reader.
  const scale = sheetRect.width / sheet.offsetWidth || 1;
  const isRightToLeft = direction === 'rtl';
  const blocksFromRight = getComputedStyle(sheet).writingMode === 'vertical-rl';
  const slot = isScrolled ? Infinity : columnInline + gap;
  const inlineOf = ({ left, right, top, bottom }: DOMRectReadOnly) => {
    if (isVertical) {
      return isRightToLeft
        ? [sheetRect.bottom - bottom, sheetRect.bottom - top]
        : [top - sheetRect.top, bottom - sheetRect.top];
    }
    return isRightToLeft
      ? [sheetRect.right - right, sheetRect.right - left]
      : [left - sheetRect.left, right - sheetRect.left];
  };
  const blockOf = ({ left, right, top, bottom }: DOMRectReadOnly) => {
    if (!isVertical) return [top - sheetRect.top, bottom - sheetRect.top];
    return blocksFromRight
      ? [sheetRect.right - right, sheetRect.right - left]
      : [left - sheetRect.left, right - sheetRect.left];
  };
  return (rect, line = rect) => {
    const [inlineStart = 0, inlineEnd = 0] = inlineOf(rect);
    const [blockStart = 0, blockEnd = 0] = blockOf(rect);
    const lineStart = (inlineOf(line)[0] ?? 0) / scale;
    const column = isScrolled ? 0 : Math.floor((lineStart + gap / 2 + 1) / slot);
    const origin = isScrolled ? 0 : column * slot;
    return {
      column,
      inlineStart: inlineStart / scale - origin,
      inlineEnd: inlineEnd / scale - origin,
      blockStart: blockStart / scale,
      blockEnd: blockEnd / scale,
    };
  };
}
