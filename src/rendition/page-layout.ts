import type { Direction, WritingMode } from '../../server/epub/contract.ts';
import type { ColumnChoice } from '../state/settings.ts';

/** The space for a page, and the text settings. */
export interface PageLayoutOptions {
  /** Size of the stage in px. */
  width: number;
  height: number;
  /** Root font size of the book in px. */
  rem: number;
  /** Maximum line length in rem. */
  measure: number;
  columns: ColumnChoice;
  /** Factor of the usual margins; 1 by default. */
  margins?: number;
  writingMode: WritingMode;
  direction: Direction;
}

/**
 * Layout of a section’s pages. Inline is along the lines, block is across them; all sizes in px. Sizes along
 * the inline axis are integers, so that no rounding error accumulates over a thousand pages.
 */
export interface PageLayout {
  isVertical: boolean;
  direction: Direction;
  /** Distance from one page to the next; also the inline size of the scroller. */
  pageInline: number;
  pageBlock: number;
  columnInline: number;
  columnBlock: number;
  gap: number;
  marginBlock: number;
  /** Columns on one page. */
  columns: 1 | 2;
}

/** Minimum column width in rem for two columns: chosen automatically, or by the reader. */
const minColumnRem = { auto: 20, two: 12 };

export function layOutPage(request: PageLayoutOptions): PageLayout {
  const { rem, measure, direction, writingMode } = request;
  const width = Math.max(80, Math.floor(request.width));
  const height = Math.max(80, Math.floor(request.height));
  const { margins = 1 } = request;
  if (writingMode !== 'horizontal-tb') return layOutVerticalPage(width, height, direction, margins);

  const margin = marginOf(width, 24, 56, margins);
  const columns = fitsTwoColumns(request.columns, width, height, rem, margin) ? 2 : 1;
  const pageWidth = Math.min(Math.floor(width / columns), Math.round(measure * rem) + 2 * margin);
  const marginBlock = marginOf(height, 12, 40, margins);
  return {
    isVertical: false,
    direction,
    pageInline: pageWidth * columns,
    pageBlock: height,
    columnInline: pageWidth - 2 * margin,
    columnBlock: height - 2 * marginBlock,
    gap: 2 * margin,
    marginBlock,
    columns,
  };
}

function fitsTwoColumns(
  choice: ColumnChoice,
  width: number,
  height: number,
  rem: number,
  margin: number,
): boolean {
  if (choice === 'one') return false;
  const fits = width >= 2 * (minColumnRem[choice] * rem + 2 * margin);
  return fits && (choice === 'two' || width > height);
}

/** Lays out vertical text: pages follow each other downward, one column across the whole width. */
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

function marginOf(extent: number, min: number, max: number, margins: number): number {
  return Math.round(Math.min(max, Math.max(min, extent * 0.065)) * margins);
}

/** Number of pages. @param inlineEnd - End of the last column, from the start of the first, in px. */
export function countPages(inlineEnd: number, plan: PageLayout): number {
  const columns = Math.ceil((inlineEnd + plan.gap - 1) / (plan.columnInline + plan.gap));
  return Math.max(1, Math.ceil(columns / plan.columns));
}

/** Page (from 0) at an inline distance in px from the start of the first column. */
export function pageAtInline(inline: number, plan: PageLayout): number {
  const column = Math.floor((inline + plan.gap / 2) / (plan.columnInline + plan.gap));
  return Math.max(0, Math.floor(column / plan.columns));
}

/** Scroll offset of a page in px, the inverse of `pageAtScroll`; negative in right-to-left text. */
export function scrollOfPage(page: number, plan: PageLayout): number {
  const scroll = page * plan.pageInline;
  return plan.direction === 'rtl' && scroll !== 0 ? -scroll : scroll;
}

/** Page (from 0) nearest to a scroll offset. */
export function pageAtScroll(scroll: number, plan: PageLayout): number {
  return Math.round(Math.abs(scroll) / plan.pageInline);
}

/** Inline distance in px between the start of a rectangle and the start of the first column. */
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
