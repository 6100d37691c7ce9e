import type { TextPosition } from '../../state/progress.ts';
import { adjacentSection } from '../../state/reading-order.ts';
import type { PageView } from '../../state/reader-state.ts';
import { layOutPage } from '../page-layout.ts';
import { PendingNavigation, type SectionRequest } from '../pending-navigation.ts';
import { whenIdle } from '../scheduling.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import type { Landing, RenditionListener, RenditionOptions, Rendition } from '../rendition.ts';
import type { SectionView } from '../section/section-view.ts';
import { SectionViews } from '../section-views.ts';

/** Shows a book as pages on a stage, navigates in it and prepares neighboring sections. */
export class PaginatedRendition implements Rendition {
  readonly mode = 'pages';
  readonly #stage: HTMLElement;
  readonly #options: () => RenditionOptions;
  readonly #listener: RenditionListener;
  readonly views: SectionViews;
  #current: SectionView;
  /**
   * Position chosen by the reader. A new layout returns to it without changing it. `start` is the
   * first offset of its page, which replaces it when the size or the settings change.
   */
  #anchor: { offset: number; start: number | null; media: Element | null; isReshaped?: boolean } = {
    offset: 0,
    start: null,
    media: null,
  };
  /**
   * Incremented when the size or style changes. Views laid out for another version are out of date.
   */
  #layoutVersion = 0;
  /** Column setting of the last layout. */
  #columns: RenditionOptions['columns'] = 'auto';
  readonly #navigation: PendingNavigation;
  /** The non-linear section from which pages were turned. Turning back returns to it. */
  #aside = -1;
  #cancelIdle = () => {};
  #endGesture: (() => void) | null = null;

  /** Creates a rendition that shows nothing until `start` is called. */
  constructor(
    stage: HTMLElement,
    book: RenditionBook,
    first: LoadedSection,
    options: () => RenditionOptions,
    listener: RenditionListener,
  ) {
    this.#stage = stage;
    this.#options = options;
    this.#listener = listener;
    this.views = new SectionViews(book, {
      onCreated: ({ host }) => stage.append(host),
      onMounted: (view) => listener.onMounted(view),
      onLayoutChange: () => this.relayout(),
    });
    this.#navigation = new PendingNavigation({
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
    const { section, page, pages } = this.#current;
    const { offset, media } = this.#anchor;
    return { section: section.index, offset, ...(media && { share: page / pages }) };
  }

  get pendingRequest(): SectionRequest | null {
    return this.#navigation.request;
  }

  get shadowRoots(): ShadowRoot[] {
    return this.views.shadowRoots();
  }

  /** Turns one page. Returns false if there is none in that direction. */
  turn(step: 1 | -1): boolean {
    this.endGesture();
    const { current } = this;
    const isLaidOut = current.hasPage(current.page + step);
    // The layout of more text may have moved the current page.
    const page = current.page + step;
    // The estimated number of pages is known to be too high once the rest is laid out.
    if (page >= 0 && page < current.pages) {
      if (isLaidOut) {
        this.#navigation.end();
        current.goTo(page);
        this.#onMoved();
      } else this.#show(current, (view) => view.firstOffsetOn(page));
      return true;
    }
    const index = this.neighborIndex(step);
    if (index === null) return step > 0 && this.#listener.onPastEnd();
    if (this.pendingRequest?.index !== index) this.goToSection(index, step > 0 ? 'start' : 'end');
    return true;
  }

  /** Goes to a section, fetching it first if it is not mounted. */
  goToSection(index: number, landing: Landing): void {
    this.endGesture();
    if (!this.order[index]) return void this.#listener.onPastEnd();
    const view = this.views.get(index);
    if (view) this.#show(view, landing);
    else void this.#navigation.fetch({ index, landing });
  }

  restore(): void {
    this.relayout();
  }

  relayout(isReshaped = false): void {
    if (this.views.isClosed || this.#stage.clientWidth === 0) return;
    this.endGesture();
    this.#layoutVersion += 1;
    const view = this.#current;
    const anchor = this.#anchor;
    this.#layout(view);
    // Before the first layout, the page has no start to keep.
    anchor.isReshaped ||= isReshaped && anchor.start !== null;
    const { offset, start, media } = anchor;
    const kept = anchor.isReshaped ? (start ?? offset) : offset;
    view.goTo(media ? view.pageOfElement(media) : view.pageOfOffset(kept));
    if (!anchor.isReshaped) anchor.start = view.firstOffsetOn(view.page);
    this.refresh();
  }

  /** Reports the current page again and prepares its neighbors after the reading order changes. */
  refresh(): void {
    this.#report(null);
    this.#scheduleNeighbors();
  }

  /** Updates the stage's background, which depends on the section and the theme. */
  updateColors(): void {
    for (const view of this.views.mounted.values()) {
      if (view === this.#current || !view.isFixed) view.updateColors();
    }
    this.#stage.style.backgroundColor = this.#current.pageBackground;
    this.#arrange(this.#current);
  }

  /**
   * Registers a running gesture. Calling `end` finishes it before anything else moves the pages.
   */
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
    this.#navigation.end();
    this.views.close();
  }

  #show(view: SectionView, landing: Landing): void {
    this.#navigation.end();
    this.#layout(view);
    let offset: number | null = null;
    let page = landing === 'start' ? 0 : Infinity;
    if (typeof landing === 'function') {
      offset = landing(view);
      page = pageAt(view, offset, landing.share?.(view));
    }
    if (!view.hasPage(page)) {
      return void this.#navigation.fetch({ index: view.section.index, landing });
    }
    view.goTo(page);
    const before = this.#current;
    if (!this.order[view.section.index]?.linear) this.#aside = view.section.index;
    else if (before !== view && offset !== null) this.#aside = -1;
    if (before !== view) {
      // Hiding the section would lose focus.
      const root = this.#stage.getRootNode();
      const hadFocus = root instanceof ShadowRoot && before.host.contains(root.activeElement);
      before.isShown = false;
      this.#current = view;
      if (hadFocus) this.#stage.focus({ preventScroll: true });
    }
    view.isShown = true;
    this.#stage.style.backgroundColor = view.pageBackground;
    this.#arrange(view);
    this.#onMoved(offset);
    this.#scheduleNeighbors();
  }

  /** @param offset - The requested text offset. Defaults to the page's first offset. */
  #onMoved(offset: number | null = null): void {
    const view = this.#current;
    const start = view.firstOffsetOn(view.page);
    offset ??= start;
    this.#anchor = {
      offset,
      start: this.#stage.clientWidth === 0 ? null : start,
      media: offset === start ? view.mediaOn(view.page) : null,
    };
    this.#report(this.position);
  }

  #report(position: TextPosition | null): void {
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
    this.#listener.onMove(view, position);
    whenIdle(() => void this.#measureNeighbors());
  }

  /** Shows the page to which the browser has scrolled a section. */
  followTo(view: SectionView, page: number): void {
    view.goTo(page);
    if (view === this.#current) this.#onMoved();
  }

  #layout(view: SectionView): void {
    this.layoutAlone(view);
    this.#arrange(view);
  }

  /** Lays out a view without its spread, unless its layout is up to date. */
  layoutAlone(view: SectionView): void {
    if (view.layoutVersion === this.#layoutVersion) return;
    const { measure, columns, margins, ...sectionOptions } = this.#options();
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const { writingMode, direction } = view.section;
    const isFixed = view.isFixed;
    const plan = layOutPage({
      width,
      height,
      rem: sectionOptions.rem,
      measure: isFixed ? Infinity : measure,
      columns: isFixed || this.order[view.section.index]?.spread === 'center' ? 'one' : columns,
      margins: isFixed ? 1 : margins,
      writingMode,
      direction,
    });
    view.layout(plan, sectionOptions);
    view.updateColors();
    view.host.style.left = `${this.restingLeft(view)}px`;
    view.layoutVersion = this.#layoutVersion;
    this.#columns = columns;
  }

  /** Arranges fixed-layout pages in spreads. */
  #arrange(view: SectionView): void {
    this.views.book.fixed?.arrange(view, {
      views: this.views,
      stage: this.#stage,
      columns: this.#columns,
      layoutAlone: (one) => this.layoutAlone(one),
    });
  }

  /** The sections shown together with the given one, in reading order. */
  #spreadSections(index: number): readonly number[] {
    const { book } = this.views;
    const stage = { stage: this.#stage, columns: this.#columns };
    return book.fixed?.sectionsInSpread(index, book, stage) ?? [index];
  }

  /** Left edge of a view at rest, in px. */
  restingLeft({ pageLayout }: SectionView): number {
    if (!pageLayout) return 0;
    const width = pageLayout.isVertical ? pageLayout.pageBlock : pageLayout.pageInline;
    return Math.floor((this.#stage.clientWidth - width) / 2);
  }

  /** Index of the section after or before the visible ones, or null if there is none. */
  neighborIndex(step: 1 | -1): number | null {
    if (step > 0 && this.#current.isIncomplete) return null;
    const shown = this.#spreadSections(this.#current.section.index);
    const next = adjacentSection(this.order, shown.at(step > 0 ? -1 : 0) ?? 0, step, this.#aside);
    return next === null ? null : (this.#spreadSections(next)[0] ?? next);
  }

  #scheduleNeighbors(): void {
    this.#cancelIdle();
    this.#cancelIdle = whenIdle(() => void this.#prepareNeighbors());
  }

  /**
   * Runs code that loads after the first text. If the code fails to load, a turn to a neighbor
   * waits for it.
   */
  async #prepareNeighbors(): Promise<void> {
    const current = this.#current;
    const version = this.#layoutVersion;
    const neighbors = await import('./prepare-neighbors.ts').catch(() => null);
    await neighbors?.prepareNeighbors({
      current,
      views: this.views,
      isCurrent: () =>
        !this.views.isClosed && current === this.#current && version === this.#layoutVersion,
      indexOf: (step) => this.neighborIndex(step),
      sectionsWith: (index) => this.#spreadSections(index),
      layOut: (view) => this.#layout(view),
      report: () => this.#report(null),
    });
  }

  /**
   * Prepares the neighboring sections so that the next turn is fast, and checks the number of
   * pages.
   */
  async #measureNeighbors(): Promise<void> {
    const view = this.#current;
    const neighbors = await import('./prepare-neighbors.ts').catch(() => null);
    if (neighbors?.measureNeighbors(view)) this.#report(null);
  }
}

/**
 * Returns the page with a text offset. If the offset follows several pages without text, the share
 * of the section selects one of them.
 */
function pageAt(view: SectionView, offset: number, share = 0): number {
  const page = Math.floor(share * view.pages + 0.01);
  return page && view.firstOffsetOn(page) === offset ? page : view.pageOfOffset(offset);
}
