import { lazyCss } from '../css.ts';

const releasedClass = 'svc-released';

/** Specific enough to override the book's rules. */
const releasedSheet = lazyCss(
  `.${releasedClass}:not(#_):not(#_), .${releasedClass}:not(#_):not(#_) :is(td, th, col, colgroup) {
    width: auto !important;
    min-width: 0 !important;
  }`,
);

/**
 * Lets the cells of tables share the width of the column, whatever widths the book states for them.
 * Books state widths for pages that are wider than a phone.
 */
export function releaseWidths(root: Element, tables: ReadonlySet<Element>): void {
  const shadow = root.getRootNode();
  if (tables.size === 0 || !(shadow instanceof ShadowRoot)) return;
  const sheet = releasedSheet();
  if (!shadow.adoptedStyleSheets.includes(sheet)) shadow.adoptedStyleSheets.push(sheet);
  for (const { classList } of tables) classList.add(releasedClass);
}

/** Restores the book's widths in an element and the elements inside it. */
export function restoreWidths(root: Element): void {
  root.classList.remove(releasedClass);
  for (const { classList } of root.querySelectorAll(`.${releasedClass}`))
    classList.remove(releasedClass);
}
