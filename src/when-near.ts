/** Distance from the viewport at which a lazy reader opens its book. */
const lazyMargin = '600px';

/** Calls back once an element is near the viewport. Hidden elements, as in a closed `<details>`, are not. */
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
