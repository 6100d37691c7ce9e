/** How much is shown larger, and where: a point `p` of the room stands at `x + scale · p`. */
export interface Magnified {
  scale: number;
  x: number;
  y: number;
}

/** What is looked at, at its own size, px, in the room that it is looked at in. */
export interface MagnifyRoom {
  width: number;
  height: number;
  content: { left: number; top: number; width: number; height: number };
}

export interface Point {
  x: number;
  y: number;
}

export const atOwnSize: Magnified = { scale: 1, x: 0, y: 0 };

/** Larger than this, nothing is seen that was not seen before. */
const mostScale = 8;
/** A finger cannot do better than that; what is this near its own size is at it. */
const leastScale = 1.04;

/** Larger or smaller by a factor; the point stays where it is, as far as no edge comes into the room. */
export function magnify(
  { scale, x, y }: Magnified,
  factor: number,
  point: Point,
  room: MagnifyRoom,
): Magnified {
  const wanted = Math.min(mostScale, scale * factor);
  if (wanted < leastScale) return atOwnSize;
  const change = wanted / scale;
  const moved = {
    scale: wanted,
    x: point.x - (point.x - x) * change,
    y: point.y - (point.y - y) * change,
  };
  return within(moved, room);
}

/** Moves what is shown; no further than its edges. */
export function pan({ scale, x, y }: Magnified, by: Point, room: MagnifyRoom): Magnified {
  return scale === 1 ? atOwnSize : within({ scale, x: x + by.x, y: y + by.y }, room);
}

function within({ scale, x, y }: Magnified, { width, height, content }: MagnifyRoom): Magnified {
  return {
    scale,
    x: along(x, scale, width, content.left, content.width),
    y: along(y, scale, height, content.top, content.height),
  };
}

/** In the middle while there is room around it; else without a gap at either edge. */
function along(shift: number, scale: number, room: number, start: number, extent: number): number {
  const free = room - extent * scale;
  const atStart = -start * scale;
  if (free >= 0) return atStart + free / 2;
  return Math.min(atStart, Math.max(atStart + free, shift));
}
