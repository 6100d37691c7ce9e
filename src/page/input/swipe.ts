import { hasSelection } from './selection.ts';

export interface SwipeHandlers {
  /** The pages follow the finger, so many px to the right. */
  onPull: (dx: number) => void;
  /** The finger left: the side it pulled to when that was a swipe, else null. */
  onRelease: (side: 'left' | 'right' | null) => void;
  roots: () => readonly ShadowRoot[];
  /** Whether pages are turned here at all. */
  isWanted: () => boolean;
}

/** px before a touch counts as a swipe: below it is a tap with a shaky finger. */
const slack = 8;
/** A swipe is this share of the page, or this fast in px per ms. */
const leastShare = 0.2;
const leastSpeed = 0.35;

/** Sideways swipes by finger or pen. A selection ends them: the finger is at work on that. */
export function listenForSwipes(
  stage: HTMLElement,
  { onPull, onRelease, roots, isWanted }: SwipeHandlers,
  signal: AbortSignal,
): void {
  let start: { id: number; x: number; y: number; timeMs: number } | null = null;
  let isPulling = false;

  const end = (side: 'left' | 'right' | null) => {
    start = null;
    if (isPulling) onRelease(side);
    isPulling = false;
  };
  const on = <Name extends 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'>(
    name: Name,
    listener: (event: PointerEvent) => void,
  ) => stage.addEventListener(name, listener, { signal });

  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !isWanted()) return;
    if (start || !event.isPrimary) return end(null);
    const isInBox = event
      .composedPath()
      .some((one) => one instanceof Element && one.matches('.svc-scroll-box, audio, video'));
    if (isInBox || hasSelection(roots())) return;
    start = { id: event.pointerId, x: event.clientX, y: event.clientY, timeMs: event.timeStamp };
  });
  on('pointermove', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    if (!isPulling) {
      const isSideways = Math.abs(dx) > Math.abs(event.clientY - start.y);
      if (Math.abs(dx) < slack) return;
      if (!isSideways || hasSelection(roots())) return end(null);
      isPulling = true;
      stage.setPointerCapture(event.pointerId);
    }
    onPull(dx - Math.sign(dx) * slack);
  });
  on('pointerup', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    const speed = Math.abs(dx) / Math.max(1, event.timeStamp - start.timeMs);
    const isSwipe =
      isPulling && (Math.abs(dx) > stage.clientWidth * leastShare || speed > leastSpeed);
    end(isSwipe ? (dx < 0 ? 'left' : 'right') : null);
  });
  on('pointercancel', () => end(null));
}
