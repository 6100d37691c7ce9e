/** Distance from the viewport at which a lazy reader opens its book. */
const lazyMargin = '600px';

/** Minimum visible share of the element. Zero would include collapsed elements. */
const leastRatio = 0.001;

/**
 * Calls back once an element is near the viewport. Elements hidden in a closed `<details>` or in an
 * accordion of no height, for example, do not count.
 */
export function whenNear(element: Element, onNear: () => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ intersectionRatio }) => intersectionRatio >= leastRatio)) return;
      observer.disconnect();
      onNear();
    },
    { rootMargin: lazyMargin, threshold: leastRatio },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
