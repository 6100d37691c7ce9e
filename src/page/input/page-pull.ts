import { prefersStillness } from '../glide.ts';
import type { OpenPages } from '../open-pages.ts';
import { Pulling, surroundingsOf, type Side } from '../pulling.ts';

/** Pages that follow a finger, a pen or a trackpad, and come to rest when they are let go. */
export class PagePull {
  readonly #stage: HTMLElement;
  /** Null where there are no pages to turn. */
  readonly #pages: () => OpenPages | null;
  #pulling: Pulling | null = null;
  #isGliding = false;
  /** To which side pages glide, or glided when they were grabbed; null for back to where they were. */
  #heading: Side | null = null;

  constructor(stage: HTMLElement, pages: () => OpenPages | null) {
    this.#stage = stage;
    this.#pages = pages;
  }

  get isMoving(): boolean {
    return this.#pulling !== null;
  }

  /** The side to which a turn was under way when the pages were grabbed; null when there was none. */
  get heading(): Side | null {
    return this.#heading;
  }

  /** Whether pages follow at all: not where people want no motion. */
  get isWanted(): boolean {
    return this.#pages() !== null && !prefersStillness();
  }

  /** Whether anything comes after the page when it is pulled to a side. */
  leads(side: Side): boolean {
    const pages = this.#pages();
    return pages?.hasPage((side === 'right') === pages.isNextLeft ? 1 : -1) ?? false;
  }

  /** Stops pages on their way; how far they are from where they rested, in px, else null. */
  grab(): number | null {
    if (!this.#pulling || !this.#isGliding) return null;
    this.#isGliding = false;
    this.#pages()?.beginGesture(() => this.#drop());
    return this.#pulling.hold();
  }

  /** @param dx - Px to the right of where the pages rest. */
  pull(dx: number): void {
    const pages = this.#pages();
    if (!pages || !this.isWanted) return;
    if (!this.#pulling || this.#isGliding) pages.endGesture();
    if (!this.#pulling) {
      this.#pulling = new Pulling(surroundingsOf(pages, this.#stage));
      pages.beginGesture(() => this.#drop());
    }
    this.#pulling.pull(dx);
  }

  /**
   * @param side - To which they were pulled far enough to turn; null lets them go back.
   * @param speed - Of the finger when it left, in px per ms.
   */
  release(side: Side | null, speed: number): void {
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
  releaseOnceMore(side: Side, speed: number): void {
    const pages = this.#pages();
    const rest = this.#pulling?.restAfter(side) ?? null;
    this.#drop();
    this.#turn(side);
    if (!pages || rest === null || !this.leads(side)) return;
    this.pull(rest);
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

  #turn(side: Side | null): void {
    const pages = this.#pages();
    if (side && pages) pages.turn((side === 'right') === pages.isNextLeft ? 1 : -1);
  }
}
