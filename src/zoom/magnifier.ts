import {
  atOwnSize,
  magnify,
  pan,
  type Magnified,
  type MagnifyRoom,
  type Point,
} from './magnify.ts';

/** Factor of a key, of a button. */
const keyFactor = 1.5;
/** Factor of a double tap. */
const tapFactor = 2.5;

/** Keeps how large something is shown. */
export class Magnifier {
  readonly #room: () => MagnifyRoom | null;
  readonly #show: (state: Magnified) => void;
  #state = atOwnSize;

  /** @param room - Null while there is nothing to magnify. */
  constructor(room: () => MagnifyRoom | null, show: (state: Magnified) => void) {
    this.#room = room;
    this.#show = show;
  }

  get state(): Magnified {
    return this.#state;
  }

  get isReady(): boolean {
    return this.#room() !== null;
  }

  get isLarger(): boolean {
    return this.#state.scale > 1;
  }

  /** @param point - Stays where it is; the middle of the room unless given. */
  zoom(factor: number, point?: Point): void {
    const room = this.#room();
    if (!room) return;
    const middle = { x: room.width / 2, y: room.height / 2 };
    this.#put(magnify(this.#state, factor, point ?? middle, room));
  }

  step(direction: 1 | -1): void {
    this.zoom(keyFactor ** direction);
  }

  /** Larger at a point, or back to its own size. */
  toggle(point: Point): void {
    if (this.isLarger) this.reset();
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
    this.#put(atOwnSize);
  }

  #put(state: Magnified): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#show(state);
  }
}
