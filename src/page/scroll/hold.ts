import type { Place } from '../../reader/progress.ts';
import type { Axis } from './axis.ts';
import { isCrossed } from './rolled-section.ts';
import type { Slot, Slots } from './slots.ts';
import { distanceOf, firstOffsetFrom } from './text-at.ts';

/** A point of the book that stands somewhere in the strip. */
export interface Held {
  slot: Slot;
  /** Of its text; null where none is rendered: then the share of its length; below zero, before it. */
  offset: number | null;
  share: number;
}

/** Keeps what is read where it is on the screen, while lengths around it change. */
export class Hold {
  readonly #axis: Axis;
  readonly #slots: Slots;
  #held: Held | null = null;
  /** From the strip's start, when it was last looked at, in px. */
  #at = 0;
  /** Where the strip rests by our own doing: hearing of that is no news. */
  #rest = 0;
  /** Somebody moved the strip, and that was not heard before we did. */
  #isPending = false;

  constructor(axis: Axis, slots: Slots) {
    this.#axis = axis;
    this.#slots = slots;
  }

  get held(): Held | null {
    return this.#held;
  }

  /** The text position that is held; null while its section is not in the document. */
  get place(): Place | null {
    if (!this.#held?.slot.view?.plan) return null;
    const { slot, offset, share } = this.#held;
    return {
      section: slot.index,
      offset: offset ?? Math.round(Math.max(0, share) * slot.item.length),
    };
  }

  /** Whether the strip was moved by somebody else. */
  get isMoved(): boolean {
    return this.#isPending || Math.abs(this.#axis.scroll - this.#rest) >= 1;
  }

  /** Whether a strip that has become shorter was moved to its new end by the browser. */
  get isCut(): boolean {
    const { scroll, end } = this.#axis;
    return scroll >= end - 1 && scroll < this.#rest;
  }

  scrollTo(scroll: number): void {
    this.#axis.scroll = Math.round(scroll);
    this.#rest = this.#axis.scroll;
  }

  take(held: Held): void {
    this.#held = held;
    this.#at = this.distanceOf(held);
  }

  /** Puts back what lengths above it have moved. */
  keep(): void {
    if (!this.#held) return;
    const now = this.distanceOf(this.#held);
    const moved = now - this.#at;
    this.#at = now;
    if (Math.abs(moved) < 0.5) return;
    const { isCut } = this;
    const isPending = this.isMoved && !isCut;
    this.scrollTo((isCut ? this.#rest : this.#axis.scroll) + moved);
    this.#isPending = isPending;
  }

  /** Runs what changes all lengths; what is held stays on the screen, wherever it was there. */
  keepOver(change: () => void): void {
    this.keep();
    const onScreen = this.#at - this.#axis.scroll;
    change();
    if (!this.#held) return;
    this.#at = this.distanceOf(this.#held);
    const least = this.#held.offset === null ? -Infinity : 0;
    const most = this.#axis.room / 2;
    this.scrollTo(this.#at - Math.max(least, Math.min(onScreen, most)));
  }

  /** Holds what is at the top of the screen: the first text there, else the section that fills most of it. */
  choose(): void {
    this.#rest = this.#axis.scroll;
    this.#isPending = false;
    const { scroll, room } = this.#axis;
    const seen = this.#slots.between(scroll, scroll + room);
    for (const slot of seen) {
      if (!slot.view?.plan || isCrossed(slot.view)) continue;
      const offset = firstOffsetFrom(scroll - 1, slot.view, this.#axis);
      const at = distanceOf(offset, slot.view, this.#axis);
      if (at === null || at < scroll - 1 || at >= scroll + room) continue;
      return this.take({ slot, offset, share: 0 });
    }
    const seenOf = ({ element }: Slot) => {
      const { start, end } = this.#axis.spanOf(element);
      return Math.min(end, scroll + room) - Math.max(start, scroll);
    };
    const [slot] = seen.toSorted((one, other) => seenOf(other) - seenOf(one));
    if (!slot) return;
    const { start, end } = this.#axis.spanOf(slot.element);
    this.take({ slot, offset: null, share: (scroll - start) / Math.max(1, end - start) });
  }

  /** From the strip's start, in px. */
  distanceOf({ slot, offset, share }: Held): number {
    const { view, element } = slot;
    if (view?.plan && offset !== null && !isCrossed(view)) {
      const distance = distanceOf(offset, view, this.#axis);
      if (distance !== null) return distance;
    }
    const { start, end } = this.#axis.spanOf(element);
    return start + share * (end - start);
  }
}
