/** What a finger did longer ago than this, in ms, says nothing about how it left. */
const windowMs = 100;
/** Two reports within less than this, in ms, would make any finger fast. */
const leastMs = 8;

/** How fast a pointer moves along an axis, by its last moments. */
export class Speed {
  #points: { x: number; timeMs: number }[] = [];

  at(x: number, timeMs: number): void {
    this.#points = this.#points.filter((one) => timeMs - one.timeMs <= windowMs);
    this.#points.push({ x, timeMs });
  }

  /** px per ms, to the right above zero. */
  get now(): number {
    const first = this.#points[0];
    const last = this.#points.at(-1);
    if (!first || !last || first === last) return 0;
    return (last.x - first.x) / Math.max(leastMs, last.timeMs - first.timeMs);
  }
}
