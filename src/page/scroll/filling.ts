import { whenIdle } from '../idle.ts';
import { hasSelection } from '../input/selection.ts';
import type { SectionView } from '../section-view.ts';
import type { Views } from '../views.ts';
import type { Axis } from './axis.ts';
import { RolledSection } from './rolled-section.ts';
import type { Slot, Slots } from './slots.ts';

/** Screens around the one that is seen on which text is put, and beyond which it is taken away. */
const fillScreens = 1.5;
const keepScreens = 3;

export interface FillingListener {
  /** A section has come, not laid out yet. */
  onCome: (view: SectionView) => void;
  /** A section is about to leave. */
  onLeave: (slot: Slot) => void;
  /** What is on the screen could not be had. */
  onFail: (reason: unknown) => void;
}

/** Brings in the sections around the screen, and takes away those that are far. */
export class Filling {
  readonly #views: Views;
  readonly #slots: Slots;
  readonly #axis: Axis;
  readonly #listener: FillingListener;
  /** Sections that could not be had, until they are far or somebody asks again. */
  #cancelIdle = () => {};
  readonly #failed = new Map<number, { reason: unknown; isTold: boolean }>();

  constructor(views: Views, slots: Slots, axis: Axis, listener: FillingListener) {
    this.#views = views;
    this.#slots = slots;
    this.#axis = axis;
    this.#listener = listener;
  }

  /**
   * @param current - It stays, wherever the screen is.
   * @param mayGrow - Nothing may become longer while somebody is told that something has.
   */
  fill(current: SectionView, mayGrow = true): void {
    this.#takeAway(current);
    // What is seen comes first, and has another chance.
    for (const slot of this.#lacking()) {
      if (!this.#failed.get(slot.index)?.isTold) void this.#bring(slot);
    }
    for (const slot of this.#near(fillScreens)) {
      const isThere = slot.view && !slot.view.isCut;
      if (!isThere && !this.#failed.has(slot.index)) void this.#bring(slot);
    }
    this.#layOut(mayGrow);
  }

  /** Long sections are laid out as far as somebody soon reads, and further while nothing else is to do. */
  #layOut(mayGrow: boolean): void {
    this.#cancelIdle();
    const { scroll, room } = this.#axis;
    const wanted = mayGrow ? scroll + (fillScreens + 1) * room : -Infinity;
    for (const { view } of this.#near(fillScreens)) {
      if (!(view instanceof RolledSection && view.plan)) continue;
      while (view.tail.isHolding && view.laidEnd(this.#axis) < wanted) view.grow();
      // Its place grows with it, and then this is asked again.
      if (view.tail.isHolding) this.#cancelIdle = whenIdle(() => view.grow());
    }
  }

  retry(current: SectionView): void {
    this.#failed.clear();
    this.fill(current);
  }

  /** Tells once more why something on the screen is not there. */
  tellAgain(): void {
    const told = this.#lacking().map(({ index }) => this.#failed.get(index));
    const failed = told.find((one) => one?.isTold);
    if (failed) this.#listener.onFail(failed.reason);
  }

  close(): void {
    this.#cancelIdle();
  }

  #takeAway(current: SectionView): void {
    const near = new Set(this.#near(keepScreens));
    const kept = new Set<number | null>([current.section.index]);
    for (const slot of this.#slots.all) {
      if (near.has(slot)) kept.add(slot.index);
      else this.#failed.delete(slot.index);
      if (!slot.view || kept.has(slot.index)) continue;
      const root = slot.view.host.shadowRoot;
      // A selection would be lost with its text.
      if (root && hasSelection([root])) kept.add(slot.index);
      else this.#listener.onLeave(slot);
    }
    this.#views.keep(kept);
  }

  /** The places on the screen where text should stand that is not here. */
  #lacking(): readonly Slot[] {
    const { scroll, room } = this.#axis;
    const isLacking = ({ view }: Slot) =>
      !view ||
      (view.isCut && !(view instanceof RolledSection && view.laidEnd(this.#axis) > scroll + room));
    return this.#near(0).filter(isLacking);
  }

  #near(screens: number): readonly Slot[] {
    const { scroll, room } = this.#axis;
    return this.#slots.between(scroll - screens * room, scroll + (screens + 1) * room);
  }

  async #bring(slot: Slot): Promise<void> {
    const { index } = slot;
    if (this.#views.mounting.has(index)) return;
    try {
      const view = await this.#views.mount(index);
      if (!this.#views.isClosed) this.#listener.onCome(view);
    } catch (reason) {
      if (this.#views.isClosed) return;
      const isTold = this.#lacking().includes(slot);
      this.#failed.set(index, { reason, isTold });
      if (isTold) this.#listener.onFail(reason);
    }
  }
}
