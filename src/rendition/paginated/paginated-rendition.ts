import type { TextPosition } from '../../state/progress.ts';
import { adjacentSection } from '../../state/reading-order.ts';
import type { PageView } from '../../state/reader-state.ts';
import { layOutPage } from '../page-layout.ts';
import { PendingNavigation, type SectionRequest } from '../pending-navigation.ts';
import type { StageShape } from '../fixed/spreads.ts';
import { whenIdle } from '../scheduling.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import type { Landing, RenditionListener, RenditionOptions, Rendition } from '../rendition.ts';
import type { SectionView } from '../section/section-view.ts';
import { SectionViews } from '../section-views.ts';

/** One open book on a stage: which page is shown, which come next, and the way from one to another. */
export class PaginatedRendition implements Rendition {
  readonly mode = 'pages';
  readonly #stage: HTMLElement;
  readonly #look: () => RenditionOptions;
  readonly #listener: RenditionListener;
  readonly views: SectionViews;
  #current: SectionView;
  /** What the reader chose to see: a new layout returns here and never moves it. */
  #anchor: { offset: number; picture: Element | null } = { offset: 0, picture: null };
  /** Counts page sizes and looks; a view laid out under another mark is out of date. */
  #mark = 0;
  /** What the last layout was made for. */
  #columns: RenditionOptions['columns'] = 'auto';
  readonly #entering: PendingNavigation;
  #cancelIdle = () => {};
  #cancelMeasuring = () => {};
  #endGesture: (() => void) | null = null;

