/**
 * Margins and columns of a page. The component computes its pages from these numbers in script
 * (`src/rendition/page-layout.ts`), the server-rendered page in CSS (`server/embed-page/layout-style.ts`).
 * Inline is along the lines, block across them; all margins in px.
 */

/** Share of the page's extent that a margin takes, within the bounds below. */
export const marginShare = 0.065;

/** Pages with horizontal lines. */
export const minInlineMargin = 24;
export const maxInlineMargin = 56;
export const minBlockMargin = 12;
export const maxBlockMargin = 40;

/** Pages with vertical lines. */
export const minVerticalInlineMargin = 16;
export const maxVerticalInlineMargin = 48;
export const minVerticalBlockMargin = 24;
export const maxVerticalBlockMargin = 72;

/** Shortest line of two columns that the layout selects automatically, in rem of the book. */
export const minColumnRem = 20;
