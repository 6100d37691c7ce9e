import type { StartFeature } from '../features/feature.ts';

const tabStopSelector = 'a[href], button, audio, video, summary, [tabindex]';

/**
 * Limits the Tab key to elements that are completely on screen. Focusing a link elsewhere in the
 * chapter would turn the page or scroll, and a user on the way to the controls would lose the
 * position.
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
    const all = roots.flatMap((root) => [...root.querySelectorAll(tabStopSelector)]);
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

/**
 * Whether the box is completely on screen. A box that is larger than the screen never is, so a part
 * of it is enough. Allows for rounded positions.
 */
function isOnScreen(box: DOMRect, screen: DOMRect): boolean {
  const isLarger = box.width > screen.width + 1 || box.height > screen.height + 1;
  return isLarger
    ? box.right > screen.left + 1 &&
        box.left < screen.right - 1 &&
        box.bottom > screen.top + 1 &&
        box.top < screen.bottom - 1
    : box.left > screen.left - 1 &&
        box.right < screen.right + 1 &&
        box.top > screen.top - 1 &&
        box.bottom < screen.bottom + 1;
}
