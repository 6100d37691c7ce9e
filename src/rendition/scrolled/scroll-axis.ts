import type { WritingMode } from '../../../server/epub/contract.ts';
import { animateValue, prefersReducedMotion, type ValueAnimation } from '../animate-value.ts';

type Rect = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * The scroll direction: downward, or the direction in which vertical lines progress. On every axis,
 * distances are in px and grow in the reading direction.
 */
export class ScrollAxis {
  readonly #scroller: HTMLElement;
  #writingMode: WritingMode = 'horizontal-tb';

  constructor(scroller: HTMLElement, writingMode: WritingMode) {
    this.#scroller = scroller;
    this.writingMode = writingMode;
  }

  /** Writing mode that determines the direction. */
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

  /** Size of the visible part. */
  get viewportSize(): number {
    return this.isHorizontal ? this.#scroller.clientWidth : this.#scroller.clientHeight;
  }

  /** The maximum value of `scroll`. */
  get maxScroll(): number {
    const { scrollWidth, scrollHeight } = this.#scroller;
    return Math.max(0, (this.isHorizontal ? scrollWidth : scrollHeight) - this.viewportSize);
  }

  /** Distance of a rectangle's first edge from the start of the content. */
  startOf(rect: Rect): number {
    return this.#distanceOf(rect, true);
  }

  endOf(rect: Rect): number {
    return this.#distanceOf(rect, false);
  }

  /** Start and end of an element. */
  spanOf(element: Element): { start: number; end: number } {
    const rect = element.getBoundingClientRect();
    return { start: this.startOf(rect), end: this.endOf(rect) };
  }

  #distanceOf(rect: Rect, isStart: boolean): number {
    const view = this.#scroller.getBoundingClientRect();
    // The host page may scale the reader, but scroll offsets are unscaled.
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

/** Makes a vertical wheel scroll horizontally, unless it scrolls the host page. */
export function mapWheelToHorizontalScroll(
  stage: HTMLElement,
  axis: ScrollAxis,
  signal: AbortSignal,
): void {
  stage.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, deltaMode, ctrlKey } = event;
      if (
        !axis.isHorizontal ||
        stage.matches('.passive') ||
        ctrlKey ||
        Math.abs(deltaX) >= Math.abs(deltaY)
      )
        return;
      const before = axis.scroll;
      axis.scroll += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * 30;
      if (axis.scroll !== before) event.preventDefault();
    },
    { signal, passive: false },
  );
}

/**
 * Scrolls by a distance, rounded to whole px. Returns null if it finishes immediately because of
 * reduced motion.
 */
export function animateScroll(
  axis: ScrollAxis,
  distance: number,
  done: () => void,
): ValueAnimation | null {
  let moved = 0;
  // Use relative steps because lengths above may change during the animation.
  const move = (to: number) => {
    axis.scroll += Math.round(to) - moved;
    moved = Math.round(to);
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
