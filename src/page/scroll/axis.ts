import type { WritingMode } from '../../../server/epub/contract.ts';

type Rect = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * The way a strip of text runs: down, or to the side on which vertical lines follow each other. What
 * lies further on has the larger number, whichever side that is; all px.
 */
export class Axis {
  readonly #scroller: HTMLElement;
  #writingMode: WritingMode = 'horizontal-tb';

  constructor(scroller: HTMLElement, writingMode: WritingMode) {
    this.#scroller = scroller;
    this.writingMode = writingMode;
  }

  /** Of the text whose lines it is made for. */
  get writingMode(): WritingMode {
    return this.#writingMode;
  }
  set writingMode(writingMode: WritingMode) {
    this.#writingMode = writingMode;
    this.#scroller.style.writingMode = writingMode;
    this.#scroller.classList.toggle('sideways', this.isSideways);
  }

  get isSideways(): boolean {
    return this.writingMode !== 'horizontal-tb';
  }

  get scroll(): number {
    if (!this.isSideways) return this.#scroller.scrollTop;
    return Math.abs(this.#scroller.scrollLeft);
  }
  set scroll(scroll: number) {
    if (!this.isSideways) this.#scroller.scrollTop = scroll;
    else this.#scroller.scrollLeft = this.writingMode === 'vertical-rl' ? -scroll : scroll;
  }

  /** How much of the strip is seen at once. */
  get room(): number {
    return this.isSideways ? this.#scroller.clientWidth : this.#scroller.clientHeight;
  }

  /** The largest `scroll`. */
  get end(): number {
    const { scrollWidth, scrollHeight } = this.#scroller;
    return Math.max(0, (this.isSideways ? scrollWidth : scrollHeight) - this.room);
  }

  /** How far a rectangle's first edge lies from the strip's start. */
  startOf(rect: Rect): number {
    return this.#distanceOf(rect, true);
  }

  endOf(rect: Rect): number {
    return this.#distanceOf(rect, false);
  }

  /** Where an element begins and ends. */
  spanOf(element: Element): { start: number; end: number } {
    const rect = element.getBoundingClientRect();
    return { start: this.startOf(rect), end: this.endOf(rect) };
  }

  #distanceOf(rect: Rect, isStart: boolean): number {
    const view = this.#scroller.getBoundingClientRect();
    // The host page may be scaled; offsets are not.
    const scale = view.width / this.#scroller.offsetWidth || 1;
    const from = (start: number, end: number) => (isStart ? start : end);
    const distance =
      this.writingMode === 'horizontal-tb'
        ? from(rect.top, rect.bottom) - view.top
        : this.writingMode === 'vertical-rl'
          ? view.left + this.#scroller.clientWidth * scale - from(rect.right, rect.left)
          : from(rect.left, rect.right) - view.left;
    return distance / scale + this.scroll;
  }
}
