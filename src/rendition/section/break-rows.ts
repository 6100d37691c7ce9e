import type { PageLayout } from '../page-layout.ts';
import { lazyCss } from '../css.ts';
import { indexed } from '../../state/indexed.ts';

const rowsClass = 'svc-rows';
const highRowClass = 'svc-high-row';
const stackedRowClass = 'svc-stacked-row';

/** Specific enough to override the book's rules. */
const table = `.${rowsClass}:not(#_):not(#_)`;
const row = `:is(${table}, ${table} > *) > tr`;

const rowsSheet = lazyCss(`
  ${table}, ${table} > :is(thead, tbody, tfoot, caption) { display: block !important; }
  ${table} > :is(colgroup, col) { display: none !important; }
  ${row} { display: table !important; table-layout: fixed !important; inline-size: 100% !important; break-inside: avoid !important; }
  ${row} > :is(td, th) { box-sizing: border-box !important; inline-size: var(--svc-cell) !important; }
  ${row}.${highRowClass} { display: flow-root !important; break-inside: auto !important; }
  ${row}.${highRowClass} > :is(td, th) { display: block !important; float: inline-start !important; break-inside: auto !important; }
  ${row}.${highRowClass} > :last-child { float: none !important; inline-size: auto !important; margin-inline-start: var(--svc-cell-start) !important; }
  ${row}.${stackedRowClass} { display: block !important; break-inside: auto !important; }
  ${row}.${stackedRowClass} > :is(td, th) { display: block !important; break-inside: auto !important; }
`);

/**
 * Lets pages break between the rows of a table, in engines that keep whole tables together, as
 * Firefox does. Each row becomes a table with the same column widths. If a row is higher than
 * half a page, its cells must be split too, so all but the last become floats, unless the book
 * stacks the cells.
 *
 * @returns False if the table cannot be split because cells span rows.
 */
export function breakRows(element: Element, { columnBlock, isVertical }: PageLayout): boolean {
  const shadow = element.getRootNode();
  if (isVertical || !(element instanceof HTMLTableElement) || !(shadow instanceof ShadowRoot))
    return false;
  const rows = [...element.rows];
  const cells = rows.map((one) => [...one.cells]);
  if (cells.some((inRow) => inRow.some(({ rowSpan }) => rowSpan > 1))) return false;
  // Each change invalidates the layout, so all positions are read first.
  const placed = cells.map((inRow) => inRow.map((one) => one.getBoundingClientRect()));
  const stacked = placed.map(areStacked);
  for (const [at, inRow] of indexed(cells)) {
    const [first] = placed[at] ?? [];
    for (const [index, { style }] of indexed(inRow)) {
      const rect = placed[at]?.[index];
      if (!first || !rect) continue;
      // In the direction of the text, whichever it is.
      const start = Math.max(rect.left - first.left, first.right - rect.right);
      style.setProperty('--svc-cell', `${rect.width}px`);
      style.setProperty('--svc-cell-start', `${start}px`);
    }
  }
  const { adoptedStyleSheets: sheets } = shadow;
  if (!sheets.includes(rowsSheet())) sheets.push(rowsSheet());
  element.classList.add(rowsClass);
  const heights = rows.map((one) => one.getBoundingClientRect().height);
  for (const [at, { classList }] of indexed(rows)) {
    if ((heights[at] ?? 0) > columnBlock / 2)
      classList.add(stacked[at] ? stackedRowClass : highRowClass);
  }
  return true;
}

/** Whether each cell of a row is below the one before it. */
function areStacked(cells: readonly DOMRect[]): boolean {
  return cells.every((cell, at) => at === 0 || cell.top >= (cells[at - 1]?.bottom ?? 0) - 1);
}

/** Reverts `breakRows` in a section. */
export function undoBreakRows(root: Element): void {
  const names = [rowsClass, highRowClass, stackedRowClass];
  for (const one of root.querySelectorAll(names.map((name) => `.${name}`).join()))
    one.classList.remove(...names);
}
