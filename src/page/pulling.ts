import { PageMountEvent } from './page-events.ts';
import { glide, type Glide } from './glide.ts';
import type { OpenPages } from './open-pages.ts';
import type { SectionView } from './section-view.ts';

export type Side = 'left' | 'right';

/** What lies around the pages that are pulled. */
export interface Surroundings {
  view: SectionView;
  /** Px from one section's page to its neighbour's. */
  stride: number;
  /**
   * What a pull uncovers on a side, laid out: the neighbouring section or, as in vertical writing pages do
   * not lie side by side, this one's next page. Null when there is none, or none yet.
   */
  neighbour: (side: Side) => SectionView | null;
  /** Where a view's left edge rests, in px. */
  restOf: (view: SectionView) => number;
}

/** What lies around the page on screen. */
export function surroundingsOf(pages: OpenPages, stage: HTMLElement): Surroundings {
  const { current } = pages;
  return {
    view: current,
    stride: stage.clientWidth,
    neighbour: (side) => {
      const step = (side === 'left') === pages.isNextLeft ? 1 : -1;
      const page = current.page + step;
      if (current.plan?.isVertical && page >= 0 && page < current.pages) {
        const twin = twinOf(current, pages, stage);
        pages.layoutAlone(twin);
        twin.goTo(page);
        return twin;
      }
      const index = pages.beside(step);
      const view = index === null ? null : pages.views.get(index);
      return view?.mark === current.mark ? view : null;
    },
    restOf: (view) => pages.restOf(view),
  };
}

/** Lets pages follow a finger: within the section by scrolling, past its edge by moving two sections. */
export class Pulling {
  readonly #around: Surroundings;
  #dx = 0;
  /** What is uncovered. */
  #beside: SectionView | null = null;
  #glide: Glide | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
    around.view.isPulled = true;
  }

  /** @param dx - Px to the right of where the pages rest. */
  pull(dx: number): void {
    this.#dx = dx;
    const { view, stride, neighbour, restOf } = this.#around;
    const over = view.pull(dx);
    const other = over === 0 ? null : neighbour(over > 0 ? 'left' : 'right');
    // Where nothing follows sideways, the page gives less and less.
    const shift = other || over === 0 ? over : Math.sign(over) * rubber(Math.abs(over), stride);
    moveTo(view, restOf(view) + shift);
    const before = this.#beside;
    this.#beside = other;
    if (before && before !== other) {
      before.isShown = false;
      moveTo(before, restOf(before));
    }
    if (!other) return;
    other.isShown = true;
    moveTo(other, restOf(other) + shift - Math.sign(over) * stride);
  }

  /**
   * Lets go: the pages glide on to that side by a page, or back when it is null; then `done`.
   * Returns how to end it at once.
   *
   * @param speed - Of the finger, in px per ms.
   */
  release(side: Side | null, speed: number, done: () => void): () => void {
    this.#glide = glide(
      this.#dx,
      side === null ? 0 : this.#goalOn(side),
      (dx) => this.pull(dx),
      () => {
        this.settle();
        done();
      },
      speed,
    );
    return this.#glide.finish;
  }

  /** Stops the pages where they are: so far to the right of where they rest, in px. */
  hold(): number {
    this.#glide?.halt();
    return this.#dx;
  }

  /** Puts the pages where they rest. */
  settle(): void {
    this.#glide?.halt();
    this.pull(0);
    this.#around.view.isPulled = false;
  }

  /** How far they will be from where they rest once they have turned to a side, px; null when none is there. */
  restAfter(side: Side): number | null {
    const goal = this.#goalOn(side);
    return goal === 0 ? null : this.#dx - goal;
  }

  /** How far a page lies to that side; 0 when nothing is there to glide to. */
  #goalOn(side: Side): number {
    const { view, stride, neighbour } = this.#around;
    const sign = side === 'left' ? -1 : 1;
    if (!view.plan) return 0;
    if (!view.plan.isVertical) {
      const step = sign * view.plan.pageInline;
      const isWithin = view.pull(step) === 0;
      view.pull(this.#dx);
      if (isWithin) return step;
    }
    return neighbour(side === 'left' ? 'right' : 'left') ? sign * stride : 0;
  }
}

function twinOf(view: SectionView, { views }: OpenPages, stage: HTMLElement): SectionView {
  const known = views.twins.get(view);
  if (known) return known;
  const twin = views.make(view.loaded);
  twin.host.ariaHidden = 'true';
  views.twins.set(view, twin);
  stage.append(twin.host);
  const root = stage.getRootNode();
  if (root instanceof ShadowRoot) root.host.dispatchEvent(new PageMountEvent(twin));
  return twin;
}

/** How far a page gives that is pulled so far: half at first, and never its whole width. */
function rubber(pulled: number, width: number): number {
  return width * (1 - 1 / ((pulled * 0.5) / width + 1));
}

function moveTo({ host }: SectionView, left: number): void {
  host.style.left = `${left}px`;
}
