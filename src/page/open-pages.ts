import type { Place } from '../reader/progress.ts';
import { sectionBeside } from '../reader/reading-order.ts';
import type { PageView } from '../reader/state.ts';
import { planPage } from './columns.ts';
import { Entering, type Wish } from './entering.ts';
import type { StageShape } from './fixed/spreads.ts';
import { whenIdle } from './idle.ts';
import type { LoadedSection, PageBook } from './page-book.ts';
import type { Landing, PageListener, PageLook, Reading } from './reading.ts';
import type { SectionView } from './section-view.ts';
import { Views } from './views.ts';

/** One open book on a stage: which page is shown, which come next, and the way from one to another. */
export class OpenPages implements Reading {
  readonly mode = 'pages';
  readonly #stage: HTMLElement;
  readonly #look: () => PageLook;
  readonly #listener: PageListener;
  readonly views: Views;
  #current: SectionView;
  /** What the reader chose to see: a new layout returns here and never moves it. */
  #anchor: { offset: number; picture: Element | null } = { offset: 0, picture: null };
  /** Counts page sizes and looks; a view laid out under another mark is out of date. */
  #mark = 0;
  /** What the last layout was made for. */
  #columns: PageLook['columns'] = 'auto';
  readonly #entering: Entering;
  #cancelIdle = () => {};
  #cancelMeasuring = () => {};
  #endGesture: (() => void) | null = null;

