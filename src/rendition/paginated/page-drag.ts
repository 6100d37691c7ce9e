import { PageMountEvent } from '../page-events.ts';
import { animateValue, type ValueAnimation } from '../animate-value.ts';
import type { PaginatedRendition } from './paginated-rendition.ts';
import type { SectionView } from '../section/section-view.ts';

export type PageSide = 'left' | 'right';

/** What lies around the pages that are pulled. */
export interface DragContext {
  view: SectionView;
  /** Px from one section's page to its neighbour's. */
  stride: number;
  /**
   * What a pull uncovers on a side, laid out: the neighbouring section or, as in vertical writing pages do
   * not lie side by side, this one's next page. Null when there is none, or none yet.
   */
  neighbor: (side: PageSide) => SectionView | null;
  /** Where a view's left edge rests, in px. */
  restingLeft: (view: SectionView) => number;
}

/** What lies around the page on screen. */
export function dragContextOf(pages: PaginatedRendition, stage: HTMLElement): DragContext {
  const { current } = pages;
  return {
    view: current,
    stride: stage.clientWidth,
    neighbor: (side) => {
      const step = (side === 'left') === pages.isNextLeft ? 1 : -1;
      const page = current.page + step;
      if (current.pageLayout?.isVertical && page >= 0 && page < current.pages) {
        const twin = duplicateOf(current, pages, stage);
        pages.layoutAlone(twin);
        twin.goTo(page);
        return twin;
      }
      const index = pages.neighborIndex(step);
      const view = index === null ? null : pages.views.get(index);
      return view?.layoutVersion === current.layoutVersion ? view : null;
    },
    restingLeft: (view) => pages.restingLeft(view),
  };
}

/** Lets pages follow a finger: within the section by scrolling, past its edge by moving two sections. */
export class PageDrag {
  readonly #around: DragContext;
  #dx = 0;
  /** What is uncovered. */
  #beside: SectionView | null = null;
  #glide: ValueAnimation | null = null;

  constructor(around: DragContext) {
    this.#around = around;
    around.view.isDragged = true;
  }

  /** @param dx - Px to the right of where the pages rest. */
  dragTo(dx: number): void {
    this.#dx = dx;
    const { view, stride, neighbor, restingLeft } = this.#around;
    const over = view.dragBy(dx);
    const other = over === 0 ? null : neighbor(over > 0 ? 'left' : 'right');
    // Where nothing follows sideways, the page gives less and less.
    const shift = other || over === 0 ? over : Math.sign(over) * rubberBand(Math.abs(over), stride);
    moveTo(view, restingLeft(view) + shift);
    const before = this.#beside;
    this.#beside = other;
    if (before && before !== other) {
      before.isShown = false;
      moveTo(before, restingLeft(before));
    }
    if (!other) return;
    other.isShown = true;
    moveTo(other, restingLeft(other) + shift - Math.sign(over) * stride);
  }

  /**
   * Lets go: the pages glide on to that side by a page, or back when it is null; then `done`.
   * Returns how to end it at once.
   *
   * @param speed - Of the finger, in px per ms.
   */
  release(side: PageSide | null, speed: number, done: () => void): () => void {
    this.#glide = animateValue(
      this.#dx,
      side === null ? 0 : this.#goalOn(side),
      (dx) => this.dragTo(dx),
      () => {
        this.settle();
        done();
      },
      speed,
    );
    return this.#glide.finish;
  }

  /** Stops the pages where they are: so far to the right of where they rest, in px. */
  stop(): number {
    this.#glide?.stop();
    return this.#dx;
  }

  /** Puts the pages where they rest. */
  settle(): void {
    this.#glide?.stop();
    this.dragTo(0);
    this.#around.view.isDragged = false;
  }

  /** How far they will be from where they rest once they have turned to a side, px; null when none is there. */
  offsetAfterTurn(side: PageSide): number | null {
    const goal = this.#goalOn(side);
    return goal === 0 ? null : this.#dx - goal;
  }

  /** How far a page lies to that side; 0 when nothing is there to glide to. */
  #goalOn(side: PageSide): number {
    const { view, stride, neighbor } = this.#around;
    const sign = side === 'left' ? -1 : 1;
    if (!view.pageLayout) return 0;
    if (!view.pageLayout.isVertical) {
      const step = sign * view.pageLayout.pageInline;
      const isWithin = view.dragBy(step) === 0;
      view.dragBy(this.#dx);
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
  const twin = views.createView(view.loaded);
  twin.host.ariaHidden = 'true';
  views.duplicates.set(view, twin);
  stage.append(twin.host);
  const root = stage.getRootNode();
  if (root instanceof ShadowRoot) root.host.dispatchEvent(new PageMountEvent(twin));
  return twin;
}

/** How far a page gives that is pulled so far: half at first, and never its whole width. */
function rubberBand(pulled: number, width: number): number {
  return width * (1 - 1 / ((pulled * 0.5) / width + 1));
}

function moveTo({ host }: SectionView, left: number): void {
  host.style.left = `${left}px`;
}
