/**
 * Forced column breaks for Firefox, which knows none (bug 775618). Loaded there alone: the book's
 * sheets say the wish in custom properties too, see `markBreaks`.
 */
export function insertColumnBreaks(elements: readonly Element[]): void {
  for (const element of elements) {
    const style = getComputedStyle(element);
    if (style.getPropertyValue('--svc-break-before')) element.before(createFiller());
    if (style.getPropertyValue('--svc-break-after')) element.after(createFiller());
  }
}

/**
 * As high as a column and never broken, it moves to the next one; a negative margin of its whole
 * height lets what follows begin at its top.
 */
function createFiller(): HTMLElement {
  const made = document.createElement('div');
  made.className = 'svc-break';
  return made;
}
