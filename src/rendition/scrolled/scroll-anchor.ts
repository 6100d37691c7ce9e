import type { TextPosition } from '../../state/progress.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import { isOrthogonalFlow } from './scrolled-section.ts';
import type { Slot, SectionSlots } from './section-slots.ts';
import { distanceToOffset, firstOffsetAtDistance } from './scroll-positions.ts';

/** A point of the book that stands somewhere in the strip. */
export interface AnchorPoint {
  slot: Slot;
  /** Of its text; null where none is rendered: then the share of its length; below zero, before it. */
  offset: number | null;
  share: number;
}

/** Keeps what is read where it is on the screen, while lengths around it change. */
export class ScrollAnchor {
  readonly #axis: ScrollAxis;
  readonly #slots: SectionSlots;
  #held: AnchorPoint | null = null;
  /** From the strip's start, when it was last looked at, in px. */
  #at = 0;
  /** Where the strip rests by our own doing: hearing of that is no news. */
  #rest = 0;
  /** Somebody moved the strip, and that was not heard before we did. */
  #isPending = false;

  constructor(axis: ScrollAxis, slots: SectionSlots) {
    this.#axis = axis;
    this.#slots = slots;
  }

  get point(): AnchorPoint | null {
    return this.#held;
  }

  /** The text position that is held; null while its section is not in the document. */
  get position(): TextPosition | null {
    if (!this.#held?.slot.view?.pageLayout) return null;
    const { slot, offset, share } = this.#held;
    return {
      section: slot.index,
      offset: offset ?? Math.round(Math.max(0, share) * slot.item.length),
    };
  }

  /** Whether the strip was moved by somebody else. */
  get isMovedByUser(): boolean {
    return this.#isPending || Math.abs(this.#axis.scroll - this.#rest) >= 1;
  }

  /** Whether a strip that has become shorter was moved to its new end by the browser. */
  get isClamped(): boolean {
    const { scroll, maxScroll } = this.#axis;
    return scroll >= maxScroll - 1 && scroll < this.#rest;
  }

  scrollTo(scroll: number): void {
    this.#axis.scroll = Math.round(scroll);
    this.#rest = this.#axis.scroll;
  }

  set(held: AnchorPoint): void {
    this.#held = held;
    this.#at = this.distanceTo(held);
  }

  /** Puts back what lengths above it have moved. */
  adjust(): void {
    if (!this.#held) return;
    const now = this.distanceTo(this.#held);
    const moved = now - this.#at;
    this.#at = now;
    if (Math.abs(moved) < 0.5) return;
    const { isClamped } = this;
    const isPending = this.isMovedByUser && !isClamped;
    this.scrollTo((isClamped ? this.#rest : this.#axis.scroll) + moved);
    this.#isPending = isPending;
  }

  /** Runs what changes all lengths; what is held stays on the screen, wherever it was there. */
  preserveDuring(change: () => void): void {
    this.adjust();
    const onScreen = this.#at - this.#axis.scroll;
    change();
    if (!this.#held) return;
    this.#at = this.distanceTo(this.#held);
    const least = this.#held.offset === null ? -Infinity : 0;
    const most = this.#axis.viewportSize / 2;
    this.scrollTo(this.#at - Math.max(least, Math.min(onScreen, most)));
  }

  /** Holds what is at the top of the screen: the first text there, else the section that fills most of it. */
  chooseFromViewport(): void {
    this.#rest = this.#axis.scroll;
    this.#isPending = false;
    const { scroll, viewportSize } = this.#axis;
    const seen = this.#slots.between(scroll, scroll + viewportSize);
    for (const slot of seen) {
      if (!slot.view?.pageLayout || isOrthogonalFlow(slot.view)) continue;
      const offset = firstOffsetAtDistance(scroll - 1, slot.view, this.#axis);
      const at = distanceToOffset(offset, slot.view, this.#axis);
      if (at === null || at < scroll - 1 || at >= scroll + viewportSize) continue;
      return this.set({ slot, offset, share: 0 });
    }
    const seenOf = ({ element }: Slot) => {
      const { start, end } = this.#axis.spanOf(element);
      return Math.min(end, scroll + viewportSize) - Math.max(start, scroll);
    };
    const [slot] = seen.toSorted((one, other) => seenOf(other) - seenOf(one));
    if (!slot) return;
    const { start, end } = this.#axis.spanOf(slot.element);
    this.set({ slot, offset: null, share: (scroll - start) / Math.max(1, end - start) });
  }

  /** From the strip's start, in px. */
  distanceTo({ slot, offset, share }: AnchorPoint): number {
    const { view, element } = slot;
    if (view?.pageLayout && offset !== null && !isOrthogonalFlow(view)) {
      const distance = distanceToOffset(offset, view, this.#axis);
      if (distance !== null) return distance;
    }
    const { start, end } = this.#axis.spanOf(element);
    return start + share * (end - start);
  }
}
