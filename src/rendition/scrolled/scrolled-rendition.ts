import type { TextPosition } from '../../state/progress.ts';
import { layOutPage } from '../page-layout.ts';
import { PendingNavigation, type SectionRequest } from '../pending-navigation.ts';
import type { ValueAnimation } from '../animate-value.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import type { Landing, RenditionListener, RenditionOptions, Rendition } from '../rendition.ts';
import type { SectionView } from '../section/section-view.ts';
import { SectionViews } from '../section-views.ts';
import { ScrollAxis, mapWheelToHorizontalScroll, animateScroll } from './scroll-axis.ts';
import { setUpScrolledStage } from './scrolled-styles.ts';
import { SectionLoader } from './section-loader.ts';
import { ScrollAnchor } from './scroll-anchor.ts';
import { scrolledPageView } from './scroll-positions.ts';
import { ScrolledSection } from './scrolled-section.ts';
import { SectionSlots } from './section-slots.ts';

/** A shorter text than this does not decide which way the strip runs: a cover, a title page. */
const minSectionUnits = 200;
/** Between two reports while the strip moves, in ms. */
const reportIntervalMs = 150;

/**
 * One open book as one strip, of which only the sections around the screen are in the document. The
 * others stand as room of about their length; what is read stays in its place when that turns out wrong.
 */
