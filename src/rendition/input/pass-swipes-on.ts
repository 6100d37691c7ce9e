import type { PageSide } from '../paginated/page-drag.ts';
import type { InputOwner } from './input-owner.ts';

/** Minimum distance in px before the direction of a touch is determined. */
const slackPx = 4;

export interface PassedSwipes {
  owner: InputOwner;
  /** Whether swipes turn pages. False in scrolled mode and on fixed-layout pages, which zoom. */
  isEnabled: () => boolean;
  /** Whether there is a page to reveal when dragging to a side. */
  hasPageOn: (side: PageSide) => boolean;
}

/**
 * Lets horizontal swipes scroll a host page that scrolls sideways, such as a carousel, if they do
 * not belong to the book or the book is at its start or end. Has no effect on other pages.
 */
export function passSwipesOn(
  stage: HTMLElement,
  { owner, isEnabled, hasPageOn }: PassedSwipes,
  signal: AbortSignal,
): void {
  let start: { x: number; y: number } | null = null;
  let isPassed = false;
  /** Whether the current touch turns pages. */
  let isBook = false;
  /** Browsers read `touch-action` before a touch begins. */
  const update = () => {
    const isPannable = isEnabled() && owner.isPageScrollable('x');
    if (isPannable === isPassed) return;
    isPassed = isPannable;
    const value = isPannable ? 'pan-x pan-y pinch-zoom' : '';
    stage.style.touchAction = value;
    stage.style.setProperty('--svc-touch-action', value || null);
  };
  const resize = new ResizeObserver(update);
  resize.observe(stage);
  signal.addEventListener('abort', () => resize.disconnect());
  for (const type of ['pointerenter', 'pointerup', 'pointercancel'] as const) {
    stage.addEventListener(type, update, { signal, passive: true });
  }
  stage.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [touch] = touches;
      isBook = false;
      start = isPassed && touch && touches.length === 1 ? pointOf(touch) : null;
    },
    { signal, passive: true },
  );
  stage.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches;
      if (start && touch) {
        const { x, y } = pointOf(touch);
        const [dx, dy] = [x - start.x, y - start.y];
        if (Math.hypot(dx, dy) < slackPx) return;
        start = null;
        const isSideways = Math.abs(dx) > Math.abs(dy);
        isBook = isSideways && owner.ownsSwipe('x') && hasPageOn(dx < 0 ? 'left' : 'right');
      }
      // Canceling every movement, including the first, prevents the browser from scrolling.
      if (isBook) event.preventDefault();
    },
    { signal, passive: false },
  );
}

function pointOf({ clientX: x, clientY: y }: Touch): { x: number; y: number } {
  return { x, y };
}
