import type { ZoomController, Point } from './zoom-controller.ts';

export interface ZoomListener {
  /** Whether a double tap at a point zooms. Defaults to true for all points. */
  acceptsDoubleTap?: (point: Point) => boolean;
  /** Whether the wheel also zooms without Ctrl. */
  zoomsByWheel?: boolean;
  /** Called with the distance in px that a finger moves past the edges. */
  onSwipe?: (distance: Point) => void;
}

/** Distance in px of one arrow key press. */
const keyStepPx = 80;
/** Maximum time (ms) and distance (px) between the taps of a double tap. */
const doubleTap = { ms: 350, px: 30 };
/** Distance in px after which a pointer counts as moved. */
const slackPx = 6;

/** Panning distance in px by arrow key. */
export const arrowPanOffsets: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: keyStepPx, y: 0 },
  ArrowRight: { x: -keyStepPx, y: 0 },
  ArrowUp: { x: 0, y: keyStepPx },
  ArrowDown: { x: 0, y: -keyStepPx },
};

/** Wheel distances in px that zoom by a factor of e: for a trackpad pinch and for a mouse wheel. */
const wheelPx = { pinch: 200, wheel: 300 };

/**
 * Returns the last point of the pointer over a target, relative to it, or undefined while it is
 * outside.
 */
export function trackPointer(target: HTMLElement, signal: AbortSignal): () => Point | undefined {
  let point: Point | undefined;
  const track = (event: PointerEvent) => (point = pointIn(target, event));
  target.addEventListener('pointermove', track, { signal, capture: true });
  target.addEventListener('pointerleave', () => (point = undefined), { signal });
  return () => point;
}

function pointIn(target: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = target.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/**
 * Zooms and pans by pinch, wheel, double tap, keys and dragging. Listens in the capture phase and
 * stops handled events so that they do not turn pages.
 */
export function listenForZoom(
  target: HTMLElement,
  controller: ZoomController,
  listener: ZoomListener,
  signal: AbortSignal,
): void {
  const fingers = new Map<number, Point>();
  let overscroll: Point = { x: 0, y: 0 };
  let hasMoved = false;
  let lastTap = { timeMs: -Infinity, x: 0, y: 0 };

  const pointOf = (event: MouseEvent): Point => pointIn(target, event);
  const pointer = trackPointer(target, signal);
  const consume = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => target.addEventListener(name, listener, { signal, capture: true, passive: false });

  on('pointerdown', (event) => {
    if (!controller.isReady || event.button > 0) return;
    if (fingers.size === 0) {
      overscroll = { x: 0, y: 0 };
      hasMoved = false;
    }
    fingers.set(event.pointerId, pointOf(event));
    if (controller.isZoomed && fingers.size === 1) event.stopImmediatePropagation();
  });
  on('pointermove', (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = pointOf(event);
    const distance = { x: to.x - from.x, y: to.y - from.y };
    if (!hasMoved && fingers.size === 1 && Math.hypot(distance.x, distance.y) < slackPx) return;
    if (!hasMoved && (controller.isZoomed || fingers.size > 1)) {
      target.setPointerCapture(event.pointerId);
    }
    hasMoved = true;
    fingers.set(event.pointerId, to);
    if (fingers.size === 2) pinch(event.pointerId, from, to);
    else drag(distance);
    if (controller.isZoomed || fingers.size === 2) event.stopImmediatePropagation();
  });
  const pinch = (id: number, from: Point, to: Point) => {
    const other = [...fingers].find(([one]) => one !== id)?.[1] ?? to;
    const before = Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
    const after = Math.hypot(to.x - other.x, to.y - other.y);
    controller.zoom(after / before, { x: (from.x + other.x) / 2, y: (from.y + other.y) / 2 });
    controller.pan({ x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 });
  };
  const drag = (distance: Point) => {
    const moved = controller.isZoomed ? controller.pan(distance) : { x: false, y: false };
    // A drag that panned along an axis does not overscroll along it. NaN marks the axis until the
    // drag ends.
    overscroll = {
      x: moved.x ? NaN : overscroll.x + distance.x,
      y: moved.y ? NaN : overscroll.y + distance.y,
    };
  };
  const onUp = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    controller.settle();
    if (event.type === 'pointerup' && hasMoved) {
      listener.onSwipe?.({ x: overscroll.x || 0, y: overscroll.y || 0 });
    }
  };
  on('pointerup', onUp);
  on('pointercancel', onUp);
  on('touchmove', (event) => {
    if (controller.isReady && (controller.isZoomed || event.touches.length > 1)) {
      event.preventDefault();
    }
  });
  for (const name of ['selectstart', 'dragstart'] as const) {
    on(name, (event) => {
      if (controller.isZoomed) event.preventDefault();
    });
  }

  const acceptsTap = (point: Point) =>
    controller.isZoomed || (listener.acceptsDoubleTap?.(point) ?? true);
  on('mousedown', (event) => {
    // Prevent the second click from selecting a word.
    if (controller.isReady && event.detail > 1 && acceptsTap(pointOf(event)))
      event.preventDefault();
  });
  on('click', (event) => {
    if (!controller.isReady || event.button !== 0) return;
    const path = event.composedPath().filter((one) => one instanceof Element);
    const inside = path.slice(0, path.indexOf(target));
    const { isZoomed } = controller;
    if (isZoomed && hasMoved) return consume(event);
    if (inside.some((one) => one.matches('a[href], area, button, audio, video, summary'))) return;
    const point = pointOf(event);
    const isSecond =
      event.timeStamp - lastTap.timeMs < doubleTap.ms &&
      Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < doubleTap.px;
    lastTap = { timeMs: isSecond ? -Infinity : event.timeStamp, ...point };
    const isAccepted = acceptsTap(point);
    if (isSecond && isAccepted) controller.toggle(point);
    if (isZoomed || (isSecond && isAccepted)) consume(event);
  });
  on('wheel', (event) => {
    if (!controller.isReady) return;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.ctrlKey || (listener.zoomsByWheel && !isSideways)) {
      const px = event.ctrlKey ? wheelPx.pinch : wheelPx.wheel;
      controller.zoom(Math.exp((-event.deltaY * unit) / px), pointOf(event));
      consume(event);
    } else if (controller.isZoomed) {
      controller.pan({ x: -event.deltaX * unit, y: -event.deltaY * unit });
      consume(event);
    }
  });
  on('keydown', (event) => {
    if (!controller.isReady || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const arrow = event.shiftKey ? undefined : arrowPanOffsets[key];
    if (key === '+' || key === '=') controller.step(1, pointer());
    else if (key === '-') controller.step(-1, pointer());
    else if (key === '0') controller.reset();
    else if (!controller.isZoomed) return;
    else if (key === 'Escape') controller.reset();
    else if (arrow) {
      // At a horizontal edge, let the key turn the page.
      if (!controller.pan(arrow).x && arrow.x !== 0) return;
    } else return;
    consume(event);
  });
}