  /** Nothing is shown before `start`. */
  constructor(
    stage: HTMLElement,
    book: RenditionBook,
    first: LoadedSection,
    look: () => RenditionOptions,
    listener: RenditionListener,
  ) {
    this.#stage = stage;
    this.#look = look;
    this.#listener = listener;
    this.views = new SectionViews(book, {
      onCreated: ({ host }) => stage.append(host),
      onMounted: (view) => listener.onMounted(view),
      onLayoutChange: () => this.relayout(),
      onScrolled: (view, page) => this.#onScrolled(view, page),
    });
    this.#entering = new PendingNavigation({
      views: this.views,
      listener,
      show: (view, landing) => this.#show(view, landing),
      retry: (index, landing) => this.goToSection(index, landing),
    });
    this.#current = this.views.mountLoaded(first);
  }

  start(landing: Landing): void {
    this.#show(this.#current, landing);
  }

  get current(): SectionView {
    return this.#current;
  }

  get order(): RenditionBook['order'] {
    return this.views.book.order;
  }

  get position(): TextPosition {
    return { section: this.#current.section.index, offset: this.#anchor.offset };
  }

  get pendingRequest(): SectionRequest | null {
    return this.#entering.request;
  }

  get shadowRoots(): ShadowRoot[] {
    return this.views.shadowRoots();
  }

  /** Whether the next page lies to the left. A section of one page follows the book. */
  get isNextLeft(): boolean {
    const { section, pages } = this.#current;
    if (section.writingMode === 'vertical-rl') return true;
    if (pages === 1 || this.#current.isFixed) return this.views.book.progression === 'rtl';
    return section.writingMode === 'horizontal-tb' && section.direction === 'rtl';
  }

  scrollsWithKey(): boolean {
    return false;
  }

  hasPage(step: 1 | -1): boolean {
    const page = this.#current.page + step;
    return (page >= 0 && page < this.#current.pages) || this.neighborIndex(step) !== null;
  }

  /** Turns one page; false when there is none that way. */
  turn(step: 1 | -1): boolean {
    this.endGesture();
    const page = this.#current.page + step;
    if (page >= 0 && page < this.#current.pages) {
      const { current } = this;
      if (current.hasPage(page)) {
        this.#entering.end();
        current.goTo(page);
        this.#moved();
      } else this.#show(current, (view) => view.firstOffsetOn(page));
      return true;
    }
    const index = this.neighborIndex(step);
    if (index === null) return step > 0 && this.#listener.onPastEnd();
    if (this.pendingRequest?.index !== index) this.goToSection(index, step > 0 ? 'start' : 'end');
    return true;
  }

  /** Goes to a section, which is fetched first when it is not here. */
  goToSection(index: number, landing: Landing): void {
    this.endGesture();
    if (!this.order[index]) return void this.#listener.onPastEnd();
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
    view.goTo(picture ? view.pageOfElement(picture) : view.pageOfOffset(offset));
    this.refresh();
  }

  /** Tells of the page on screen again, and looks for its neighbours: the reading order is another. */
  refresh(): void {
    this.#report(null);
    this.#prepareSoon();
  }

  /** Colours the stage as the section on screen wants; the theme may have changed. */
  updateColors(): void {
    for (const view of this.views.mounted.values()) {
      if (view === this.#current || !view.isFixed) view.updateColors();
    }
    this.#stage.style.backgroundColor = this.#current.pageBackground;
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
    const page = offset === null ? (landing === 'start' ? 0 : Infinity) : view.pageOfOffset(offset);
    if (!view.hasPage(page)) {
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
    this.#stage.style.backgroundColor = view.pageBackground;
    this.#arrange(view);
    this.#moved(offset);
    this.#prepareSoon();
  }

  /** @param offset - The place that was asked for; left out, it is the page's first. */
  #moved(offset: number | null = null): void {
    const view = this.#current;
    this.#anchor = {
      offset: offset ?? view.firstOffsetOn(view.page),
      picture: offset === null ? view.mediaOn(view.page) : null,
    };
    this.#report({ section: view.section.index, offset: this.#anchor.offset });
  }

  #report(place: TextPosition | null): void {
    const { section, page, pages } = this.#current;
    const columns = String(this.#current.pageLayout?.columns ?? 1);
    const { dataset } = this.#stage;
    if (dataset.columns !== columns) dataset.columns = columns;
    const view: PageView = {
      section: section.index,
      page,
      pages,
      start: this.#current.firstOffsetOn(page),
      end: this.#current.firstOffsetOn(page + 1),
      isFirst: page === 0 && this.neighborIndex(-1) === null,
      isLast: page === pages - 1 && this.neighborIndex(1) === null,
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
      view.firstOffsetOn(page + 1);
      view.mediaOn(page);
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
    if (view.layoutVersion === this.#mark) return;
    const { measure, columns, margins, ...look } = this.#look();
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const { writingMode, direction } = view.section;
    const isFixed = view.isFixed;
    const plan = layOutPage({
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
    view.updateColors();
    view.host.style.left = `${this.restingLeft(view)}px`;
    view.layoutVersion = this.#mark;
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
    return this.views.book.fixed?.sectionsInSpread(index, this.views.book, this.#shape) ?? [index];
  }

  get #shape(): StageShape {
    const { clientWidth, clientHeight } = this.#stage;
    if (this.#columns === 'one') return 'single';
    return this.#columns === 'two' || clientWidth > clientHeight ? 'wide' : 'upright';
  }

  /** Where a view’s left edge rests, in px. */
  restingLeft({ pageLayout }: SectionView): number {
    if (!pageLayout) return 0;
    const width = pageLayout.isVertical ? pageLayout.pageBlock : pageLayout.pageInline;
    return Math.floor((this.#stage.clientWidth - width) / 2);
  }

  /** The section that a turn leads to at the edge of the one on screen. */
  neighborIndex(step: 1 | -1): number | null {
    if (step > 0 && this.#current.isIncomplete) return null;
    const shown = this.#together(this.#current.section.index);
    const next = adjacentSection(this.order, shown.at(step > 0 ? -1 : 0) ?? 0, step);
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
    const wasPart = current.isPartlyLaidOut;
    // A failure is told when somebody turns there.
    if (current.isIncomplete) await this.views.mount(current.section.index).catch(() => null);
    if (!(await this.#growAll(current, isCurrent)) || current.isIncomplete) return;
    // Only now it is known how many pages there are.
    if (wasPart) this.#report(null);
    const next = this.neighborIndex(1);
    const previous = this.neighborIndex(-1);
    const near = [current.section.index, next, previous].filter((one) => one !== null);
    this.views.unmountExcept(new Set(near.flatMap((one) => this.#together(one))));
    for (const index of [next, previous]) {
      if (index === null) continue;
      const view = await this.views.mount(index).catch(() => null);
      if (!view) continue;
      await new Promise<void>((resolve) => whenIdle(resolve));
      if (!isCurrent()) return;
      this.#layout(view);
      if (index === previous && !(await this.#growAll(view, isCurrent))) return;
      view.goTo(index === next ? 0 : Infinity);
      view.firstOffsetOn(view.page + 1);
      view.mediaOn(view.page);
    }
  }

  /** Lays out the rest of a long section, a slice whenever there is time; false when something has changed. */
  async #growAll(view: SectionView, isCurrent: () => boolean): Promise<boolean> {
    while (view.tail.hasDeferred && isCurrent()) {
      view.layOutMore();
      await new Promise<void>((resolve) => whenIdle(resolve));
    }
    return isCurrent();
  }
}
