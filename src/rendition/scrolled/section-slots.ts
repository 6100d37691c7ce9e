import type { ReadingOrderItem } from '../../../server/reading-sessions/contract.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { SectionView } from '../section/section-view.ts';
import type { ScrollAxis } from './scroll-axis.ts';

/** The place of one section in the strip. */
export interface Slot {
  /** In the reading order. */
  index: number;
  item: ReadingOrderItem;
  element: HTMLElement;
  /** Null while the section is not in the document. */
  view: SectionView | null;
}

/** So many characters weigh the first guess, until enough sections are measured. */
const guessWeightUnits = 2000;
/** Guesses are corrected when they are off by this share: each time, the scrollbar moves a little. */
const guessTolerance = 0.05;

/** The sections' places in a strip: as long as the section that is there, else as long as it seems to be. */
export class SectionSlots {
  readonly #stage: HTMLElement;
  readonly #axis: ScrollAxis;
  readonly #tail = document.createElement('div');
  #all: Slot[] = [];
  /** Lengths that were measured in the layout of now, in px. */
  #measured = new WeakMap<ReadingOrderItem, number>();
  #sum = { length: 0, size: 0 };
  #guess = 1;
  #applied = 0;
  #least = 100;
  #leastFixed = 100;

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
   * Makes a place for each section of the order, and keeps those of sections that are in the document.
   *
   * @param guest - A section outside the main flow that is to be shown all the same.
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
      if (!known) return [this.#make(index, item, view)];
      return [Object.assign(known, { index, item, view })];
    });
    const kept = new Set(this.#all);
    for (const slot of before.values()) if (!kept.has(slot)) slot.element.remove();
    let last: Element | null = null;
    for (const { element } of this.#all) {
      const next: Element | null = last ? last.nextElementSibling : this.#stage.firstElementChild;
      // What stays where it is keeps its focus and its selection.
      if (next !== element) this.#stage.insertBefore(element, next);
      last = element;
    }
    this.#stage.append(this.#tail);
    this.#apply();
  }

  /** The place keeps its length until the section is laid out: a shorter strip would be moved by the browser. */
  mount(slot: Slot, view: SectionView): void {
    slot.view = view;
    slot.element.replaceChildren(view.host);
  }

  /** Leaves as much room as the section had. */
  unmount(slot: Slot): void {
    slot.view = null;
    slot.element.style.blockSize = `${this.#sizeOf(slot)}px`;
  }

  /** Forgets what was measured: the layout is another. */
  resetMeasurements(guess: number, room: number): void {
    this.#measured = new WeakMap();
    this.#sum = { length: 0, size: 0 };
    this.#guess = guess;
    this.#applied = 0;
    this.#least = Math.round(room / 3);
    this.#leastFixed = room;
  }

  /** Takes the lengths of the sections that are here, and guesses those of the others by them. */
  measure(): void {
    for (const { view, item, element } of this.#all) {
      if (!view?.pageLayout) continue;
      element.style.blockSize = '';
      const size = this.#axis.isHorizontal ? element.offsetWidth : element.offsetHeight;
      const before = this.#measured.get(item);
      this.#measured.set(item, size);
      if (view.isFixed) this.#leastFixed = size;
      else {
        this.#sum.length += before === undefined ? view.section.length : 0;
        this.#sum.size += size - (before ?? 0);
      }
    }
    const off = Math.abs(this.#pxPerUnit / this.#applied - 1);
    if (!(off < guessTolerance)) this.#apply();
  }

  /** The places within a stretch of the strip. */
  between(from: number, to: number): readonly Slot[] {
    return this.#all.slice(this.at(from), this.at(to) + 1);
  }

  /** The last place that begins at or before a distance from the strip's start. */
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
    return (size + this.#guess * guessWeightUnits) / (length + guessWeightUnits);
  }

  #sizeOf({ item }: Slot): number {
    const measured = this.#measured.get(item);
    if (measured !== undefined) return measured;
    if (item.layout === 'fixed') return this.#leastFixed;
    return Math.max(this.#least, Math.round(item.length * this.#applied));
  }

  #apply(): void {
    this.#applied = this.#pxPerUnit;
    for (const slot of this.#all) {
      if (!slot.view) slot.element.style.blockSize = `${this.#sizeOf(slot)}px`;
    }
  }

  #make(index: number, item: ReadingOrderItem, view: SectionView | null): Slot {
    const element = document.createElement('div');
    element.className = 'slot';
    if (view) element.append(view.host);
    return { index, item, element, view };
  }
}
