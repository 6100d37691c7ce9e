import type { PageSide } from '../paginated/page-drag.ts';
import type { PageDragGesture } from './page-drag-gesture.ts';
import { hasSelection } from '../selection.ts';
import { adjacentSection } from '../../state/reading-order.ts';
import type { Rendition } from '../rendition.ts';
import { isNextLeft } from '../reading-direction.ts';

/** The speed is computed from movement in this last interval, in ms. */
const velocityWindowMs = 100;

/** Minimum interval for computing a speed, in ms. Events closer together would exaggerate it. */
const minIntervalMs = 8;

/** Tracks a pointer's horizontal speed over its most recent movement. */
class VelocityTracker {
  #points: { x: number; timeMs: number }[] = [];

  addPoint(x: number, timeMs: number): void {
    this.#points = this.#points.filter((one) => timeMs - one.timeMs <= velocityWindowMs);
    this.#points.push({ x, timeMs });
  }

  /** Velocity in px per ms, positive to the right. */
  get velocity(): number {
    const first = this.#points[0];
    const last = this.#points.at(-1);
    if (!first || !last || first === last) return 0;
    return (last.x - first.x) / Math.max(minIntervalMs, last.timeMs - first.timeMs);
  }
}

/** Minimum length in px of a mostly horizontal swipe that goes to another document. */
const minSwipePx = 48;
export interface SwipeHandlers {
  drag: PageDragGesture;
  roots: () => readonly ShadowRoot[];
  /** Whether pages can be turned (false in scroll mode). */
  isEnabled: () => boolean;
}

/** Distance in px a touch must move to count as a swipe rather than an unsteady tap. */
const slackPx = 8;
/** Share of the page width, or release speed in px per ms, above which a drag turns the page. */
const minSwipeShare = 1 / 3;
const minFlickSpeed = 0.3;

/**
 * Handles horizontal swipes by finger or pen. A text selection ends the swipe because the finger is
 * adjusting the selection.
 */
export function listenForSwipes(
  stage: HTMLElement,
  { drag, roots, isEnabled }: SwipeHandlers,
  signal: AbortSignal,
): void {
  let start: { id: number; x: number; y: number; downX: number; slack: number } | null = null;
  let isDragging = false;
  let speed = new VelocityTracker();

  const end = (side: PageSide | null) => {
    start = null;
    if (isDragging) drag.release(side, Math.abs(speed.velocity));
    isDragging = false;
  };
  const on = <Name extends 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'>(
    name: Name,
    listener: (event: PointerEvent) => void,
  ) => stage.addEventListener(name, listener, { signal });

  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !isEnabled()) return;
    if (start || !event.isPrimary) return end(null);
    const isInBox = event
      .composedPath()
      .some((one) => one instanceof Element && one.matches('.svc-scroll-box, audio, video'));
    if (isInBox || hasSelection(roots())) return;
    const { pointerId: id, clientX, clientY: y } = event;
    speed = new VelocityTracker();
    // Grab pages that are still moving.
    const offset = drag.grab();
    isDragging = offset !== null;
    start = { id, x: clientX - (offset ?? 0), y, downX: clientX, slack: isDragging ? 0 : slackPx };
    if (isDragging) stage.setPointerCapture(id);
  });
  on('pointermove', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    if (!isDragging) {
      const isSideways = Math.abs(dx) > Math.abs(event.clientY - start.y);
      if (Math.abs(dx) < slackPx) return;
      if (!isSideways || hasSelection(roots())) return end(null);
      isDragging = true;
      stage.setPointerCapture(event.pointerId);
    }
    speed.addPoint(event.clientX, event.timeStamp);
    drag.dragTo(dx - Math.sign(dx) * start.slack);
  });
  on('pointerup', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    speed.addPoint(event.clientX, event.timeStamp);
    const direction = isDragging ? drag.direction : null;
    const flick = Math.abs(speed.velocity) > minFlickSpeed ? sideOf(speed.velocity) : null;
    if (direction && direction === flick) {
      start = null;
      isDragging = false;
      return drag.releaseAgain(direction, Math.abs(speed.velocity));
    }
    // A touch without movement lets a page turn continue.
    if (direction && Math.abs(event.clientX - start.downX) < slackPx) return end(direction);
    // A flick in the opposite direction cancels the turn, regardless of how far the page was
    // dragged.
    const isSwipe = flick ? flick === sideOf(dx) : Math.abs(dx) > stage.clientWidth * minSwipeShare;
    end(isSwipe ? sideOf(dx) : null);
  });
  on('pointercancel', () => end(null));
}

function sideOf(distance: number): PageSide {
  return distance < 0 ? 'left' : 'right';
}

/**
 * Handles horizontal swipes in scroll mode for books with the flow `scrolled-doc`. They go to the
 * next or previous document (EPUB Reading Systems 3.3, section 8.2.1).
 */
export function listenForDocumentSwipes(
  stage: HTMLElement,
  getRendition: () => Rendition | null,
  signal: AbortSignal,
): void {
  let start: { id: number; x: number; y: number } | null = null;
  const hasSwipes = (rendition: Rendition | null): rendition is Rendition =>
    rendition?.mode === 'scroll' &&
    rendition.order[rendition.current.section.index]?.flow === 'scrolled-doc';

  stage.addEventListener(
    'pointerdown',
    ({ pointerId: id, pointerType, isPrimary, clientX: x, clientY: y }) => {
      start =
        pointerType !== 'mouse' && isPrimary && hasSwipes(getRendition()) ? { id, x, y } : null;
    },
    { signal },
  );
  stage.addEventListener('pointercancel', () => (start = null), { signal });
  stage.addEventListener(
    'pointerup',
    ({ pointerId, clientX, clientY }) => {
      const from = start;
      const rendition = getRendition();
      start = null;
      if (from?.id !== pointerId || !hasSwipes(rendition) || hasSelection(rendition.shadowRoots))
        return;
      const distance = clientX - from.x;
      if (Math.abs(distance) < minSwipePx || Math.abs(distance) < 2 * Math.abs(clientY - from.y))
        return;
      const step = distance > 0 === isNextLeft(rendition) ? 1 : -1;
      const next = adjacentSection(rendition.order, rendition.current.section.index, step);
      if (next !== null) rendition.goToSection(next, 'start');
    },
    { signal },
  );
}
