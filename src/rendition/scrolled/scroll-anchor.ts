import type { TextPosition } from '../../state/progress.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import { isOrthogonalFlow } from './scrolled-section.ts';
import type { Slot, SectionSlots } from './section-slots.ts';
import { distanceToOffset, firstOffsetAtDistance } from './scroll-positions.ts';

/** A point in the book with a position in the scrolled content. */
export interface AnchorPoint {
  slot: Slot;
  /** Text offset, or null if no text is rendered at the point. */
  offset: number | null;
  /** Share of the slot's length, used where no text is rendered. Negative before the slot. */
  share: number;
}

/** A position in a section to scroll to. */
export interface AnchorTarget {
  /** Text offset, or null for the start or the end of the section. */
  offset: number | null;
  /** Share of the section above the screen. Takes precedence over `offset`. */
  share: number | undefined;
  /** Whether to show the end if there is no offset. */
  isEnd: boolean;
}

/** Keeps the reading position in place on the screen while lengths around it change. */
export class ScrollAnchor {
  readonly #axis: ScrollAxis;
  readonly #slots: SectionSlots;
  #anchor: AnchorPoint | null = null;
  /** Distance of the anchor from the start when last measured, in px. */
  #distance = 0;
  /** Scroll offset last set by this class, to distinguish it from scrolling by the reader. */
  #ownScroll = 0;
  /** Whether the reader has scrolled but the scroll event has not been handled. */
  #isPending = false;

  constructor(axis: ScrollAxis, slots: SectionSlots) {
    this.#axis = axis;
    this.#slots = slots;
  }

  get point(): AnchorPoint | null {
    return this.#anchor;
  }

  /** Text position of the anchor, or null while its section is not mounted. */
  get position(): TextPosition | null {
    if (!this.#anchor?.slot.view?.pageLayout) return null;
    const { slot, offset, share } = this.#anchor;
    return {
      section: slot.index,
      offset: offset ?? Math.round(Math.max(0, share) * slot.item.length),
      ...(offset === null && share > 0 && { share }),
    };
  }

  /** Whether the reader has scrolled since the last `scrollTo`. */
  get isMovedByUser(): boolean {
    return this.#isPending || Math.abs(this.#axis.scroll - this.#ownScroll) >= 1;
  }

  /** Whether the content has become shorter and the browser has scrolled to its new end. */
  get isClamped(): boolean {
    const { scroll, maxScroll } = this.#axis;
    return scroll >= maxScroll - 1 && scroll < this.#ownScroll;
  }

  scrollTo(scroll: number): void {
    this.#axis.scroll = Math.round(scroll);
    this.#ownScroll = this.#axis.scroll;
  }

  set(anchor: AnchorPoint): void {
    this.#anchor = anchor;
    this.#distance = this.distanceTo(anchor);
  }

  /** Compensates for changed lengths above the anchor. */
  adjust(): void {
    if (!this.#anchor) return;
    const now = this.distanceTo(this.#anchor);
    const moved = now - this.#distance;
    this.#distance = now;
    if (Math.abs(moved) < 0.5) return;
    const { isClamped } = this;
    const isPending = this.isMovedByUser && !isClamped;
    this.scrollTo((isClamped ? this.#ownScroll : this.#axis.scroll) + moved);
    this.#isPending = isPending;
  }

  /** Runs a change that affects all lengths while keeping the anchor in place on the screen. */
  preserveDuring(change: () => void): void {
    this.adjust();
    const onScreen = this.#distance - this.#axis.scroll;
    change();
    if (!this.#anchor) return;
    this.#distance = this.distanceTo(this.#anchor);
    const min = this.#anchor.offset === null ? -Infinity : 0;
    const max = this.#axis.viewportSize / 2;
    this.scrollTo(this.#distance - Math.max(min, Math.min(onScreen, max)));
  }

  /**
   * Scrolls to a position in a section and anchors to it.
   *
   * @param leadPx - Space above text.
   */
  show(slot: Slot, { offset, share, isEnd }: AnchorTarget, leadPx: number): void {
    const { start, end } = this.#axis.spanOf(slot.element);
    const text = offset && this.distanceTo({ slot, offset, share: 0 });
    if (share !== undefined) this.scrollTo(start + share * (end - start));
    else if (text !== null && text > start) this.scrollTo(text - leadPx);
    else this.scrollTo(isEnd ? end - this.#axis.viewportSize : start);
    this.chooseFromViewport();
    // At the end of the book, the target cannot be at the top of the screen.
    if (share !== undefined) this.set({ slot, offset: null, share });
    else if (offset !== null) this.set({ slot, offset, share: 0 });
    else if (this.point?.slot !== slot) this.set({ slot, offset: null, share: isEnd ? 1 : 0 });
  }

  /**
   * Anchors to the first text at the top of the screen or, if there is none, to the section that
   * fills most of it.
   */
  chooseFromViewport(): void {
    this.#ownScroll = this.#axis.scroll;
    this.#isPending = false;
    const { scroll, viewportSize } = this.#axis;
    const visible = this.#slots.between(scroll, scroll + viewportSize);
    for (const slot of visible) {
      if (!slot.view?.pageLayout || isOrthogonalFlow(slot.view)) continue;
      const offset = firstOffsetAtDistance(scroll - 1, slot.view, this.#axis);
      const at = distanceToOffset(offset, slot.view, this.#axis);
      if (at === null || at < scroll - 1 || at >= scroll + viewportSize) continue;
      return this.set({ slot, offset, share: 0 });
    }
    const visibleSize = ({ element }: Slot) => {
      const { start, end } = this.#axis.spanOf(element);
      return Math.min(end, scroll + viewportSize) - Math.max(start, scroll);
    };
    const [slot] = visible.toSorted((one, other) => visibleSize(other) - visibleSize(one));
    if (!slot) return;
    const { start, end } = this.#axis.spanOf(slot.element);
    this.set({ slot, offset: null, share: (scroll - start) / Math.max(1, end - start) });
  }

  /** Distance of an anchor point from the start in px. */
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
