import { whenIdle } from '../scheduling.ts';
import { hasSelection } from '../selection.ts';
import type { SectionView } from '../section/section-view.ts';
import type { SectionViews } from '../section-views.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import { ScrolledSection } from './scrolled-section.ts';
import type { Slot, SectionSlots } from './section-slots.ts';

/** Screens around the one that is seen on which text is put, and beyond which it is taken away. */
const loadScreens = 1.5;
const keepScreens = 3;

export interface SectionLoaderListener {
  /** A section has come, not laid out yet. */
  onLoaded: (view: SectionView) => void;
  /** A section is about to leave. */
  onUnload: (slot: Slot) => void;
  /** What is on the screen could not be had. */
  onFail: (reason: unknown) => void;
}

/** Brings in the sections around the screen, and takes away those that are far. */
export class SectionLoader {
  readonly #views: SectionViews;
  readonly #slots: SectionSlots;
  readonly #axis: ScrollAxis;
  readonly #listener: SectionLoaderListener;
  /** Sections that could not be had, until they are far or somebody asks again. */
  #cancelIdle = () => {};
  readonly #failed = new Map<number, { reason: unknown; isTold: boolean }>();

  constructor(
    views: SectionViews,
    slots: SectionSlots,
    axis: ScrollAxis,
    listener: SectionLoaderListener,
  ) {
    this.#views = views;
    this.#slots = slots;
    this.#axis = axis;
    this.#listener = listener;
  }

  /**
   * @param current - It stays, wherever the screen is.
   * @param mayGrow - Nothing may become longer while somebody is told that something has.
   */
  loadAround(current: SectionView, mayGrow = true): void {
    this.#takeAway(current);
    // What is seen comes first, and has another chance.
    for (const slot of this.#lacking()) {
      if (!this.#failed.get(slot.index)?.isTold) void this.#bring(slot);
    }
    for (const slot of this.#near(loadScreens)) {
      const isThere = slot.view && !slot.view.isIncomplete;
      if (!isThere && !this.#failed.has(slot.index)) void this.#bring(slot);
    }
    this.#layOut(mayGrow);
  }

  /** Long sections are laid out as far as somebody soon reads, and further while nothing else is to do. */
  #layOut(mayGrow: boolean): void {
    this.#cancelIdle();
    const { scroll, viewportSize } = this.#axis;
    const wanted = mayGrow ? scroll + (loadScreens + 1) * viewportSize : -Infinity;
    for (const { view } of this.#near(loadScreens)) {
      if (!(view instanceof ScrolledSection && view.pageLayout)) continue;
      while (view.tail.hasDeferred && view.layoutEnd(this.#axis) < wanted) view.layOutMore();
      // Its place grows with it, and then this is asked again.
      if (view.tail.hasDeferred) this.#cancelIdle = whenIdle(() => view.layOutMore());
    }
  }

  retry(current: SectionView): void {
    this.#failed.clear();
    this.loadAround(current);
  }

  /** Tells once more why something on the screen is not there. */
  reportFailureAgain(): void {
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
      else this.#listener.onUnload(slot);
    }
    this.#views.unmountExcept(kept);
  }

  /** The places on the screen where text should stand that is not here. */
  #lacking(): readonly Slot[] {
    const { scroll, viewportSize } = this.#axis;
    const isLacking = ({ view }: Slot) =>
      !view ||
      (view.isIncomplete &&
        !(view instanceof ScrolledSection && view.layoutEnd(this.#axis) > scroll + viewportSize));
    return this.#near(0).filter(isLacking);
  }

  #near(screens: number): readonly Slot[] {
    const { scroll, viewportSize } = this.#axis;
    return this.#slots.between(
      scroll - screens * viewportSize,
      scroll + (screens + 1) * viewportSize,
    );
  }

  async #bring(slot: Slot): Promise<void> {
    const { index } = slot;
    if (this.#views.mounting.has(index)) return;
    try {
      const view = await this.#views.mount(index);
      if (!this.#views.isClosed) this.#listener.onLoaded(view);
    } catch (reason) {
      if (this.#views.isClosed) return;
      const isTold = this.#lacking().includes(slot);
      this.#failed.set(index, { reason, isTold });
      if (isTold) this.#listener.onFail(reason);
    }
  }
}
