import type { PageDragGesture } from './page-drag-gesture.ts';

/** Pause in ms that ends a gesture. Inertia events of a trackpad are closer together. */
const gesturePauseMs = 160;
/** Minimum wheel distance in px. A resting finger causes smaller ones. */
const minDeltaPx = 12;

/** Trackpad drag distance that turns a page, as a share of the page width with a maximum in px. */
const turnThreshold = { share: 0.25, px: 120 };
/** Minimum first step in px that indicates a notched wheel rather than fingers. */
const notchPx = 50;

export interface WheelHandlers {
  drag: PageDragGesture;
  /** Whether pages can be turned (false in scroll mode). */
  isEnabled: () => boolean;
  /**
   * Whether a gesture that begins along an axis belongs to the book rather than to the host page.
   */
  isOwner: (axis: 'x' | 'y') => boolean;
  /** Turns a page in the gesture's direction. Returns false if there is no page. */
  onTurn: (direction: 'left' | 'right' | 'down' | 'up') => boolean;
}

/**
 * Turns one page per wheel gesture that belongs to the book. A gesture that begins outside the
 * reader or goes beyond the first or last page scrolls the host page.
 */
export function listenForWheel(
  stage: HTMLElement,
  { onTurn, isEnabled, isOwner, drag }: WheelHandlers,
  signal: AbortSignal,
): void {
  let lastMs = -Infinity;
  let owner: 'reader' | 'page' = 'page';
  let hasTurned = false;
  let sum = { x: 0, y: 0 };
  let isFollowing = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(resting));

  const release = (side: 'left' | 'right' | null) => {
    clearTimeout(resting);
    isFollowing = false;
    hasTurned ||= side !== null;
    drag.release(side, 0);
  };
  /**
   * Drags the page along with a horizontal trackpad gesture, turns it once and ignores the inertia
   * that follows.
   */
  const follow = () => {
    const distance = -sum.x;
    drag.dragTo(distance);
    clearTimeout(resting);
    const isEnough =
      Math.abs(distance) > Math.min(turnThreshold.px, stage.clientWidth * turnThreshold.share);
    if (isEnough) release(distance < 0 ? 'left' : 'right');
    else resting = setTimeout(() => release(null), gesturePauseMs);
  };
  const follows = (event: WheelEvent) =>
    isFollowing ||
    (drag.isEnabled &&
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL &&
      Math.abs(sum.x) > Math.abs(sum.y) &&
      Math.abs(event.deltaX) < notchPx &&
      drag.hasPageOn(sum.x > 0 ? 'left' : 'right'));

  const begin = (event: WheelEvent) => {
    const axis = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey ? 'x' : 'y';
    owner = event.composedPath().includes(stage) && isOwner(axis) ? 'reader' : 'page';
    hasTurned = false;
    sum = { x: 0, y: 0 };
  };
  addEventListener(
    'wheel',
    (event) => {
      if (event.timeStamp - lastMs > gesturePauseMs) begin(event);
      lastMs = event.timeStamp;
    },
    { signal, capture: true, passive: true },
  );
  stage.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || owner === 'page' || !isEnabled() || scrollsScrollBox(event, stage))
        return;
      if (hasTurned) return event.preventDefault();
      sum = { x: sum.x + toPixels(event, event.deltaX), y: sum.y + toPixels(event, event.deltaY) };
      if (follows(event)) {
        isFollowing = true;
        follow();
        return event.preventDefault();
      }
      const isSideways = Math.abs(sum.x) > Math.abs(sum.y);
      if (Math.max(Math.abs(sum.x), Math.abs(sum.y)) < minDeltaPx) return event.preventDefault();
      const direction = isSideways ? (sum.x > 0 ? 'right' : 'left') : sum.y > 0 ? 'down' : 'up';
      if (onTurn(direction)) {
        hasTurned = true;
        event.preventDefault();
      } else owner = 'page';
    },
    { signal, passive: false },
  );
}

/**
 * Converts a wheel distance to px. Lines and pages count as 30 px so that one notch exceeds the
 * minimum distance.
 */
function toPixels({ deltaMode }: WheelEvent, delta: number): number {
  return deltaMode === WheelEvent.DOM_DELTA_PIXEL ? delta : delta * 30;
}

/** Whether a scroll box under the pointer can scroll in the event's direction. */
function scrollsScrollBox(event: WheelEvent, stage: HTMLElement): boolean {
  for (const one of event.composedPath()) {
    if (one === stage) return false;
    if (!(one instanceof Element) || !one.matches('.svc-scroll-box')) continue;
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    const delta = isSideways ? event.deltaX || event.deltaY : event.deltaY;
    const at = isSideways ? Math.abs(one.scrollLeft) : one.scrollTop;
    const end = isSideways
      ? one.scrollWidth - one.clientWidth
      : one.scrollHeight - one.clientHeight;
    if (delta < 0 ? at > 0 : at < end - 1) return true;
  }
  return false;
}
