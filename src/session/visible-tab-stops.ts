import type { StartFeature } from '../features/feature.ts';

const tabStopSelector = 'a[href], button, audio, video, summary, [tabindex]';

/**
 * Lets the Tab key stop at what is on screen alone: a link elsewhere in the chapter would bring its own page,
 * and who wants to get to the controls would lose the place.
 */
export const limitTabToVisible: StartFeature = (_reader, { page }, signal) => {
  // The focus may come from anywhere in the page around.
  addEventListener(
    'keydown',
    ({ key, altKey, ctrlKey, metaKey }) => {
      if (key !== 'Tab' || altKey || ctrlKey || metaKey) return;
      const left = unseenStops().map((stop) => excludeTabStop(stop));
      // The focus has moved by then.
      setTimeout(() => left.forEach((takeBack) => takeBack()));
    },
    { capture: true, signal },
  );

  function unseenStops(): Element[] {
    const screen = page.getBoundingClientRect();
    const roots = page.rendition?.shadowRoots ?? [];
    const all = roots.flatMap((root) => [...root.querySelectorAll(tabStopSelector)]);
    return all.filter((stop) => ![...stop.getClientRects()].some((box) => overlaps(box, screen)));
  }
};

/** @returns Undoes it. */
function excludeTabStop(stop: Element): () => void {
  const own = stop.getAttribute('tabindex');
  stop.setAttribute('tabindex', '-1');
  return () => {
    if (own === null) stop.removeAttribute('tabindex');
    else stop.setAttribute('tabindex', own);
  };
}

/** Edges that touch do not count: there the next page begins. */
function overlaps(box: DOMRect, screen: DOMRect): boolean {
  return (
    box.right > screen.left + 1 &&
    box.left < screen.right - 1 &&
    box.bottom > screen.top + 1 &&
    box.top < screen.bottom - 1
  );
}
