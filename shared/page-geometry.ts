/**
 * A page's margins and columns. The component computes its pages from these numbers in script
 * (`src/rendition/page-layout.ts`), and the server-rendered page uses them in CSS
 * (`server/embed-page/layout-style.ts`). Inline is along the lines, and block is across them. All
 * margins are in px.
 */

/** A margin's share of the page's extent, within the bounds below. */
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

/**
 * Minimum line length, in the book's rem, at which the layout automatically selects two columns.
 */
export const minColumnRem = 20;
