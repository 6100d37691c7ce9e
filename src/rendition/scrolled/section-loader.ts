import { whenIdle } from '../scheduling.ts';
import { hasSelection } from '../selection.ts';
import type { SectionView } from '../section/section-view.ts';
import type { SectionViews } from '../section-views.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import { ScrolledSection } from './scrolled-section.ts';
import type { Slot, SectionSlots } from './section-slots.ts';

/**
 * Sections within `loadScreens` screens of the visible one are loaded, and sections beyond
 * `keepScreens` are unmounted.
 */
const loadScreens = 1.5;
const keepScreens = 3;

export interface SectionLoaderListener {
  /** Called when a section was mounted, before its layout. */
  onLoaded: (view: SectionView) => void;
  /** Called before a section is unmounted. */
  onUnload: (slot: Slot) => void;
  /** Called when a visible section failed to load. */
  onFail: (reason: unknown) => void;
}

/** Loads the sections near the viewport and unmounts distant ones. */
export class SectionLoader {
  readonly #views: SectionViews;
  readonly #slots: SectionSlots;
  readonly #axis: ScrollAxis;
  readonly #listener: SectionLoaderListener;
  #cancelIdle = () => {};
  /** Sections that failed to load, kept until they are far away or the reader retries. */
  readonly #failed = new Map<number, { reason: unknown; isReported: boolean }>();

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
   * @param current - Section that stays mounted regardless of the viewport's position.
   * @param mayGrow - False during a resize notification, when no section may become longer.
   */
  loadAround(current: SectionView, mayGrow = true): void {
    this.#unloadDistant(current);
    // Load visible sections first. A failed section loads again if its failure has not been
    // reported.
    for (const slot of this.#missing()) {
      if (!this.#failed.get(slot.index)?.isReported) void this.#load(slot);
    }
    for (const slot of this.#near(loadScreens)) {
      const isLoaded = slot.view && !slot.view.isIncomplete;
      if (!isLoaded && !this.#failed.has(slot.index)) void this.#load(slot);
    }
    this.#layOut(mayGrow);
  }

  /** Lays out long sections slightly past the viewport, and the rest during idle time. */
  #layOut(mayGrow: boolean): void {
    this.#cancelIdle();
    const { scroll, viewportSize } = this.#axis;
    const end = mayGrow ? scroll + (loadScreens + 1) * viewportSize : -Infinity;
    for (const { view } of this.#near(loadScreens)) {
      if (!(view instanceof ScrolledSection && view.pageLayout)) continue;
      while (view.tail.hasDeferred && view.layoutEnd(this.#axis) < end) view.layOutMore();
      // The slot's resize calls this method again.
      if (view.tail.hasDeferred) this.#cancelIdle = whenIdle(() => view.layOutMore());
    }
  }

  retry(current: SectionView): void {
    this.#failed.clear();
    this.loadAround(current);
  }

  /** Reports the failure of a visible section again. */
  reportFailureAgain(): void {
    const failures = this.#missing().map(({ index }) => this.#failed.get(index));
    const failed = failures.find((one) => one?.isReported);
    if (failed) this.#listener.onFail(failed.reason);
  }

  close(): void {
    this.#cancelIdle();
  }

  #unloadDistant(current: SectionView): void {
    const near = new Set(this.#near(keepScreens));
    const keptIndexes = new Set<number | null>([current.section.index]);
    for (const slot of this.#slots.all) {
      if (near.has(slot)) keptIndexes.add(slot.index);
      else this.#failed.delete(slot.index);
      if (!slot.view || keptIndexes.has(slot.index)) continue;
      const root = slot.view.host.shadowRoot;
      // Unmounting would lose the selection.
      if (root && hasSelection([root])) keptIndexes.add(slot.index);
      else this.#listener.onUnload(slot);
    }
    this.#views.unmountExcept(keptIndexes);
  }

  /** The visible slots whose text is missing. */
  #missing(): readonly Slot[] {
    const { scroll, viewportSize } = this.#axis;
    const isMissing = ({ view }: Slot) =>
      !view ||
      (view.isIncomplete &&
        !(view instanceof ScrolledSection && view.layoutEnd(this.#axis) > scroll + viewportSize));
    return this.#near(0).filter(isMissing);
  }

  #near(screens: number): readonly Slot[] {
    const { scroll, viewportSize } = this.#axis;
    return this.#slots.between(
      scroll - screens * viewportSize,
      scroll + (screens + 1) * viewportSize,
    );
  }

  async #load(slot: Slot): Promise<void> {
    const { index } = slot;
    if (this.#views.mounting.has(index)) return;
    try {
      const view = await this.#views.mount(index);
      if (!this.#views.isClosed) this.#listener.onLoaded(view);
    } catch (reason) {
      if (this.#views.isClosed) return;
      const isReported = this.#missing().includes(slot);
      this.#failed.set(index, { reason, isReported });
      if (isReported) this.#listener.onFail(reason);
    }
  }
}
