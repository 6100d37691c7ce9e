import type { PageLayout } from '../page-layout.ts';
import { lazyCss } from '../css.ts';
import { boxClass } from './scroll-box.ts';

const splitRowClass = 'svc-split-row';

/** Maximum number of additional layouts. Most tables need one or two. */
const maxRounds = 8;

/** Specific enough to override the book's rules. */
const splitRowSheet = lazyCss(
  `.${splitRowClass}:not(#_):not(#_) > :is(td, th) { vertical-align: top !important; }`,
);

/** The last page layout of each section, and the positions of rows in it. */
const settled = new WeakMap<Element, { pageLayout: PageLayout; positions: string }>();

/**
 * Lays out tables that span pages again until their rows keep their positions. The height of a row
 * in WebKit depends on the page breaks that the row had in the last layout, so each later layout,
 * such as that of more text, would move the pages after the row.
 *
 * Aligns the cells of rows that span pages at the top, because other rows may never settle.
 */
export function settleTables(root: Element, sheet: Element, pageLayout: PageLayout): void {
  // Only WebKit hangs punctuation.
  if (!CSS.supports('hanging-punctuation', 'first')) return;
  const last = settled.get(root);
  let before = '';
  if (last?.pageLayout === pageLayout) before = last.positions;
  else for (const row of splitRows(root)) row.classList.remove(splitRowClass);
  for (let round = 0; round < maxRounds; round++) {
    const start = sheet.getBoundingClientRect();
    const tables = [...root.querySelectorAll('table')].filter(
      (table) => table.getClientRects().length > 1 && !table.closest(`.${boxClass}`),
    );
    const rows = tables.flatMap((table) => [...table.rows]);
    const rects = rows.map((row) => row.getClientRects());
    const positions = rects.map((parts) => positionOf(parts, start)).join(' ');
    if (positions === before) break;
    before = positions;
    // Each change invalidates the layout, so all positions are read first.
    adoptSheet(root);
    for (const [at, { classList }] of rows.entries())
      if ((rects[at]?.length ?? 0) > 1) classList.add(splitRowClass);
    // A property without effect on tables, whose change lays them out again.
    for (const { style } of tables) style.gridAutoRows = style.gridAutoRows ? '' : '1px';
  }
  settled.set(root, { pageLayout, positions: before });
}

function splitRows(root: Element): Iterable<Element> {
  return root.querySelectorAll(`.${splitRowClass}`);
}

function positionOf(parts: DOMRectList, start: DOMRect): string {
  return [...parts]
    .map(({ left, top }) => `${Math.round(left - start.left)},${Math.round(top - start.top)}`)
    .join();
}

function adoptSheet(root: Element): void {
  const shadow = root.getRootNode();
  const sheet = splitRowSheet();
  if (shadow instanceof ShadowRoot && !shadow.adoptedStyleSheets.includes(sheet))
    shadow.adoptedStyleSheets.push(sheet);
}
