import type { WritingMode } from '../../../server/epub/contract.ts';
import { animateValue, prefersReducedMotion, type ValueAnimation } from '../animate-value.ts';

type Rect = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * The way a strip of text runs: down, or to the side on which vertical lines follow each other. What
 * lies further on has the larger number, whichever side that is; all px.
 */
export class ScrollAxis {
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
    this.#scroller.classList.toggle('sideways', this.isHorizontal);
  }

  get isHorizontal(): boolean {
    return this.writingMode !== 'horizontal-tb';
  }

  get scroll(): number {
    if (!this.isHorizontal) return this.#scroller.scrollTop;
    return Math.abs(this.#scroller.scrollLeft);
  }
  set scroll(scroll: number) {
    if (!this.isHorizontal) this.#scroller.scrollTop = scroll;
    else this.#scroller.scrollLeft = this.writingMode === 'vertical-rl' ? -scroll : scroll;
  }

  /** How much of the strip is seen at once. */
  get viewportSize(): number {
    return this.isHorizontal ? this.#scroller.clientWidth : this.#scroller.clientHeight;
  }

  /** The largest `scroll`. */
  get maxScroll(): number {
    const { scrollWidth, scrollHeight } = this.#scroller;
    return Math.max(0, (this.isHorizontal ? scrollWidth : scrollHeight) - this.viewportSize);
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

/** A wheel that only turns up and down moves a strip that runs sideways, too. */
export function mapWheelToHorizontalScroll(
  stage: HTMLElement,
  axis: ScrollAxis,
  signal: AbortSignal,
): void {
  stage.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, deltaMode, ctrlKey } = event;
      if (!axis.isHorizontal || ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return;
      const before = axis.scroll;
      axis.scroll += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * 30;
      if (axis.scroll !== before) event.preventDefault();
    },
    { signal, passive: false },
  );
}

/** Moves a strip by so many px, whole ones; null when that is done already. */
export function animateScroll(
  axis: ScrollAxis,
  distance: number,
  done: () => void,
): ValueAnimation | null {
  let gone = 0;
  // By steps, not to a goal: what is above may grow or shrink on the way.
  const move = (to: number) => {
    axis.scroll += Math.round(to) - gone;
    gone = Math.round(to);
  };
  const arrive = () => {
    move(distance);
    done();
  };
  if (prefersReducedMotion()) {
    arrive();
    return null;
  }
  return animateValue(0, distance, move, arrive);
}
