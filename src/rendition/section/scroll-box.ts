export const boxClass = 'svc-scroll-box';
const demotedClass = 'svc-demoted';

/** The scroll box around an element, or null if there is none. */
export function scrollBoxOf(element: Element | null): Element | null {
  return element?.closest(`.${boxClass}`) ?? null;
}

/**
 * The button that opens the content of a scroll box in the media viewer, or null without one. It is
 * in a shadow root, where the book's rules neither match nor count it.
 */
export function enlargeButtonOf(box: Element | null): HTMLButtonElement | null {
  return box?.shadowRoot?.querySelector('button') ?? null;
}

/** Reverts `fitOversized`, `repairLayout` and forced breaks, before a new layout. */
export function undoFitOversized(root: Element): void {
  for (const filler of root.querySelectorAll('.svc-break')) filler.remove();
  for (const box of root.querySelectorAll(`.${boxClass}`)) box.replaceWith(...box.childNodes);
  for (const box of root.querySelectorAll(`.${demotedClass}`)) box.classList.remove(demotedClass);
}
