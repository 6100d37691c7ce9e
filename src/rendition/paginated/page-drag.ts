import { PageMountEvent } from '../page-events.ts';
import { animateValue, type ValueAnimation } from '../animate-value.ts';
import { scrollOfPage } from '../page-layout.ts';
import type { PaginatedRendition } from './paginated-rendition.ts';
import type { SectionView } from '../section/section-view.ts';
import { isNextLeft } from '../reading-direction.ts';

export type PageSide = 'left' | 'right';

/** The pages involved in a drag. */
export interface DragContext {
  view: SectionView;
  /** Distance in px between the pages of neighboring sections. */
  stride: number;
  /**
   * The laid-out view that a drag reveals on a side, or null if there is none yet. This is the
   * neighboring section or, in vertical writing, where pages are not side by side, a duplicate view
   * with the next page.
   */
  neighbor: (side: PageSide) => SectionView | null;
  /** Left edge of a view at rest, in px. */
  restingLeft: (view: SectionView) => number;
}

/** Collects the views for a drag of the current page. */
export function dragContextOf(rendition: PaginatedRendition, stage: HTMLElement): DragContext {
  const { current } = rendition;
  return {
    view: current,
    stride: stage.clientWidth,
    neighbor: (side) => {
      const step = (side === 'left') === isNextLeft(rendition) ? 1 : -1;
      const page = current.page + step;
      if (current.pageLayout?.isVertical && page >= 0 && page < current.pages) {
        const duplicate = duplicateOf(current, rendition, stage);
        rendition.layoutAlone(duplicate);
        duplicate.goTo(page);
        return duplicate;
      }
      const index = rendition.neighborIndex(step);
      const view = index === null ? null : rendition.views.get(index);
      return view?.layoutVersion === current.layoutVersion ? view : null;
    },
    restingLeft: (view) => rendition.restingLeft(view),
  };
}

/**
 * Drags pages along with a finger. Within a section it scrolls, and past the section's ends it
 * moves two sections.
 */
export class PageDrag {
  readonly #context: DragContext;
  #dx = 0;
  /** The revealed view. */
  #neighbor: SectionView | null = null;
  #animation: ValueAnimation | null = null;

  constructor(context: DragContext) {
    this.#context = context;
    context.view.isDragged = true;
  }

  /** @param dx - Distance from rest in px, positive to the right. */
  dragTo(dx: number): void {
    this.#dx = dx;
    const { view, stride, neighbor, restingLeft } = this.#context;
    const overflow = dragBy(view, dx);
    const neighborView = overflow === 0 ? null : neighbor(overflow > 0 ? 'left' : 'right');
    // Without a neighbor, the page moves less the further it is dragged.
    const shift =
      neighborView || overflow === 0
        ? overflow
        : Math.sign(overflow) * rubberBand(Math.abs(overflow), stride);
    moveTo(view, restingLeft(view) + shift);
    const previous = this.#neighbor;
    this.#neighbor = neighborView;
    if (previous && previous !== neighborView) {
      previous.isShown = false;
      moveTo(previous, restingLeft(previous));
    }
    if (!neighborView) return;
    neighborView.isShown = true;
    moveTo(neighborView, restingLeft(neighborView) + shift - Math.sign(overflow) * stride);
  }

  /** Moves the pages one page to a side. Returns false if there is no page to reveal. */
  reveal(side: PageSide): boolean {
    const distance = this.#distanceTo(side);
    if (distance !== 0) this.dragTo(distance);
    return distance !== 0;
  }

  /**
   * Animates the pages one page to a side, or back to rest if `side` is null, and then calls
   * `done`. Returns a function that finishes the animation immediately.
   *
   * @param speed - Speed of the finger in px per ms.
   */
  release(side: PageSide | null, speed: number, done: () => void): () => void {
    this.#animation = animateValue(
      this.#dx,
      side === null ? 0 : this.#distanceTo(side),
      (dx) => this.dragTo(dx),
      () => {
        this.settle();
        done();
      },
      speed,
    );
    return this.#animation.finish;
  }

  /** Stops the animation and returns the distance from rest in px, positive to the right. */
  stop(): number {
    this.#animation?.stop();
    return this.#dx;
  }

  /** Moves the pages to rest immediately. */
  settle(): void {
    this.#animation?.stop();
    this.dragTo(0);
    this.#context.view.isDragged = false;
  }

  /** Distance from rest in px after a completed turn to a side, or null if there is no page. */
  offsetAfterTurn(side: PageSide): number | null {
    const goal = this.#distanceTo(side);
    return goal === 0 ? null : this.#dx - goal;
  }

  /** Distance in px to the page on a side, or 0 if there is none. */
  #distanceTo(side: PageSide): number {
    const { view, stride, neighbor } = this.#context;
    const sign = side === 'left' ? -1 : 1;
    if (!view.pageLayout) return 0;
    if (!view.pageLayout.isVertical) {
      const step = sign * view.pageLayout.pageInline;
      const isWithin = dragBy(view, step) === 0;
      dragBy(view, this.#dx);
      if (isWithin) return step;
    }
    return neighbor(side === 'left' ? 'right' : 'left') ? sign * stride : 0;
  }
}

function duplicateOf(
  view: SectionView,
  { views }: PaginatedRendition,
  stage: HTMLElement,
): SectionView {
  const known = views.duplicates.get(view);
  if (known) return known;
  const duplicate = views.createView(view.loaded);
  duplicate.host.ariaHidden = 'true';
  views.duplicates.set(view, duplicate);
  stage.append(duplicate.host);
  const root = stage.getRootNode();
  if (root instanceof ShadowRoot) root.host.dispatchEvent(new PageMountEvent(duplicate));
  return duplicate;
}

/**
 * Shift of a page without a neighbor, which starts at half the drag distance and stays below the
 * page width.
 */
function rubberBand(distance: number, width: number): number {
  return width * (1 - 1 / ((distance * 0.5) / width + 1));
}

function moveTo({ host }: SectionView, left: number): void {
  host.style.left = `${left}px`;
}

/**
 * Moves a section's pages by a distance from rest in px, positive to the right. Returns the part of
 * the distance beyond the section's first or last page.
 */
function dragBy(view: SectionView, dx: number): number {
  const { pageLayout } = view;
  if (!pageLayout || pageLayout.isVertical) return dx;
  const end = scrollOfPage(view.lastPage, pageLayout);
  const target = scrollOfPage(view.page, pageLayout) - dx;
  view.scrollOffset = Math.max(Math.min(0, end), Math.min(Math.max(0, end), target));
  return view.scrollOffset - target;
}
