import { prefersReducedMotion } from '../animate-value.ts';
import type { PaginatedRendition } from '../paginated/paginated-rendition.ts';
import { PageDrag, dragContextOf, type PageSide } from '../paginated/page-drag.ts';
import { isNextLeft } from '../reading-direction.ts';

/** Drags pages with a finger, pen or trackpad, and animates them to rest on release. */
export class PageDragGesture {
  readonly #stage: HTMLElement;
  /** Null in scroll mode or without a book. */
  readonly #rendition: () => PaginatedRendition | null;
  #drag: PageDrag | null = null;
  #isReleased = false;
  /**
   * Side the pages are turning to, or were turning to when grabbed. Null while they return to rest.
   */
  #direction: PageSide | null = null;

  constructor(stage: HTMLElement, rendition: () => PaginatedRendition | null) {
    this.#stage = stage;
    this.#rendition = rendition;
  }

  get isMoving(): boolean {
    return this.#drag !== null;
  }

  /** Side the pages were turning to when grabbed, or null if they were not turning. */
  get direction(): PageSide | null {
    return this.#direction;
  }

  /**
   * Whether pages can be dragged. False with reduced motion, and if page turns fade or are not
   * animated.
   */
  get isEnabled(): boolean {
    const { turn = '' } = this.#stage.dataset;
    return (
      this.#rendition() !== null && !['fade', 'none'].includes(turn) && !prefersReducedMotion()
    );
  }

  /** Whether dragging to a side reveals a page. */
  hasPageOn(side: PageSide): boolean {
    const rendition = this.#rendition();
    if (!rendition) return false;
    const step = (side === 'right') === isNextLeft(rendition) ? 1 : -1;
    const { page, pages } = rendition.current;
    return (pages > page + step && page + step >= 0) || rendition.neighborIndex(step) !== null;
  }

  /**
   * Stops moving pages and returns their distance from rest in px, or null if they are not moving.
   */
  grab(): number | null {
    if (!this.#drag || !this.#isReleased) return null;
    this.#isReleased = false;
    this.#rendition()?.beginGesture(() => this.#cancel());
    return this.#drag.stop();
  }

  /** @param dx - Distance from rest in px, positive to the right. */
  dragTo(dx: number): void {
    const rendition = this.#rendition();
    if (!rendition || !this.isEnabled) return;
    if (!this.#drag || this.#isReleased) rendition.endGesture();
    if (!this.#drag) {
      this.#drag = new PageDrag(dragContextOf(rendition, this.#stage));
      rendition.beginGesture(() => this.#cancel());
    }
    this.#drag.dragTo(dx);
  }

  /**
   * @param side - Side to which the page turns, or null to return it to rest.
   * @param speed - Speed of the finger at release, in px per ms.
   */
  release(side: PageSide | null, speed: number): void {
    const rendition = this.#rendition();
    const drag = this.#drag;
    if (!drag || !rendition) return this.#turn(side);
    this.#isReleased = true;
    this.#direction = side;
    const end = drag.release(side, speed, () => {
      this.#reset();
      this.#turnDragged(side);
    });
    rendition.beginGesture(end);
  }

  /** Handles a flick during a turn by completing the turn and starting another. */
  releaseAgain(side: PageSide, speed: number): void {
    const rendition = this.#rendition();
    const rest = this.#drag?.offsetAfterTurn(side) ?? null;
    this.#cancel();
    this.#turnDragged(side);
    if (!rendition || rest === null || !this.hasPageOn(side)) return;
    this.dragTo(rest);
    this.release(side, speed);
  }

  /** Ends the drag because something else moved the pages. */
  #cancel(): void {
    this.#drag?.settle();
    this.#reset();
  }

  #reset(): void {
    this.#drag = null;
    this.#isReleased = false;
    this.#direction = null;
  }

  /** Turns the page without an animation because the drag already moved it. */
  #turnDragged(side: PageSide | null): void {
    this.#stage.dataset.dragged = '';
    this.#turn(side);
    delete this.#stage.dataset.dragged;
  }

  #turn(side: PageSide | null): void {
    const rendition = this.#rendition();
    if (side && rendition) rendition.turn((side === 'right') === isNextLeft(rendition) ? 1 : -1);
  }
}
