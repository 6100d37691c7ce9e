/**
 * Inserts forced column breaks in Firefox, which does not support them (bug 775618), and is only loaded there.
 * Reads the custom properties set by `addBreakProperties`.
 */
export function insertColumnBreaks(elements: readonly Element[]): void {
  for (const element of elements) {
    const style = getComputedStyle(element);
    if (style.getPropertyValue('--svc-break-before')) element.before(createFiller());
    if (style.getPropertyValue('--svc-break-after')) element.after(createFiller());
  }
}

/**
 * An unbreakable box as high as a column, which moves to the next one; a negative margin of the same size lets
 * the following content start at its top.
 */
function createFiller(): HTMLElement {
  const filler = document.createElement('div');
  filler.className = 'svc-break';
  return filler;
}
