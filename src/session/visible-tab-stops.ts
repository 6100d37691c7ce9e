import { enlargeButtonOf } from '../rendition/section/scroll-box.ts';
import type { StartFeature } from '../features/feature.ts';

const tabStopSelector = 'a[href], button, audio, video, summary, [tabindex]';

/**
 * Limits the Tab key to elements that are completely on screen or fill it. Focusing a link
 * elsewhere in the chapter would turn the page or scroll, and a user on the way to the controls
 * would lose the position.
 */
export const limitTabToVisible: StartFeature = (_reader, { page }, signal) => {
  // Listen on the window because focus may come from elsewhere on the page.
  addEventListener(
    'keydown',
    ({ key, altKey, ctrlKey, metaKey }) => {
      if (key !== 'Tab' || altKey || ctrlKey || metaKey) return;
      const restorers = hiddenStops().map((stop) => excludeTabStop(stop));
      // By then, the browser has moved focus.
      setTimeout(() => restorers.forEach((restore) => restore()));
    },
    { capture: true, signal },
  );

  function hiddenStops(): Element[] {
    const screen = page.getBoundingClientRect();
    const roots = page.rendition?.shadowRoots ?? [];
    const stops = roots.flatMap((root) => [...root.querySelectorAll(tabStopSelector)]);
    const all = stops.flatMap((stop) => {
      const button = enlargeButtonOf(stop);
      return button ? [stop, button] : [stop];
    });
    return all.filter((stop) => ![...stop.getClientRects()].some((box) => isOnScreen(box, screen)));
  }
};

/** @returns A function that restores the tab stop. */
function excludeTabStop(stop: Element): () => void {
  const original = stop.getAttribute('tabindex');
  stop.setAttribute('tabindex', '-1');
  return () => {
    if (original === null) stop.removeAttribute('tabindex');
    else stop.setAttribute('tabindex', original);
  };
}

/** Whether the box is on screen or fills it, so that the browser does not scroll to show it. */
function isOnScreen(box: DOMRect, screen: DOMRect): boolean {
  return (
    isInside(box.left, box.right, screen.left, screen.right) &&
    isInside(box.top, box.bottom, screen.top, screen.bottom)
  );
}

/** Whether a range is inside the limits or, if it is larger, covers them. Allows for rounding. */
function isInside(start: number, end: number, from: number, to: number): boolean {
  return (start > from - 1 && end < to + 1) || (start < from + 1 && end > to - 1);
}