export class ScrolledRendition implements Rendition {
  readonly mode = 'scroll';
  readonly views: SectionViews;
  readonly #stage: HTMLElement;
  readonly #becomePages: () => void;
  readonly #look: () => RenditionOptions;
  readonly #listener: RenditionListener;
  readonly #axis: ScrollAxis;
  readonly #slots: SectionSlots;
  readonly #hold: ScrollAnchor;
  readonly #filling: SectionLoader;
  readonly #grown = new ResizeObserver(() => this.#onGrown());
  readonly #closing = new AbortController();
  #isAxisSure = false;
  #current: SectionView;
  #place: TextPosition;
  #isAtEnd = false;
  /** Counts looks and sizes; a view laid out under another mark is out of date. */
  #mark = 0;
  readonly #entering: PendingNavigation;
  #travel: ValueAnimation | null = null;
  #reporting: ReturnType<typeof setTimeout> | undefined;

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
    this.#becomePages = setUpScrolledStage(stage);
    // A finger's way across is for the reader: it leads to another document.
    if (book.order.some((item) => item?.flow === 'scrolled-doc'))
      stage.style.touchAction = 'pan-y pinch-zoom';
    this.#axis = new ScrollAxis(stage, first.section.writingMode);
    this.#slots = new SectionSlots(stage, this.#axis);
    this.#hold = new ScrollAnchor(this.#axis, this.#slots);
    this.views = new SectionViews(
      book,
      {
        onCreated: (view) => this.#put(view),
        onMounted: (view) => listener.onMounted(view),
        onLayoutChange: () => this.relayout(),
        onScrolled: () => {},
      },
      ScrolledSection,
    );
    this.#entering = new PendingNavigation({
      views: this.views,
      listener,
      show: (view, landing) => this.#show(view, landing),
      retry: (index, landing) => this.goToSection(index, landing),
    });
    this.#filling = new SectionLoader(this.views, this.#slots, this.#axis, {
      onLoaded: (view) => this.#onCome(view),
      onUnload: (slot) => {
        this.#grown.unobserve(slot.element);
        if (slot.view) this.#keepFocus(slot.view);
        this.#slots.unmount(slot);
      },
      onFail: (reason) => listener.onFail(reason, () => this.#filling.retry(this.#current)),
    });
    const { index } = first.section;
    this.#place = { section: index, offset: 0 };
    this.#slots.arrange(this.order, this.views.mounted, index);
    this.#current = this.views.mountLoaded(first);
    const { signal } = this.#closing;
    stage.addEventListener('scroll', () => this.#onScroll(), { signal });
    for (const touch of ['pointerdown', 'wheel']) {
      stage.addEventListener(touch, () => this.#travel?.stop(), { signal, passive: true });
    }
    mapWheelToHorizontalScroll(stage, this.#axis, signal);
  }

  get current(): SectionView {
    return this.#current;
  }

  get order(): RenditionBook['order'] {
    return this.views.book.order;
  }

  get position(): TextPosition {
    return this.#place;
  }

  get pendingRequest(): SectionRequest | null {
    return this.#entering.request;
  }

  get shadowRoots(): ShadowRoot[] {
    return this.views.shadowRoots();
  }

  get isNextLeft(): boolean {
    const { writingMode } = this.#axis;
    if (writingMode !== 'horizontal-tb') return writingMode === 'vertical-rl';
    return this.#current.section.direction === 'rtl' || this.views.book.progression === 'rtl';
  }

  scrollsWithKey(key: string): boolean {
    const keys = this.#axis.isHorizontal ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    return keys.includes(key);
  }

  start(landing: Landing): void {
    this.#layoutAll();
    this.#show(this.#current, landing);
  }

  /** A screenful less a line, so that the eye finds on. */
  turn(step: 1 | -1): boolean {
    this.endGesture();
    const { scroll, maxScroll, viewportSize } = this.#axis;
    if (step > 0 && scrolledPageView(this.#current, this.#slots, this.#axis)?.isLast) {
      return this.#listener.onPastEnd();
    }
    const way = step * Math.max(viewportSize / 2, viewportSize - this.#look().rem * 1.6);
    const whole = Math.round(Math.min(maxScroll, Math.max(0, scroll + way)) - scroll);
    if (whole === 0) return false;
    this.#travel = animateScroll(this.#axis, whole, () => {
      this.#onMoved();
      this.#report();
    });
    return true;
  }

  goToSection(index: number, landing: Landing): void {
    this.endGesture();
    if (!this.order[index]) return void this.#listener.onPastEnd();
    const here = this.views.get(index);
    if (here && (!here.isIncomplete || isLoaded(here, landing))) this.#show(here, landing);
    else void this.#entering.fetch({ index, landing });
  }

  relayout(): void {
    if (this.views.isClosed || this.#stage.clientWidth === 0) return;
    this.endGesture();
    // What somebody has scrolled to stays, also when that was not told yet.
    if (!this.#hold.isClamped) this.#onScroll();
    this.#hold.preserveDuring(() => this.#layoutAll());
    this.#tell(null);
    this.#filling.loadAround(this.#current);
  }

  refresh(): void {
    this.#arrange();
    const { section } = this.#hold.position ?? this.#place;
    this.#place = { ...this.#place, section };
    this.#tell(null);
    this.#filling.loadAround(this.#current);
  }

  updateColors(): void {
    for (const view of this.views.mounted.values()) this.#paint(view);
  }

  endGesture(): void {
    this.#travel?.finish();
    this.#travel = null;
  }

  close(): void {
    this.endGesture();
    clearTimeout(this.#reporting);
    this.#closing.abort();
    this.#grown.disconnect();
    this.#entering.end();
    this.#filling.close();
    this.views.close();
    this.#becomePages();
  }

  #show(view: SectionView, landing: Landing): void {
    this.#entering.end();
    this.#current = view;
    const { index, length } = view.section;
    if (!this.#isArranged(index)) this.#arrange();
    this.#layout(view);
    const slot = this.#slots.find(index);
    if (!slot) return;
    const asked = typeof landing === 'function' ? landing(view) : null;
    if (view instanceof ScrolledSection)
      view.layOutUpTo(asked ?? (landing === 'end' ? Infinity : 0));
    const { start, end } = this.#axis.spanOf(slot.element);
    const text = asked && this.#hold.distanceTo({ slot, offset: asked, share: 0 });
    if (text !== null && text > start) this.#hold.scrollTo(text - this.#look().rem / 4);
    else if (landing === 'end') this.#hold.scrollTo(end - this.#axis.viewportSize);
    else this.#hold.scrollTo(start);
    this.#hold.chooseFromViewport();
    // At the end of the book, what was asked for is not at the top of the screen.
    if (asked !== null) this.#hold.set({ slot, offset: asked, share: 0 });
    else if (this.#hold.point?.slot !== slot) {
      this.#hold.set({ slot, offset: null, share: landing === 'end' ? 1 : 0 });
    }
    this.#place = this.#hold.position ?? {
      section: index,
      offset: asked ?? (landing === 'end' ? length : 0),
    };
    // Who goes there at once wants to read it first.
    this.#isAtEnd = this.#isEnded;
    this.#filling.loadAround(view);
    this.#tell(this.#place);
  }

  /** A section outside the main flow has a place as long as it is the one on screen. */
  #isArranged(index: number): boolean {
    return this.#slots.all.every(({ item, index: at }) => item.linear || at === index);
  }

  #arrange(): void {
    const { index } = this.#current.section;
    this.#slots.arrange(this.order, this.views.mounted, index);
    const here = this.#slots.all.flatMap(({ view, index: at }) => (view ? [at] : []));
    this.views.unmountExcept(new Set([index, ...here]));
    this.#hold.adjust();
  }

  /** A section has come: into its place, or into one that is made for it. */
  #put(view: SectionView): void {
    const { index } = view.section;
    if (!this.#slots.find(index)) this.#slots.arrange(this.order, this.views.mounted, index);
    const slot = this.#slots.find(index);
    if (!slot) return;
    if (slot.view !== view) this.#slots.mount(slot, view);
    this.#grown.observe(slot.element);
  }

  #onCome(view: SectionView): void {
    if (this.#stage.clientWidth === 0) return;
    this.#layout(view);
    this.#hold.adjust();
    // Where nothing was to be read until now, something is.
    if (this.#hold.point?.offset === null) this.#choose();
    this.#filling.loadAround(this.#current);
    this.#leadOn();
    this.#reportSoon();
  }

  #keepFocus({ host }: SectionView): void {
    const root = this.#stage.getRootNode();
    const hasFocus = root instanceof ShadowRoot && root.activeElement === host;
    if (hasFocus) this.#stage.focus({ preventScroll: true });
  }

  /** Lays out what is here under a new look. */
  #layoutAll(): void {
    this.#mark += 1;
    const { rem } = this.#look();
    const { columnInline } = this.#planOf(this.#current);
    const { style } = this.#stage;
    style.setProperty('--slot-inline', `${columnInline}px`);
    style.setProperty('--slot-rem', `${rem}px`);
    // A line is about three halves of the size high, and a letter half as wide.
    const guess = (0.75 * rem * rem) / Math.max(rem, columnInline);
    this.#slots.resetMeasurements(guess, this.#axis.viewportSize);
    for (const view of this.views.mounted.values()) this.#layout(view);
  }

  #layout(view: SectionView): void {
    if (view.layoutVersion === this.#mark) return;
    view.layoutVersion = this.#mark;
    const { writingMode, length } = view.section;
    if (!this.#isAxisSure && length >= minSectionUnits) {
      this.#isAxisSure = true;
      if (writingMode !== this.#axis.writingMode) {
        this.#axis.writingMode = writingMode;
        return this.#layoutAll();
      }
    }
    if (view instanceof ScrolledSection) {
      const isVertical = writingMode !== 'horizontal-tb';
      view.isOrthogonal = !view.isFixed && isVertical !== this.#axis.isHorizontal;
      view.isSeamless = this.order[view.section.index]?.flow !== undefined;
    }
    view.layout(this.#planOf(view), this.#look());
    this.#paint(view);
    this.#slots.measure();
  }

  #planOf({ section, isFixed }: SectionView) {
    const { rem, measure, margins } = this.#look();
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const { writingMode, direction } = section;
    const lines = isFixed ? Infinity : measure;
    const page = { width, height, rem, measure: lines, margins, writingMode, direction };
    return layOutPage({ ...page, columns: 'one' });
  }

  /** A page's own colour goes from edge to edge. */
  #paint(view: SectionView): void {
    const slot = this.#slots.find(view.section.index);
    const canvas = view.updateColors();
    if (slot) slot.element.style.backgroundColor = canvas;
  }

  #onScroll(): void {
    if (!this.#hold.isMovedByUser) return;
    this.#onMoved();
    this.#reportSoon();
  }

  #onMoved(): void {
    this.#hold.adjust();
    this.#choose();
    this.#filling.loadAround(this.#current);
    this.#leadOn();
  }

  /** At the end of the strip, it leads to what is shown there. */
  #leadOn(): void {
    const wasAtEnd = this.#isAtEnd;
    this.#isAtEnd = this.#isEnded;
    if (wasAtEnd || !this.#isAtEnd) return;
    this.#report(true);
    this.#listener.onPastEnd();
  }

  get #isEnded(): boolean {
    const last = this.#slots.all.at(-1)?.view;
    return (
      last?.pageLayout != null &&
      !last.isPartlyLaidOut &&
      this.#axis.scroll >= this.#axis.maxScroll - 1
    );
  }

  #choose(): void {
    this.#hold.chooseFromViewport();
    const { point, position } = this.#hold;
    if (!point?.slot.view || !position) return;
    this.#current = point.slot.view;
    const { section, offset } = this.#place;
    // The same place is no news.
    if (position.section !== section || position.offset !== offset) this.#place = position;
  }

  #onGrown(): void {
    if (this.views.isClosed) return;
    this.#slots.measure();
    this.#hold.adjust();
    this.#filling.loadAround(this.#current, false);
    this.#leadOn();
  }

  #reportSoon(): void {
    this.#reporting ??= setTimeout(() => this.#report(true), reportIntervalMs);
  }

  #report(isScrolled = false): void {
    clearTimeout(this.#reporting);
    this.#reporting = undefined;
    if (!this.views.isClosed && this.#current.pageLayout) this.#tell(this.#place, isScrolled);
  }

  /** @param place - Null when the layout moved what is seen. */
  #tell(place: TextPosition | null, isScrolled = false): void {
    const view = scrolledPageView(this.#current, this.#slots, this.#axis);
    if (view) this.#listener.onMove(view, place, isScrolled);
    // Who hears of a move takes it that all is well.
    this.#filling.reportFailureAgain();
  }
}

/** Whether a place stands in what has come of a section. */
function isLoaded(view: SectionView, landing: Landing): boolean {
  return typeof landing === 'function' ? landing(view) < view.tail.end : landing === 'start';
}
