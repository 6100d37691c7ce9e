import { prefersReducedMotion } from '../animate-value.ts';
import type { PaginatedRendition } from '../paginated/paginated-rendition.ts';
import { PageDrag, dragContextOf, type PageSide } from '../paginated/page-drag.ts';

/** Pages that follow a finger, a pen or a trackpad, and come to rest when they are let go. */
export class PageDragGesture {
  readonly #stage: HTMLElement;
  /** Null where there are no pages to turn. */
  readonly #pages: () => PaginatedRendition | null;
  #pulling: PageDrag | null = null;
  #isGliding = false;
  /** To which side pages glide, or glided when they were grabbed; null for back to where they were. */
  #heading: PageSide | null = null;

  constructor(stage: HTMLElement, pages: () => PaginatedRendition | null) {
    this.#stage = stage;
    this.#pages = pages;
  }

  get isMoving(): boolean {
    return this.#pulling !== null;
  }

  /** The side to which a turn was under way when the pages were grabbed; null when there was none. */
  get direction(): PageSide | null {
    return this.#heading;
  }

  /** Whether pages follow at all: not where people want no motion. */
  get isEnabled(): boolean {
    return this.#pages() !== null && !prefersReducedMotion();
  }

  /** Whether anything comes after the page when it is pulled to a side. */
  hasPageOn(side: PageSide): boolean {
    const pages = this.#pages();
    return pages?.hasPage((side === 'right') === pages.isNextLeft ? 1 : -1) ?? false;
  }

  /** Stops pages on their way; how far they are from where they rested, in px, else null. */
  grab(): number | null {
    if (!this.#pulling || !this.#isGliding) return null;
    this.#isGliding = false;
    this.#pages()?.beginGesture(() => this.#drop());
    return this.#pulling.stop();
  }

  /** @param dx - Px to the right of where the pages rest. */
  dragTo(dx: number): void {
    const pages = this.#pages();
    if (!pages || !this.isEnabled) return;
    if (!this.#pulling || this.#isGliding) pages.endGesture();
    if (!this.#pulling) {
      this.#pulling = new PageDrag(dragContextOf(pages, this.#stage));
      pages.beginGesture(() => this.#drop());
    }
    this.#pulling.dragTo(dx);
  }

  /**
   * @param side - To which they were pulled far enough to turn; null lets them go back.
   * @param speed - Of the finger when it left, in px per ms.
   */
  release(side: PageSide | null, speed: number): void {
    const pages = this.#pages();
    const pulling = this.#pulling;
    if (!pulling || !pages) return this.#turn(side);
    this.#isGliding = true;
    this.#heading = side;
    const end = pulling.release(side, speed, () => {
      this.#forget();
      this.#turn(side);
    });
    pages.beginGesture(end);
  }

  /** A flick on top of a turn that is not done yet: the pages go on to that side by one more. */
  releaseAgain(side: PageSide, speed: number): void {
    const pages = this.#pages();
    const rest = this.#pulling?.offsetAfterTurn(side) ?? null;
    this.#drop();
    this.#turn(side);
    if (!pages || rest === null || !this.hasPageOn(side)) return;
    this.dragTo(rest);
    this.release(side, speed);
  }

  /** The pages are elsewhere now, and not by this finger. */
  #drop(): void {
    this.#pulling?.settle();
    this.#forget();
  }

  #forget(): void {
    this.#pulling = null;
    this.#isGliding = false;
    this.#heading = null;
  }

  #turn(side: PageSide | null): void {
    const pages = this.#pages();
    if (side && pages) pages.turn((side === 'right') === pages.isNextLeft ? 1 : -1);
  }
}
