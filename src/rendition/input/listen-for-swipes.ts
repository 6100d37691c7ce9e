import type { PageSide } from '../paginated/page-drag.ts';
import type { PageDragGesture } from './page-drag-gesture.ts';
import { hasSelection } from '../selection.ts';
import { adjacentSection } from '../../state/reading-order.ts';
import type { Rendition } from '../rendition.ts';

/** What a finger did longer ago than this, in ms, says nothing about how it left. */
const velocityWindowMs = 100;

/** Two reports within less than this, in ms, would make any finger fast. */
const minIntervalMs = 8;

/** How fast a pointer moves along an axis, by its last moments. */
class VelocityTracker {
  #points: { x: number; timeMs: number }[] = [];

  addPoint(x: number, timeMs: number): void {
    this.#points = this.#points.filter((one) => timeMs - one.timeMs <= velocityWindowMs);
    this.#points.push({ x, timeMs });
  }

  /** px per ms, to the right above zero. */
  get velocity(): number {
    const first = this.#points[0];
    const last = this.#points.at(-1);
    if (!first || !last || first === last) return 0;
    return (last.x - first.x) / Math.max(minIntervalMs, last.timeMs - first.timeMs);
  }
}

/** A finger that has moved so many px, and mostly sideways, has asked for another document. */
const minSwipePx = 48;
export interface SwipeHandlers {
  drag: PageDragGesture;
  roots: () => readonly ShadowRoot[];
  /** Whether pages are turned here at all. */
  isEnabled: () => boolean;
}

/** px before a touch counts as a swipe: below it is a tap with a shaky finger. */
const slackPx = 8;
/** A swipe is this share of the page, or this fast in px per ms when the finger leaves. */
const minSwipeShare = 1 / 3;
const minFlickSpeed = 0.3;

/** Sideways swipes by finger or pen. A selection ends them: the finger is at work on that. */
export function listenForSwipes(
  stage: HTMLElement,
  { drag, roots, isEnabled }: SwipeHandlers,
  signal: AbortSignal,
): void {
  let start: { id: number; x: number; y: number; downX: number; slack: number } | null = null;
  let isPulling = false;
  let speed = new VelocityTracker();

  const end = (side: PageSide | null) => {
    start = null;
    if (isPulling) drag.release(side, Math.abs(speed.velocity));
    isPulling = false;
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
    // Pages on their way to rest are held where they are.
    const held = drag.grab();
    isPulling = held !== null;
    start = { id, x: clientX - (held ?? 0), y, downX: clientX, slack: isPulling ? 0 : slackPx };
    if (isPulling) stage.setPointerCapture(id);
  });
  on('pointermove', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    if (!isPulling) {
      const isSideways = Math.abs(dx) > Math.abs(event.clientY - start.y);
      if (Math.abs(dx) < slackPx) return;
      if (!isSideways || hasSelection(roots())) return end(null);
      isPulling = true;
      stage.setPointerCapture(event.pointerId);
    }
    speed.addPoint(event.clientX, event.timeStamp);
    drag.dragTo(dx - Math.sign(dx) * start.slack);
  });
  on('pointerup', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    speed.addPoint(event.clientX, event.timeStamp);
    const heading = isPulling ? drag.direction : null;
    const flick = Math.abs(speed.velocity) > minFlickSpeed ? sideOf(speed.velocity) : null;
    if (heading && heading === flick) {
      start = null;
      isPulling = false;
      return drag.releaseAgain(heading, Math.abs(speed.velocity));
    }
    // A touch that does not move lets the pages go on.
    if (heading && Math.abs(event.clientX - start.downX) < slackPx) return end(heading);
    // A flick back takes the page back, however far it was pulled.
    const isSwipe = flick ? flick === sideOf(dx) : Math.abs(dx) > stage.clientWidth * minSwipeShare;
    end(isSwipe ? sideOf(dx) : null);
  });
  on('pointercancel', () => end(null));
}

function sideOf(way: number): PageSide {
  return way < 0 ? 'left' : 'right';
}

/**
 * Sideways swipes in a strip whose publisher wants each document to be a strip of its own (EPUB Reading
 * Systems 3.3, section 8.2.1): they lead to the next document, and to the one before.
 */
export function listenForDocumentSwipes(
  stage: HTMLElement,
  pages: () => Rendition | null,
  signal: AbortSignal,
): void {
  let start: { id: number; x: number; y: number } | null = null;
  const isWanted = (open: Rendition | null): open is Rendition =>
    open?.mode === 'scroll' && open.order[open.current.section.index]?.flow === 'scrolled-doc';

  stage.addEventListener(
    'pointerdown',
    ({ pointerId: id, pointerType, isPrimary, clientX: x, clientY: y }) => {
      start = pointerType !== 'mouse' && isPrimary && isWanted(pages()) ? { id, x, y } : null;
    },
    { signal },
  );
  stage.addEventListener('pointercancel', () => (start = null), { signal });
  stage.addEventListener(
    'pointerup',
    ({ pointerId, clientX, clientY }) => {
      const from = start;
      const open = pages();
      start = null;
      if (from?.id !== pointerId || !isWanted(open) || hasSelection(open.shadowRoots)) return;
      const way = clientX - from.x;
      if (Math.abs(way) < minSwipePx || Math.abs(way) < 2 * Math.abs(clientY - from.y)) return;
      const step = way > 0 === open.isNextLeft ? 1 : -1;
      const next = adjacentSection(open.order, open.current.section.index, step);
      if (next !== null) open.goToSection(next, 'start');
    },
    { signal },
  );
}
