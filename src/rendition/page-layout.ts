import type { Direction, WritingMode } from '../../server/epub/contract.ts';
import type { ColumnChoice } from '../state/settings.ts';

/** The room a page may take, and the text that goes into it. */
export interface PageLayoutOptions {
  /** Of the reader's stage, in px. */
  width: number;
  height: number;
  /** px of one rem of the book. */
  rem: number;
  /** Longest line in rem. */
  measure: number;
  columns: ColumnChoice;
  /** Share of the usual margins; 1 unless set. */
  margins?: number;
  writingMode: WritingMode;
  direction: Direction;
}

/**
 * How pages lie in a section's scroller. Inline is along the lines, block across them; all px.
 * Everything along the inline axis is a whole number, so that no error adds up over a thousand pages.
 */
export interface PageLayout {
  isVertical: boolean;
  direction: Direction;
  /** From one page to the next: also the size of the scroller. */
  pageInline: number;
  pageBlock: number;
  columnInline: number;
  columnBlock: number;
  gap: number;
  marginBlock: number;
  /** Columns on one page. */
  columns: 1 | 2;
}

/** Narrower lines than this, in rem, are worse than one column; and this is least where two are wanted. */
const minColumnRem = { auto: 20, two: 12 };

export function layOutPage(request: PageLayoutOptions): PageLayout {
  const { rem, measure, direction, writingMode } = request;
  const width = Math.max(80, Math.floor(request.width));
  const height = Math.max(80, Math.floor(request.height));
  const { margins = 1 } = request;
  if (writingMode !== 'horizontal-tb') return layOutVerticalPage(width, height, direction, margins);

  const margin = marginOf(width, 24, 56, margins);
  const columns = fitsTwoColumns(request.columns, width, height, rem, margin) ? 2 : 1;
  const leaf = Math.min(Math.floor(width / columns), Math.round(measure * rem) + 2 * margin);
  const marginBlock = marginOf(height, 12, 40, margins);
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

/** Lines run down, so pages are stacked downward; a page is one column across the whole width. */
function layOutVerticalPage(
  width: number,
  height: number,
  direction: Direction,
  margins: number,
): PageLayout {
  const margin = marginOf(height, 16, 48, margins);
  const marginBlock = marginOf(width, 24, 72, margins);
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
  return Math.round(Math.min(most, Math.max(least, extent * 0.065)) * margins);
}

/** Pages that so much text needs. @param inlineEnd - Where its last column ends, from the first's start. */
export function countPages(inlineEnd: number, plan: PageLayout): number {
  const columns = Math.ceil((inlineEnd + plan.gap - 1) / (plan.columnInline + plan.gap));
  return Math.max(1, Math.ceil(columns / plan.columns));
}

/** The page, from 0, that shows a point so far from the first column's start. */
export function pageAtInline(inline: number, plan: PageLayout): number {
  const column = Math.floor((inline + plan.gap / 2) / (plan.columnInline + plan.gap));
  return Math.max(0, Math.floor(column / plan.columns));
}

/** Inverse of `pageAtScroll`: the scroll offset of a page; negative where the axis runs backwards. */
export function scrollOfPage(page: number, plan: PageLayout): number {
  const scroll = page * plan.pageInline;
  return plan.direction === 'rtl' && scroll !== 0 ? -scroll : scroll;
}

/** The page, from 0, that a scroll offset is nearest to. */
export function pageAtScroll(scroll: number, plan: PageLayout): number {
  return Math.round(Math.abs(scroll) / plan.pageInline);
}

/** How far a rectangle's start lies from the first column's start along the lines. */
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
