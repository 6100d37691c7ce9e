/** Zoom factor per key or button press. */
const keyFactor = 1.5;

/** Zoom factor of a double tap. */
const tapFactor = 2.5;

/**
 * Zoom of the content. The content point `p` is shown at `x + scale · p` in the viewport, in px.
 */
export interface ZoomState {
  scale: number;
  x: number;
  y: number;
}

/** The viewport and, inside it, the content's box at scale 1, in px. */
export interface ZoomViewport {
  width: number;
  height: number;
  content: { left: number; top: number; width: number; height: number };
}

export interface Point {
  x: number;
  y: number;
}

export const unzoomed: ZoomState = { scale: 1, x: 0, y: 0 };

/** Maximum scale. Further magnification shows no more detail. */
const maxScale = 8;
/**
 * A smaller scale becomes 1 when zooming out or at the end of a gesture, because a pinch is
 * imprecise.
 */
const minScale = 1.04;

/**
 * Zooms by a factor. The point stays in place unless a gap would appear at an edge of the viewport.
 */
export function zoomAt(
  { scale, x, y }: ZoomState,
  factor: number,
  point: Point,
  viewport: ZoomViewport,
): ZoomState {
  const newScale = Math.min(maxScale, scale * factor);
  // Zooming in begins with small steps on a trackpad.
  if (newScale < (factor > 1 ? 1 : minScale)) return unzoomed;
  const change = newScale / scale;
  const moved = {
    scale: newScale,
    x: point.x - (point.x - x) * change,
    y: point.y - (point.y - y) * change,
  };
  return clampToViewport(moved, viewport);
}

/** Pans the content up to its edges. */
export function pan(
  { scale, x, y }: ZoomState,
  distance: Point,
  viewport: ZoomViewport,
): ZoomState {
  return scale === 1
    ? unzoomed
    : clampToViewport({ scale, x: x + distance.x, y: y + distance.y }, viewport);
}

/** Keeps the scale and the content point at the center when the viewport changes its size. */
export function refit(state: ZoomState, before: ZoomViewport, viewport: ZoomViewport): ZoomState {
  const { scale, x, y } = state;
  if (scale === 1) return unzoomed;
  const [from, to] = [before.content, viewport.content];
  const shareX = ((before.width / 2 - x) / scale - from.left) / from.width;
  const shareY = ((before.height / 2 - y) / scale - from.top) / from.height;
  const moved = {
    scale,
    x: viewport.width / 2 - scale * (to.left + shareX * to.width),
    y: viewport.height / 2 - scale * (to.top + shareY * to.height),
  };
  return clampToViewport(moved, viewport);
}

function clampToViewport(
  { scale, x, y }: ZoomState,
  { width, height, content }: ZoomViewport,
): ZoomState {
  return {
    scale,
    x: clampAxis(x, scale, width, content.left, content.width),
    y: clampAxis(y, scale, height, content.top, content.height),
  };
}

/**
 * Centers content that is smaller than the viewport. Larger content leaves no gap at either edge.
 */
function clampAxis(
  shift: number,
  scale: number,
  available: number,
  start: number,
  extent: number,
): number {
  const free = available - extent * scale;
  const atStart = -start * scale;
  if (free >= 0) return atStart + free / 2;
  return Math.min(atStart, Math.max(atStart + free, shift));
}

/** Holds the zoom state of one content element. */
export class ZoomController {
  readonly #viewport: () => ZoomViewport | null;
  readonly #show: (state: ZoomState) => void;
  #state = unzoomed;
  /** The viewport in which the content was last shown. */
  #shownIn: ZoomViewport | null = null;

  /** @param viewport - Returns the viewport, or null while there is nothing to zoom. */
  constructor(viewport: () => ZoomViewport | null, show: (state: ZoomState) => void) {
    this.#viewport = viewport;
    this.#show = show;
  }

  get state(): ZoomState {
    return this.#state;
  }

  get isReady(): boolean {
    return this.#viewport() !== null;
  }

  get isZoomed(): boolean {
    return this.#state.scale > 1;
  }

  /** @param point - The point that stays in place. Defaults to the center of the viewport. */
  zoom(factor: number, point?: Point): void {
    const viewport = this.#viewport();
    if (!viewport) return;
    const center = { x: viewport.width / 2, y: viewport.height / 2 };
    this.#setState(zoomAt(this.#state, factor, point ?? center, viewport));
  }

  /** @param point - As for `zoom`. */
  step(direction: 1 | -1, point?: Point): void {
    this.zoom(keyFactor ** direction, point);
  }

  /** Ends a gesture. Content that is barely enlarged returns to its original size. */
  settle(): void {
    if (this.#state.scale < minScale) this.reset();
  }

  /** Zooms in at a point, or resets the zoom. */
  toggle(point: Point): void {
    if (this.isZoomed) this.reset();
    else this.zoom(tapFactor, point);
  }

  /** Pans by a distance in px and returns the axes along which the content moved. */
  pan(distance: Point): { x: boolean; y: boolean } {
    const viewport = this.#viewport();
    const before = this.#state;
    if (!viewport) return { x: false, y: false };
    this.#setState(pan(before, distance, viewport));
    const { x, y } = this.#state;
    return { x: Math.abs(x - before.x) > 0.5, y: Math.abs(y - before.y) > 0.5 };
  }

  reset(): void {
    this.#setState(unzoomed);
  }

  /** Shows the content in a viewport of a new size, with the same center and scale. */
  refit(): void {
    const viewport = this.#viewport();
    if (!viewport) return;
    this.#state = refit(this.#state, this.#shownIn ?? viewport, viewport);
    this.#shownIn = viewport;
    this.#show(this.#state);
  }

  #setState(state: ZoomState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#shownIn = this.#viewport();
    this.#show(state);
  }
}
