import type { PageLayout } from '../page-layout.ts';
import { lazyCss } from '../css.ts';
import { indexed } from '../../state/indexed.ts';

const rowsClass = 'svc-rows';
const highRowClass = 'svc-high-row';

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
`);

/**
 * Lets pages break between the rows of a table, in engines that keep whole tables together, as
 * Firefox does. Each row becomes a table with the same column widths. If a row is higher than
 * half a page, its cells must be split too, so all but the last become floats.
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
  // Each change invalidates the layout, so all widths are read first.
  const widths = cells.map((inRow) => inRow.map((one) => one.getBoundingClientRect().width));
  for (const [at, inRow] of indexed(cells)) {
    let start = 0;
    for (const [index, { style }] of indexed(inRow)) {
      const width = widths[at]?.[index] ?? 0;
      style.setProperty('--svc-cell', `${width}px`);
      style.setProperty('--svc-cell-start', `${start}px`);
      start += width;
    }
  }
  const { adoptedStyleSheets: sheets } = shadow;
  if (!sheets.includes(rowsSheet())) sheets.push(rowsSheet());
  element.classList.add(rowsClass);
  const high = rows.filter((one) => one.getBoundingClientRect().height > columnBlock / 2);
  for (const one of high) one.classList.add(highRowClass);
  return true;
}

/** Reverts `breakRows` in a section. */
export function undoBreakRows(root: Element): void {
  for (const one of root.querySelectorAll(`.${rowsClass}, .${highRowClass}`))
    one.classList.remove(rowsClass, highRowClass);
}
