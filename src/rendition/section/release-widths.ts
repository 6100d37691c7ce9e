import { lazyCss } from '../css.ts';
import type { PageLayout } from '../page-layout.ts';

const releasedClass = 'svc-released';

const stackedClass = 'svc-stacked';
const keptClass = 'svc-kept-size';

/** Maximum width, as a share of the column, of a picture that keeps its size, such as an icon. */
const maxKept = 0.4;

/** Specific enough to override the book's rules. */
const released = `.${releasedClass}:not(#_):not(#_)`;
const stacked = `.${stackedClass}:not(#_):not(#_)`;

/** With a maximum in percent, engines would shrink pictures to leave the width to text. */
const pictureSheet = lazyCss(
  '.flow :is(td, th) :is(img, svg:not(svg svg), video) { max-inline-size: var(--svc-column-inline) !important; }',
);

const releasedSheet = lazyCss(`
  ${released}, ${released} :is(td, th, col, colgroup) {
    width: auto !important;
    min-width: 0 !important;
  }
  /* Numbers of formulas may be in the padding. */
  ${released}:not(:has(math)) :is(td, th) { padding-inline: min(0.3em, 4px) !important; }
  ${released} :is(td, th) :is(img, svg, video):not(.${keptClass}) { max-inline-size: 100% !important; }
  ${released} :is(td, th, h1, h2, h3, h4, h5, h6) { hyphens: auto !important; -webkit-hyphens: auto !important; }
  ${stacked}, ${stacked} > tbody, ${stacked} > tbody > tr, ${stacked} > tbody > tr > td {
    display: block !important;
    width: auto !important;
    min-width: 0 !important;
    height: auto !important;
  }
`);

/** Keeps the size of pictures in tables up to the width of the column. */
export function keepPictures(root: Element): void {
  if (root.querySelector(':is(td, th) :is(img, svg, video)')) adopt(pictureSheet(), root);
}

function adopt(sheet: CSSStyleSheet, root: Element): void {
  const shadow = root.getRootNode();
  if (!(shadow instanceof ShadowRoot) || shadow.adoptedStyleSheets.includes(sheet)) return;
  shadow.adoptedStyleSheets.push(sheet);
}

/**
 * Lets the cells of tables share the width of the column, whatever widths and paddings the book
 * states for them, and hyphenates their words. Books are designed for pages wider than a phone.
 */
export function releaseWidths(
  root: Element,
  tables: ReadonlySet<Element>,
  { columnInline }: Pick<PageLayout, 'columnInline'>,
): void {
  if (tables.size === 0) return;
  adopt(releasedSheet(), root);
  for (const table of tables) {
    table.classList.add(releasedClass);
    // All pictures except small ones may shrink to any size.
    for (const image of table.querySelectorAll('img')) {
      const width = Number(image.getAttribute('width')) || image.naturalWidth;
      if (width <= columnInline * maxKept) image.classList.add(keptClass);
    }
  }
}

/**
 * Places the cells of a table below each other if it has a single row without headings, such as a
 * table that places a picture beside a title. Returns false for other tables.
 */
export function stackCells(table: Element): boolean {
  if (!(table instanceof HTMLTableElement) || table.rows.length !== 1) return false;
  const [row] = table.rows;
  if (!row || row.cells.length < 2 || table.querySelector('th, table, caption')) return false;
  table.classList.add(stackedClass);
  return true;
}

/** Restores the book's layout of the tables in an element, and of the element itself. */
export function restoreWidths(root: Element): void {
  for (const name of [releasedClass, stackedClass, keptClass]) {
    root.classList.remove(name);
    for (const { classList } of root.querySelectorAll(`.${name}`)) classList.remove(name);
  }
}
