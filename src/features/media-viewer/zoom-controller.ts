/** Factor of a key, of a button. */
const keyFactor = 1.5;

/** Factor of a double tap. */
const tapFactor = 2.5;

/** How much is shown larger, and where: a point `p` of the room stands at `x + scale · p`. */
export interface ZoomState {
  scale: number;
  x: number;
  y: number;
}

/** What is looked at, at its own size, px, in the room that it is looked at in. */
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

/** Larger than this, nothing is seen that was not seen before. */
const maxScale = 8;
/** A finger cannot do better than that; what is this near its own size is at it. */
const minScale = 1.04;

/** Larger or smaller by a factor; the point stays where it is, as far as no edge comes into the room. */
export function zoomAt(
  { scale, x, y }: ZoomState,
  factor: number,
  point: Point,
  room: ZoomViewport,
): ZoomState {
  const wanted = Math.min(maxScale, scale * factor);
  if (wanted < minScale) return unzoomed;
  const change = wanted / scale;
  const moved = {
    scale: wanted,
    x: point.x - (point.x - x) * change,
    y: point.y - (point.y - y) * change,
  };
  return clampToViewport(moved, room);
}

/** Moves what is shown; no further than its edges. */
export function pan({ scale, x, y }: ZoomState, by: Point, room: ZoomViewport): ZoomState {
  return scale === 1 ? unzoomed : clampToViewport({ scale, x: x + by.x, y: y + by.y }, room);
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

/** In the middle while there is room around it; else without a gap at either edge. */
function clampAxis(
  shift: number,
  scale: number,
  room: number,
  start: number,
  extent: number,
): number {
  const free = room - extent * scale;
  const atStart = -start * scale;
  if (free >= 0) return atStart + free / 2;
  return Math.min(atStart, Math.max(atStart + free, shift));
}

/** Keeps how large something is shown. */
export class ZoomController {
  readonly #room: () => ZoomViewport | null;
  readonly #show: (state: ZoomState) => void;
  #state = unzoomed;

  /** @param room - Null while there is nothing to magnify. */
  constructor(room: () => ZoomViewport | null, show: (state: ZoomState) => void) {
    this.#room = room;
    this.#show = show;
  }

  get state(): ZoomState {
    return this.#state;
  }

  get isReady(): boolean {
    return this.#room() !== null;
  }

  get isZoomed(): boolean {
    return this.#state.scale > 1;
  }

  /** @param point - Stays where it is; the middle of the room unless given. */
  zoom(factor: number, point?: Point): void {
    const room = this.#room();
    if (!room) return;
    const middle = { x: room.width / 2, y: room.height / 2 };
    this.#put(zoomAt(this.#state, factor, point ?? middle, room));
  }

  step(direction: 1 | -1): void {
    this.zoom(keyFactor ** direction);
  }

  /** Larger at a point, or back to its own size. */
  toggle(point: Point): void {
    if (this.isZoomed) this.reset();
    else this.zoom(tapFactor, point);
  }

  /** Whether anything moved. */
  pan(by: Point): { x: boolean; y: boolean } {
    const room = this.#room();
    const before = this.#state;
    if (!room) return { x: false, y: false };
    this.#put(pan(before, by, room));
    const { x, y } = this.#state;
    return { x: Math.abs(x - before.x) > 0.5, y: Math.abs(y - before.y) > 0.5 };
  }

  reset(): void {
    this.#put(unzoomed);
  }

  #put(state: ZoomState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#show(state);
  }
}
