import type { ZoomController, Point } from './zoom-controller.ts';

export interface ZoomListener {
  /** Whether a double click there is meant for the magnifier; everywhere unless given. */
  acceptsDoubleTap?: (point: Point) => boolean;
  /** A finger moved where nothing could move any further, so many px. */
  onSwipe?: (by: Point) => void;
}

/** px of an arrow key. */
const keyStepPx = 80;
/** Two taps are one when they are this close, in ms and px. */
const doubleTap = { ms: 350, px: 30 };
/** px before a pointer counts as moved. */
const slackPx = 6;

/** How what is magnified moves by a key. */
export const arrowPanOffsets: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: keyStepPx, y: 0 },
  ArrowRight: { x: -keyStepPx, y: 0 },
  ArrowUp: { x: 0, y: keyStepPx },
  ArrowDown: { x: 0, y: -keyStepPx },
};

/**
 * Pinch, wheel, double tap, keys and dragging. What the magnifier has use for is heard by nobody else:
 * it listens before whoever turns pages.
 */
export function listenForZoom(
  target: HTMLElement,
  magnifier: ZoomController,
  listener: ZoomListener,
  signal: AbortSignal,
): void {
  const fingers = new Map<number, Point>();
  let pushed: Point = { x: 0, y: 0 };
  let hasMoved = false;
  let lastTap = { timeMs: -Infinity, x: 0, y: 0 };

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = target.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const take = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => target.addEventListener(name, listener, { signal, capture: true, passive: false });

  on('pointerdown', (event) => {
    if (!magnifier.isReady || event.button > 0) return;
    if (fingers.size === 0) {
      pushed = { x: 0, y: 0 };
      hasMoved = false;
    }
    fingers.set(event.pointerId, pointOf(event));
    if (magnifier.isZoomed && fingers.size === 1) event.stopImmediatePropagation();
  });
  on('pointermove', (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = pointOf(event);
    const by = { x: to.x - from.x, y: to.y - from.y };
    if (!hasMoved && fingers.size === 1 && Math.hypot(by.x, by.y) < slackPx) return;
    if (!hasMoved && (magnifier.isZoomed || fingers.size > 1)) {
      target.setPointerCapture(event.pointerId);
    }
    hasMoved = true;
    fingers.set(event.pointerId, to);
    if (fingers.size === 2) pinch(event.pointerId, from, to);
    else drag(by);
    if (magnifier.isZoomed || fingers.size === 2) event.stopImmediatePropagation();
  });
  const pinch = (id: number, from: Point, to: Point) => {
    const other = [...fingers].find(([one]) => one !== id)?.[1] ?? to;
    const before = Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
    const after = Math.hypot(to.x - other.x, to.y - other.y);
    magnifier.zoom(after / before, { x: (from.x + other.x) / 2, y: (from.y + other.y) / 2 });
    magnifier.pan({ x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 });
  };
  const drag = (by: Point) => {
    const moved = magnifier.isZoomed ? magnifier.pan(by) : { x: false, y: false };
    // A drag that moved what is shown, that way, pushes nothing.
    pushed = { x: moved.x ? NaN : pushed.x + by.x, y: moved.y ? NaN : pushed.y + by.y };
  };
  const lift = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (event.type === 'pointerup' && hasMoved) {
      listener.onSwipe?.({ x: pushed.x || 0, y: pushed.y || 0 });
    }
  };
  on('pointerup', lift);
  on('pointercancel', lift);
  on('touchmove', (event) => {
    if (magnifier.isReady && (magnifier.isZoomed || event.touches.length > 1)) {
      event.preventDefault();
    }
  });
  for (const name of ['selectstart', 'dragstart'] as const) {
    on(name, (event) => {
      if (magnifier.isZoomed) event.preventDefault();
    });
  }

  const takesTap = (point: Point) =>
    magnifier.isZoomed || (listener.acceptsDoubleTap?.(point) ?? true);
  on('mousedown', (event) => {
    // The second click of two would select what it is on.
    if (magnifier.isReady && event.detail > 1 && takesTap(pointOf(event))) event.preventDefault();
  });
  on('click', (event) => {
    if (!magnifier.isReady || event.button !== 0) return;
    const path = event.composedPath().filter((one) => one instanceof Element);
    const inside = path.slice(0, path.indexOf(target));
    const isLarger = magnifier.isZoomed;
    if (isLarger && hasMoved) return take(event);
    if (inside.some((one) => one.matches('a[href], area, button, audio, video, summary'))) return;
    const point = pointOf(event);
    const isSecond =
      event.timeStamp - lastTap.timeMs < doubleTap.ms &&
      Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < doubleTap.px;
    lastTap = { timeMs: isSecond ? -Infinity : event.timeStamp, ...point };
    const isMine = takesTap(point);
    if (isSecond && isMine) magnifier.toggle(point);
    if (isLarger || (isSecond && isMine)) take(event);
  });
  on('wheel', (event) => {
    if (!magnifier.isReady) return;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
    if (event.ctrlKey) {
      magnifier.zoom(Math.exp((-event.deltaY * unit) / 200), pointOf(event));
      take(event);
    } else if (magnifier.isZoomed) {
      magnifier.pan({ x: -event.deltaX * unit, y: -event.deltaY * unit });
      take(event);
    }
  });
  on('keydown', (event) => {
    if (!magnifier.isReady || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const arrow = event.shiftKey ? undefined : arrowPanOffsets[key];
    if (key === '+' || key === '=') magnifier.step(1);
    else if (key === '-') magnifier.step(-1);
    else if (key === '0') magnifier.reset();
    else if (!magnifier.isZoomed) return;
    else if (key === 'Escape') magnifier.reset();
    else if (arrow) {
      // At the edge to the side, the key turns the page.
      if (!magnifier.pan(arrow).x && arrow.x !== 0) return;
    } else return;
    take(event);
  });
}