  /** Nothing is shown before `start`. */
  constructor(
    stage: HTMLElement,
    book: PageBook,
    first: LoadedSection,
    look: () => PageLook,
    listener: PageListener,
  ) {
    this.#stage = stage;
    this.#look = look;
    this.#listener = listener;
    this.views = new Views(book, {
      onMade: ({ host }) => stage.append(host),
      onMounted: (view) => listener.onMounted(view),
      onChanged: () => this.relayout(),
      onScrolled: (view, page) => this.#onScrolled(view, page),
    });
    this.#entering = new Entering({
      views: this.views,
      listener,
      show: (view, landing) => this.#show(view, landing),
      enter: (index, landing) => this.enter(index, landing),
    });
    this.#current = this.views.add(first);
  }

  start(landing: Landing): void {
    this.#show(this.#current, landing);
  }

  get current(): SectionView {
    return this.#current;
  }

  get order(): PageBook['order'] {
    return this.views.book.order;
  }

  get place(): Place {
    return { section: this.#current.section.index, offset: this.#anchor.offset };
  }

  get wish(): Wish | null {
    return this.#entering.wish;
  }

  get roots(): ShadowRoot[] {
    return this.views.roots();
  }

  /** Whether the next page lies to the left. A section of one page follows the book. */
  get isNextLeft(): boolean {
    const { section, pages } = this.#current;
    if (section.writingMode === 'vertical-rl') return true;
    if (pages === 1 || this.#current.isFixed) return this.views.book.progression === 'rtl';
    return section.writingMode === 'horizontal-tb' && section.direction === 'rtl';
  }

  scrollsBy(): boolean {
    return false;
  }

  hasPage(step: 1 | -1): boolean {
    const page = this.#current.page + step;
    return (page >= 0 && page < this.#current.pages) || this.beside(step) !== null;
  }

  /** Turns one page; false when there is none that way. */
  turn(step: 1 | -1): boolean {
    this.endGesture();
    const page = this.#current.page + step;
    if (page >= 0 && page < this.#current.pages) {
      const { current } = this;
      if (current.has(page)) {
        this.#entering.end();
        current.goTo(page);
        this.#moved();
      } else this.#show(current, (view) => view.offsetOn(page));
      return true;
    }
    const index = this.beside(step);
    if (index === null) return step > 0 && this.#listener.onEnd();
    if (this.wish?.index !== index) this.enter(index, step > 0 ? 'start' : 'end');
    return true;
  }

  /** Goes to a section, which is fetched first when it is not here. */
  enter(index: number, landing: Landing): void {
    this.endGesture();
    if (!this.order[index]) return void this.#listener.onEnd();
    const here = this.views.get(index);
    if (here) this.#show(here, landing);
    else void this.#entering.fetch({ index, landing });
  }

  /** Lays everything out anew and returns to the place that was chosen last. */
  relayout(): void {
    if (this.views.isClosed || this.#stage.clientWidth === 0) return;
    this.endGesture();
    this.#mark += 1;
    const view = this.#current;
    this.#layout(view);
    const { offset, picture } = this.#anchor;
    view.goTo(picture ? view.pageOfElement(picture) : view.pageOf(offset));
    this.refresh();
  }

  /** Tells of the page on screen again, and looks for its neighbours: the reading order is another. */
  refresh(): void {
    this.#report(null);
    this.#prepareSoon();
  }

  /** Colours the stage as the section on screen wants; the theme may have changed. */
  paint(): void {
    for (const view of this.views.mounted.values()) {
      if (view === this.#current || !view.isFixed) view.paint();
    }
    this.#stage.style.backgroundColor = this.#current.canvas;
    this.#arrange(this.#current);
  }

  /** Pages are coming to rest; `end` puts them there at once, before anything else moves them. */
  beginGesture(end: () => void): void {
    this.#endGesture = end;
  }

  endGesture(): void {
    const end = this.#endGesture;
    this.#endGesture = null;
    end?.();
  }

  close(): void {
    this.endGesture();
    this.#cancelIdle();
    this.#cancelMeasuring();
    this.#entering.end();
    this.views.close();
  }

  #show(view: SectionView, landing: Landing): void {
    this.#entering.end();
    this.#layout(view);
    const offset = typeof landing === 'function' ? landing(view) : null;
    const page = offset === null ? (landing === 'start' ? 0 : Infinity) : view.pageOf(offset);
    if (!view.has(page)) {
      return void this.#entering.fetch({ index: view.section.index, landing });
    }
    view.goTo(page);
    const before = this.#current;
    if (before !== view) {
      // The hidden section would take the focus with it.
      const root = this.#stage.getRootNode();
      const hadFocus = root instanceof ShadowRoot && before.host.contains(root.activeElement);
      before.isShown = false;
      this.#current = view;
      if (hadFocus) this.#stage.focus({ preventScroll: true });
    }
    view.isShown = true;
    this.#stage.style.backgroundColor = view.canvas;
    this.#arrange(view);
    this.#moved(offset);
    this.#prepareSoon();
  }

  /** @param offset - The place that was asked for; left out, it is the page's first. */
  #moved(offset: number | null = null): void {
    const view = this.#current;
    this.#anchor = {
      offset: offset ?? view.offsetOn(view.page),
      picture: offset === null ? view.pictureOn(view.page) : null,
    };
    this.#report({ section: view.section.index, offset: this.#anchor.offset });
  }

  #report(place: Place | null): void {
    const { section, page, pages } = this.#current;
    const columns = String(this.#current.plan?.columns ?? 1);
    const { dataset } = this.#stage;
    if (dataset.columns !== columns) dataset.columns = columns;
    const view: PageView = {
      section: section.index,
      page,
      pages,
      start: this.#current.offsetOn(page),
      end: this.#current.offsetOn(page + 1),
      isFirst: page === 0 && this.beside(-1) === null,
      isLast: page === pages - 1 && this.beside(1) === null,
    };
    this.#listener.onMove(view, place);
    this.#cancelMeasuring();
    this.#cancelMeasuring = whenIdle(() => this.#measureAround());
  }

  /** Looks for what the pages on both sides begin with: a turn to them finds it known. */
  #measureAround(): void {
    const view = this.#current;
    for (const page of [view.page + 1, view.page - 1]) {
      if (page < 0 || page >= view.pages) continue;
      view.offsetOn(page + 1);
      view.pictureOn(page);
    }
  }

  #onScrolled(view: SectionView, page: number): void {
    view.goTo(page);
    if (view === this.#current) this.#moved();
  }

  #layout(view: SectionView): void {
    this.layoutAlone(view);
    this.#arrange(view);
  }

  /** Lays a view out as the page on screen is, when it is not yet. */
  layoutAlone(view: SectionView): void {
    if (view.mark === this.#mark) return;
    const { measure, columns, margins, ...look } = this.#look();
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const { writingMode, direction } = view.section;
    const isFixed = view.isFixed;
    const plan = planPage({
      width,
      height,
      rem: look.rem,
      measure: isFixed ? Infinity : measure,
      columns: isFixed || this.order[view.section.index]?.spread === 'center' ? 'one' : columns,
      margins: isFixed ? 1 : margins,
      writingMode,
      direction,
    });
    view.layout(plan, look);
    view.paint();
    view.host.style.left = `${this.restOf(view)}px`;
    view.mark = this.#mark;
    this.#columns = columns;
  }

  /** Pages of fixed layout may stand side by side. */
  #arrange(view: SectionView): void {
    this.views.book.fixed?.arrange(view, {
      views: this.views,
      stage: this.#stage,
      shape: this.#shape,
      layoutAlone: (one) => this.layoutAlone(one),
    });
  }

  /** The sections that are shown together with one, in reading order. */
  #together(index: number): readonly number[] {
    return this.views.book.fixed?.together(index, this.views.book, this.#shape) ?? [index];
  }

  get #shape(): StageShape {
    const { clientWidth, clientHeight } = this.#stage;
    if (this.#columns === 'one') return 'single';
    return this.#columns === 'two' || clientWidth > clientHeight ? 'wide' : 'upright';
  }

  /** Where a view’s left edge rests, in px. */
  restOf({ plan }: SectionView): number {
    if (!plan) return 0;
    const width = plan.isVertical ? plan.pageBlock : plan.pageInline;
    return Math.floor((this.#stage.clientWidth - width) / 2);
  }

  /** The section that a turn leads to at the edge of the one on screen. */
  beside(step: 1 | -1): number | null {
    if (step > 0 && this.#current.isCut) return null;
    const shown = this.#together(this.#current.section.index);
    const next = sectionBeside(this.order, shown.at(step > 0 ? -1 : 0) ?? 0, step);
    return next === null ? null : (this.#together(next)[0] ?? next);
  }

  #prepareSoon(): void {
    this.#cancelIdle();
    this.#cancelIdle = whenIdle(() => void this.#prepare());
  }

  /** Mounts and lays out the sections on both sides, so that crossing to them costs no more than a page. */
  async #prepare(): Promise<void> {
    const current = this.#current;
    const mark = this.#mark;
    const isCurrent = () =>
      !this.views.isClosed && current === this.#current && mark === this.#mark;
    const wasPart = current.isPart;
    // A failure is told when somebody turns there.
    if (current.isCut) await this.views.mount(current.section.index).catch(() => null);
    if (!(await this.#growAll(current, isCurrent)) || current.isCut) return;
    // Only now it is known how many pages there are.
    if (wasPart) this.#report(null);
    const next = this.beside(1);
    const previous = this.beside(-1);
    const near = [current.section.index, next, previous].filter((one) => one !== null);
    this.views.keep(new Set(near.flatMap((one) => this.#together(one))));
    for (const index of [next, previous]) {
      if (index === null) continue;
      const view = await this.views.mount(index).catch(() => null);
      if (!view) continue;
      await new Promise<void>((resolve) => whenIdle(resolve));
      if (!isCurrent()) return;
      this.#layout(view);
      if (index === previous && !(await this.#growAll(view, isCurrent))) return;
      view.goTo(index === next ? 0 : Infinity);
      view.offsetOn(view.page + 1);
      view.pictureOn(view.page);
    }
  }

  /** Lays out the rest of a long section, a slice whenever there is time; false when something has changed. */
  async #growAll(view: SectionView, isCurrent: () => boolean): Promise<boolean> {
    while (view.tail.isHolding && isCurrent()) {
      view.grow();
      await new Promise<void>((resolve) => whenIdle(resolve));
    }
    return isCurrent();
  }
}
