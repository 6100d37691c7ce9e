import type { ReadingOrderItem } from '../../../server/reading-sessions/contract.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { SectionView } from '../section/section-view.ts';
import type { ScrollAxis } from './scroll-axis.ts';

/** The container of one section in the scrolled content. */
export interface Slot {
  /** Index in the reading order. */
  index: number;
  item: ReadingOrderItem;
  element: HTMLElement;
  /** Null while the section is not mounted. */
  view: SectionView | null;
}

/** Weight of the initial estimate, in characters, until enough sections are measured. */
const estimateWeightUnits = 2000;
/** Tolerated error of estimates as a share. Each correction moves the scrollbar slightly. */
const estimateTolerance = 0.05;

/**
 * The slots of all sections. A slot is as long as its mounted section, or has an estimated length.
 */
export class SectionSlots {
  readonly #stage: HTMLElement;
  readonly #axis: ScrollAxis;
  readonly #tail = document.createElement('div');
  #all: Slot[] = [];
  /** Lengths measured in the current layout, in px. */
  #measured = new WeakMap<ReadingOrderItem, number>();
  #sum = { length: 0, size: 0 };
  #estimate = 1;
  #applied = 0;
  #minSize = 100;
  #fixedSize = 100;

  constructor(stage: HTMLElement, axis: ScrollAxis) {
    this.#stage = stage;
    this.#axis = axis;
    this.#tail.className = 'tail';
  }

  get all(): readonly Slot[] {
    return this.#all;
  }

  find(index: number): Slot | undefined {
    return this.#all.find((slot) => slot.index === index);
  }

  /**
   * Creates a slot for each section of the reading order and reuses existing ones.
   *
   * @param guest - A visible section outside the linear order.
   */
  arrange(
    order: RenditionBook['order'],
    mounted: ReadonlyMap<number, SectionView>,
    guest: number,
  ): void {
    const before = new Map(this.#all.map((slot) => [slot.view ?? slot.item, slot]));
    this.#all = order.flatMap((item, index): Slot[] => {
      if (!item || !(item.linear || index === guest)) return [];
      const view = mounted.get(index) ?? null;
      const known = before.get(view ?? item);
      if (!known) return [this.#createSlot(index, item, view)];
      return [Object.assign(known, { index, item, view })];
    });
    const remaining = new Set(this.#all);
    for (const slot of before.values()) if (!remaining.has(slot)) slot.element.remove();
    let last: Element | null = null;
    for (const { element } of this.#all) {
      const next: Element | null = last ? last.nextElementSibling : this.#stage.firstElementChild;
      // Moving an element would lose its focus and selection.
      if (next !== element) this.#stage.insertBefore(element, next);
      last = element;
    }
    this.#stage.append(this.#tail);
    this.#apply();
  }

  /**
   * Mounts a section. The slot keeps its length until the section is laid out, because the browser
   * would scroll if it became shorter.
   */
  mount(slot: Slot, view: SectionView): void {
    slot.view = view;
    slot.element.replaceChildren(view.host);
  }

  /** Unmounts a section but keeps its length. */
  unmount(slot: Slot): void {
    slot.view = null;
    slot.element.style.blockSize = `${this.#sizeOf(slot)}px`;
  }

  /** Discards all measurements before a new layout. @param viewportSize - Size in px. */
  resetMeasurements(estimate: number, viewportSize: number): void {
    this.#measured = new WeakMap();
    this.#sum = { length: 0, size: 0 };
    this.#estimate = estimate;
    this.#applied = 0;
    this.#minSize = Math.round(viewportSize / 3);
    this.#fixedSize = viewportSize;
  }

  /** Measures the mounted sections and updates the estimates of the others. */
  measure(): void {
    for (const { view, item, element } of this.#all) {
      if (!view?.pageLayout) continue;
      element.style.blockSize = '';
      const size = this.#axis.isHorizontal ? element.offsetWidth : element.offsetHeight;
      const before = this.#measured.get(item);
      this.#measured.set(item, size);
      if (view.isFixed) this.#fixedSize = size;
      else {
        this.#sum.length += before === undefined ? view.section.length : 0;
        this.#sum.size += size - (before ?? 0);
      }
    }
    const error = Math.abs(this.#pxPerUnit / this.#applied - 1);
    if (!(error < estimateTolerance)) this.#apply();
  }

  /** Returns the slots within a range of the scrolled content. */
  between(from: number, to: number): readonly Slot[] {
    return this.#all.slice(this.at(from), this.at(to) + 1);
  }

  /** Returns the index of the last slot that begins at or before a distance from the start. */
  at(distance: number): number {
    let low = 0;
    let high = this.#all.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const rect = this.#all[middle]?.element.getBoundingClientRect();
      if (rect && this.#axis.startOf(rect) <= distance) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  get #pxPerUnit(): number {
    const { length, size } = this.#sum;
    return (size + this.#estimate * estimateWeightUnits) / (length + estimateWeightUnits);
  }

  #sizeOf({ item }: Slot): number {
    const measured = this.#measured.get(item);
    if (measured !== undefined) return measured;
    if (item.layout === 'fixed') return this.#fixedSize;
    return Math.max(this.#minSize, Math.round(item.length * this.#applied));
  }

  #apply(): void {
    this.#applied = this.#pxPerUnit;
    for (const slot of this.#all) {
      if (!slot.view) slot.element.style.blockSize = `${this.#sizeOf(slot)}px`;
    }
  }

  #createSlot(index: number, item: ReadingOrderItem, view: SectionView | null): Slot {
    const element = document.createElement('div');
    element.className = 'slot';
    if (view) element.append(view.host);
    return { index, item, element, view };
  }
}
