import type { Direction, WritingMode } from '../../server/epub/contract.ts';
import {
  marginShare,
  maxBlockMargin,
  maxInlineMargin,
  maxVerticalBlockMargin,
  maxVerticalInlineMargin,
  minBlockMargin,
  minColumnRem as minAutoColumnRem,
  minInlineMargin,
  minVerticalBlockMargin,
  minVerticalInlineMargin,
} from '../../shared/page-geometry.ts';
import type { ColumnChoice } from '../state/settings.ts';

/** The space available to a page and the text to lay out. */
export interface PageLayoutOptions {
  /** Size of the reader's stage, in px. */
  width: number;
  height: number;
  /** Size of the book's rem in px. */
  rem: number;
  /** Maximum line length in rem. */
  measure: number;
  columns: ColumnChoice;
  /** Factor applied to the default margins. Defaults to 1. */
  margins?: number;
  writingMode: WritingMode;
  direction: Direction;
}

/**
 * Page geometry in a section's scroller, in px. The inline axis runs along the lines and the block
 * axis across them. Inline lengths are integers so that no rounding error accumulates over a
 * thousand pages.
 */
export interface PageLayout {
  isVertical: boolean;
  direction: Direction;
  /** Distance from one page to the next, which is also the scroller's size. */
  pageInline: number;
  pageBlock: number;
  columnInline: number;
  columnBlock: number;
  gap: number;
  marginBlock: number;
  /** Number of columns per page. */
  columns: 1 | 2;
}

/**
 * Minimum line length in rem for two columns, when chosen automatically or requested by the reader.
 */
const minColumnRem = { auto: minAutoColumnRem, two: 12 };

export function layOutPage(request: PageLayoutOptions): PageLayout {
  const { rem, measure, direction, writingMode } = request;
  const width = Math.max(80, Math.floor(request.width));
  const height = Math.max(80, Math.floor(request.height));
  const { margins = 1 } = request;
  if (writingMode !== 'horizontal-tb') return layOutVerticalPage(width, height, direction, margins);

  const margin = marginOf(width, minInlineMargin, maxInlineMargin, margins);
  const columns = fitsTwoColumns(request.columns, width, height, rem, margin) ? 2 : 1;
  const leaf = Math.min(Math.floor(width / columns), Math.round(measure * rem) + 2 * margin);
  const marginBlock = marginOf(height, minBlockMargin, maxBlockMargin, margins);
  return {
    isVertical: false,
    direction,
    pageInline: leaf * columns,
    pageBlock: height,
    columnInline: leaf - 2 * margin,
    columnBlock: height - 2 * marginBlock,
    gap: 2 * margin,
    marginBlock,
    columns,
  };
}

function fitsTwoColumns(
  wanted: ColumnChoice,
  width: number,
  height: number,
  rem: number,
  margin: number,
): boolean {
  if (wanted === 'one') return false;
  const fits = width >= 2 * (minColumnRem[wanted] * rem + 2 * margin);
  return fits && (wanted === 'two' || width > height);
}

/**
 * Lays out pages for vertical lines. Pages are stacked downward, and each is one column across the
 * whole width.
 */
function layOutVerticalPage(
  width: number,
  height: number,
  direction: Direction,
  margins: number,
): PageLayout {
  const margin = marginOf(height, minVerticalInlineMargin, maxVerticalInlineMargin, margins);
  const marginBlock = marginOf(width, minVerticalBlockMargin, maxVerticalBlockMargin, margins);
  return {
    isVertical: true,
    direction,
    pageInline: height,
    pageBlock: width,
    columnInline: height - 2 * margin,
    columnBlock: width - 2 * marginBlock,
    gap: 2 * margin,
    marginBlock,
    columns: 1,
  };
}

function marginOf(extent: number, least: number, most: number, margins: number): number {
  return Math.round(Math.min(most, Math.max(least, extent * marginShare)) * margins);
}

/**
 * The number of pages. @param inlineEnd - End of the last column, in px from the start of the
 * first.
 */
export function countPages(inlineEnd: number, plan: PageLayout): number {
  const columns = Math.ceil((inlineEnd + plan.gap - 1) / (plan.columnInline + plan.gap));
  return Math.max(1, Math.ceil(columns / plan.columns));
}

/**
 * The 0-based page that shows the point at `inline` px, rounded, from the start of the first
 * column.
 */
export function pageAtInline(inline: number, plan: PageLayout): number {
  const column = Math.floor((inline + plan.gap / 2 + 1) / (plan.columnInline + plan.gap));
  return Math.max(0, Math.floor(column / plan.columns));
}

/**
 * Scroll offset of a page (the inverse of `pageAtScroll`). Negative if the axis runs from right to
 * left.
 */
export function scrollOfPage(page: number, plan: PageLayout): number {
  const scroll = page * plan.pageInline;
  return plan.direction === 'rtl' && scroll !== 0 ? -scroll : scroll;
}

/** The 0-based page nearest to a scroll offset. */
export function pageAtScroll(scroll: number, plan: PageLayout): number {
  return Math.round(Math.abs(scroll) / plan.pageInline);
}

/** Inline distance in px from the start of the first column to the start of a rectangle. */
export function inlineStart(
  rect: Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>,
  origin: Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>,
  scroll: number,
  plan: PageLayout,
): number {
  const isBackward = plan.direction === 'rtl';
  const fromEdge = plan.isVertical
    ? isBackward
      ? origin.bottom - rect.bottom
      : rect.top - origin.top
    : isBackward
      ? origin.right - rect.right
      : rect.left - origin.left;
  return fromEdge + Math.abs(scroll) - plan.gap / 2;
}
