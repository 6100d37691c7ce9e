/** Distance from the viewport at which a lazy reader opens its book. */
const lazyMargin = '600px';

/**
 * Calls back once an element is near the viewport. Elements hidden in a closed `<details>`, for
 * example, do not count.
 */
export function whenNear(element: Element, onNear: () => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onNear();
    },
    { rootMargin: lazyMargin },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
