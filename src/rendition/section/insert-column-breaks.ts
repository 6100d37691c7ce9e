/**
 * Inserts forced column breaks in Firefox, which does not support them (bug 775618). Loaded only in
 * Firefox. Reads the custom properties set by `addBreakProperties`.
 */
export function insertColumnBreaks(elements: readonly Element[]): void {
  for (const element of elements) {
    const style = getComputedStyle(element);
    if (style.getPropertyValue('--svc-break-before')) element.before(createFiller());
    if (style.getPropertyValue('--svc-break-after')) element.after(createFiller());
  }
}

/**
 * Creates an unbreakable box as high as a column, which moves to the next column. A negative margin
 * of the same size makes the following content start at the top of that column.
 */
function createFiller(): HTMLElement {
  const filler = document.createElement('div');
  filler.className = 'svc-break';
  return filler;
}
