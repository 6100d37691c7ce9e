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

  constructor(stage: HTMLElement, pages: () => OpenPages | null) {
    this.#stage = stage;
    this.#pages = pages;
  }

  get isMoving(): boolean {
    return this.#pulling !== null;
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
    this.#pages()?.beginGesture(() => {});
    return this.#pulling.hold();
  }

  /** @param dx - Px to the right of where the pages rest. */
  pull(dx: number): void {
    const pages = this.#pages();
    if (!pages || !this.isWanted) return;
    if (!this.#pulling || this.#isGliding) pages.endGesture();
    this.#pulling ??= new Pulling(surroundingsOf(pages, this.#stage));
    this.#pulling.pull(dx);
  }

  /**
   * @param side - To which they were pulled far enough to turn; null lets them go back.
   * @param speed - Of the finger when it left, in px per ms.
   */
  release(side: Side | null, speed: number): void {
    const pages = this.#pages();
    const pulling = this.#pulling;
    const turn = () => {
      if (side && pages) pages.turn((side === 'right') === pages.isNextLeft ? 1 : -1);
    };
    if (!pulling) return turn();
    this.#isGliding = true;
    const end = pulling.release(side, speed, () => {
      this.#isGliding = false;
      this.#pulling = null;
      turn();
    });
    pages?.beginGesture(end);
  }
}
