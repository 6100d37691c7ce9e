import type { PageDragGesture } from './page-drag-gesture.ts';

/** A pause this long ends a gesture, in ms: a trackpad’s inertia has shorter ones. */
const gesturePauseMs = 160;
/** px of wheel before anything turns: below it is a resting finger. */
const minDeltaPx = 12;

/** Pages that follow a trackpad turn after this share of their width, or so many px. */
const turnThreshold = { share: 0.25, px: 120 };
/** A first step as wide as this comes from a wheel with notches, not from fingers. */
const notchPx = 50;

export interface WheelHandlers {
  drag: PageDragGesture;
  /** Whether pages are turned here at all. */
  isEnabled: () => boolean;
  /** Side of the page that the gesture asks for; returns false when there is none there. */
  onTurn: (towards: 'left' | 'right' | 'down' | 'up') => boolean;
}

/**
 * One turn per wheel gesture. A gesture that began outside goes on scrolling the host page when it
 * reaches the reader, and one that finds no further page is the host page's too.
 */
export function listenForWheel(
  stage: HTMLElement,
  { onTurn, isEnabled, drag }: WheelHandlers,
  signal: AbortSignal,
): void {
  let lastMs = -Infinity;
  let owner: 'reader' | 'page' = 'page';
  let hasTurned = false;
  let sum = { x: 0, y: 0 };
  let isFollowing = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(resting));

  const letGo = (side: 'left' | 'right' | null) => {
    clearTimeout(resting);
    isFollowing = false;
    hasTurned ||= side !== null;
    drag.release(side, 0);
  };
  /** Two fingers that move sideways take the page along; it turns once, and their inertia is over. */
  const follow = () => {
    const way = -sum.x;
    drag.dragTo(way);
    clearTimeout(resting);
    const isEnough =
      Math.abs(way) > Math.min(turnThreshold.px, stage.clientWidth * turnThreshold.share);
    if (isEnough) letGo(way < 0 ? 'left' : 'right');
    else resting = setTimeout(() => letGo(null), gesturePauseMs);
  };
  const follows = (event: WheelEvent) =>
    isFollowing ||
    (drag.isEnabled &&
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL &&
      Math.abs(sum.x) > Math.abs(sum.y) &&
      Math.abs(event.deltaX) < notchPx &&
      drag.hasPageOn(sum.x > 0 ? 'left' : 'right'));

  const begin = (isInside: boolean) => {
    owner = isInside ? 'reader' : 'page';
    hasTurned = false;
    sum = { x: 0, y: 0 };
  };
  addEventListener(
    'wheel',
    (event) => {
      if (event.timeStamp - lastMs > gesturePauseMs) begin(event.composedPath().includes(stage));
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
      const towards = isSideways ? (sum.x > 0 ? 'right' : 'left') : sum.y > 0 ? 'down' : 'up';
      if (onTurn(towards)) {
        hasTurned = true;
        event.preventDefault();
      } else owner = 'page';
    },
    { signal, passive: false },
  );
}

/** A notch of a wheel that counts in lines or pages is well above the least that turns. */
function toPixels({ deltaMode }: WheelEvent, delta: number): number {
  return deltaMode === WheelEvent.DOM_DELTA_PIXEL ? delta : delta * 30;
}

/** Whether a scroll box under the pointer still moves that way. */
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
