import type { PageLayout } from '../page-layout.ts';

/** Newly laid-out content of a section. */
export interface RepairTarget {
  root: Element;
  /** The box with the columns. */
  sheet: HTMLElement;
  /** The elements to check: all laid-out ones, or those of another slice. */
  elements: readonly Element[];
  pageLayout: PageLayout;
  /** Whether the section is as long as its text, without pages. */
  isScrolled?: boolean;
}

/** A piece of content that is shown completely or not at all. */
export type Content = Text | Element;

/** Position of a rectangle in the columns; px along and across the lines. */
export interface ColumnRect {
  /** Index of the column, from 0; negative before the first. */
  column: number;
  /** Distances from the start of the column. */
  inlineStart: number;
  inlineEnd: number;
  blockStart: number;
  blockEnd: number;
}

/** Converts rectangles on the screen to positions in the columns. */
export function columnRects(target: RepairTarget): (rect: DOMRectReadOnly) => ColumnRect {
  const { sheet, pageLayout, isScrolled } = target;
  const { columnInline, gap, isVertical, direction } = pageLayout;
  const sheetRect = sheet.getBoundingClientRect();
  // The embedding page may scale the reader.
  const scale = sheetRect.width / sheet.offsetWidth || 1;
  const isRightToLeft = direction === 'rtl';
  const blocksFromRight = getComputedStyle(sheet).writingMode === 'vertical-rl';
  const slot = isScrolled ? Infinity : columnInline + gap;
  return ({ left, right, top, bottom }) => {
    const fromLeft = [left - sheetRect.left, right - sheetRect.left] as const;
    const fromRight = [sheetRect.right - right, sheetRect.right - left] as const;
    const fromTop = [top - sheetRect.top, bottom - sheetRect.top] as const;
    const fromBottom = [sheetRect.bottom - bottom, sheetRect.bottom - top] as const;
    const inline = isVertical
      ? isRightToLeft
        ? fromBottom
        : fromTop
      : isRightToLeft
        ? fromRight
        : fromLeft;
    const block = isVertical ? (blocksFromRight ? fromRight : fromLeft) : fromTop;
    const start = inline[0] / scale;
    const column = isScrolled ? 0 : Math.floor((start + gap / 2 + 1) / slot);
    const origin = isScrolled ? 0 : column * slot;
    return {
      column,
      inlineStart: start - origin,
      inlineEnd: inline[1] / scale - origin,
      blockStart: block[0] / scale,
      blockEnd: block[1] / scale,
    };
  };
}
