import type { Place } from '../../reader/progress.ts';
import { planPage } from '../columns.ts';
import { Entering, type Wish } from '../entering.ts';
import type { Glide } from '../glide.ts';
import type { LoadedSection, PageBook } from '../page-book.ts';
import type { Landing, PageListener, PageLook, Reading } from '../reading.ts';
import type { SectionView } from '../section-view.ts';
import { Views } from '../views.ts';
import { Axis } from './axis.ts';
import { becomeStrip } from './become-strip.ts';
import { Filling } from './filling.ts';
import { Hold } from './hold.ts';
import { pageViewOf } from './page-view-of.ts';
import { RolledSection } from './rolled-section.ts';
import { listenForSidewaysWheel } from './sideways-wheel.ts';
import { Slots } from './slots.ts';
import { travel } from './travel.ts';

/** A shorter text than this does not decide which way the strip runs: a cover, a title page. */
const leastText = 200;
/** Between two reports while the strip moves, in ms. */
const reportMs = 150;

/**
 * One open book as one strip, of which only the sections around the screen are in the document. The
 * others stand as room of about their length; what is read stays in its place when that turns out wrong.
 */
export class Roll implements Reading {
  readonly mode = 'scroll';
  readonly views: Views;
  readonly #stage: HTMLElement;
  readonly #becomePages: () => void;
  readonly #look: () => PageLook;
  readonly #listener: PageListener;
  readonly #axis: Axis;
  readonly #slots: Slots;
  readonly #hold: Hold;
  readonly #filling: Filling;
  readonly #grown = new ResizeObserver(() => this.#onGrown());
  readonly #closing = new AbortController();
  #isAxisSure = false;
  #current: SectionView;
  #place: Place;
  #isAtEnd = false;
  /** Counts looks and sizes; a view laid out under another mark is out of date. */
  #mark = 0;
  readonly #entering: Entering;
  #travel: Glide | null = null;
  #reporting: ReturnType<typeof setTimeout> | undefined;

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
    this.#becomePages = becomeStrip(stage);
    // A finger's way across is for the reader: it leads to another document.
    if (book.order.some((item) => item?.flow === 'scrolled-doc'))
      stage.style.touchAction = 'pan-y pinch-zoom';
    this.#axis = new Axis(stage, first.section.writingMode);
    this.#slots = new Slots(stage, this.#axis);
    this.#hold = new Hold(this.#axis, this.#slots);
    this.views = new Views(
      book,
      {
        onMade: (view) => this.#put(view),
        onMounted: (view) => listener.onMounted(view),
        onChanged: () => this.relayout(),
        onScrolled: () => {},
      },
      RolledSection,
    );
    this.#entering = new Entering({
      views: this.views,
      listener,
      show: (view, landing) => this.#show(view, landing),
      enter: (index, landing) => this.enter(index, landing),
    });
    this.#filling = new Filling(this.views, this.#slots, this.#axis, {
      onCome: (view) => this.#onCome(view),
      onLeave: (slot) => {
        this.#grown.unobserve(slot.element);
        if (slot.view) this.#keepFocus(slot.view);
        this.#slots.empty(slot);
      },
      onFail: (reason) => listener.onFail(reason, () => this.#filling.retry(this.#current)),
    });
    const { index } = first.section;
    this.#place = { section: index, offset: 0 };
    this.#slots.arrange(this.order, this.views.mounted, index);
    this.#current = this.views.add(first);
    const { signal } = this.#closing;
    stage.addEventListener('scroll', () => this.#onScroll(), { signal });
    for (const touch of ['pointerdown', 'wheel']) {
      stage.addEventListener(touch, () => this.#travel?.halt(), { signal, passive: true });
    }
    listenForSidewaysWheel(stage, this.#axis, signal);
  }

  get current(): SectionView {
    return this.#current;
  }

  get order(): PageBook['order'] {
    return this.views.book.order;
  }

  get place(): Place {
    return this.#place;
  }

  get wish(): Wish | null {
    return this.#entering.wish;
  }

  get roots(): ShadowRoot[] {
    return this.views.roots();
  }

  get isNextLeft(): boolean {
    const { writingMode } = this.#axis;
    if (writingMode !== 'horizontal-tb') return writingMode === 'vertical-rl';
    return this.#current.section.direction === 'rtl' || this.views.book.progression === 'rtl';
  }

  scrollsBy(key: string): boolean {
    const keys = this.#axis.isSideways ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    return keys.includes(key);
  }

  start(landing: Landing): void {
    this.#layoutAll();
    this.#show(this.#current, landing);
  }

  /** A screenful less a line, so that the eye finds on. */
  turn(step: 1 | -1): boolean {
    this.endGesture();
    const { scroll, end, room } = this.#axis;
    if (step > 0 && pageViewOf(this.#current, this.#slots, this.#axis)?.isLast) {
      return this.#listener.onEnd();
    }
    const way = step * Math.max(room / 2, room - this.#look().rem * 1.6);
    const whole = Math.round(Math.min(end, Math.max(0, scroll + way)) - scroll);
    if (whole === 0) return false;
    this.#travel = travel(this.#axis, whole, () => {
      this.#onMoved();
      this.#report();
    });
    return true;
  }

  enter(index: number, landing: Landing): void {
    this.endGesture();
    if (!this.order[index]) return void this.#listener.onEnd();
    const here = this.views.get(index);
    if (here && (!here.isCut || isHere(here, landing))) this.#show(here, landing);
    else void this.#entering.fetch({ index, landing });
  }

  relayout(): void {
    if (this.views.isClosed || this.#stage.clientWidth === 0) return;
    this.endGesture();
    // What somebody has scrolled to stays, also when that was not told yet.
    if (!this.#hold.isCut) this.#onScroll();
    this.#hold.keepOver(() => this.#layoutAll());
    this.#tell(null);
    this.#filling.fill(this.#current);
  }

  refresh(): void {
    this.#arrange();
    const { section } = this.#hold.place ?? this.#place;
    this.#place = { ...this.#place, section };
    this.#tell(null);
    this.#filling.fill(this.#current);
  }

  paint(): void {
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
    const slot = this.#slots.of(index);
    if (!slot) return;
    const asked = typeof landing === 'function' ? landing(view) : null;
    if (view instanceof RolledSection) view.reach(asked ?? (landing === 'end' ? Infinity : 0));
    const { start, end } = this.#axis.spanOf(slot.element);
    const text = asked && this.#hold.distanceOf({ slot, offset: asked, share: 0 });
    if (text !== null && text > start) this.#hold.scrollTo(text - this.#look().rem / 4);
    else if (landing === 'end') this.#hold.scrollTo(end - this.#axis.room);
    else this.#hold.scrollTo(start);
    this.#hold.choose();
    // At the end of the book, what was asked for is not at the top of the screen.
    if (asked !== null) this.#hold.take({ slot, offset: asked, share: 0 });
    else if (this.#hold.held?.slot !== slot) {
      this.#hold.take({ slot, offset: null, share: landing === 'end' ? 1 : 0 });
    }
    this.#place = this.#hold.place ?? {
      section: index,
      offset: asked ?? (landing === 'end' ? length : 0),
    };
    // Who goes there at once wants to read it first.
    this.#isAtEnd = this.#isEnded;
    this.#filling.fill(view);
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
    this.views.keep(new Set([index, ...here]));
    this.#hold.keep();
  }

  /** A section has come: into its place, or into one that is made for it. */
  #put(view: SectionView): void {
    const { index } = view.section;
    if (!this.#slots.of(index)) this.#slots.arrange(this.order, this.views.mounted, index);
    const slot = this.#slots.of(index);
    if (!slot) return;
    if (slot.view !== view) this.#slots.mount(slot, view);
    this.#grown.observe(slot.element);
  }

  #onCome(view: SectionView): void {
    if (this.#stage.clientWidth === 0) return;
    this.#layout(view);
    this.#hold.keep();
    // Where nothing was to be read until now, something is.
    if (this.#hold.held?.offset === null) this.#choose();
    this.#filling.fill(this.#current);
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
    this.#slots.remeasure(guess, this.#axis.room);
    for (const view of this.views.mounted.values()) this.#layout(view);
  }

  #layout(view: SectionView): void {
    if (view.mark === this.#mark) return;
    view.mark = this.#mark;
    const { writingMode, length } = view.section;
    if (!this.#isAxisSure && length >= leastText) {
      this.#isAxisSure = true;
      if (writingMode !== this.#axis.writingMode) {
        this.#axis.writingMode = writingMode;
        return this.#layoutAll();
      }
    }
    if (view instanceof RolledSection) {
      const isVertical = writingMode !== 'horizontal-tb';
      view.isCrossed = !view.isFixed && isVertical !== this.#axis.isSideways;
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
    return planPage({ ...page, columns: 'one' });
  }

  /** A page's own colour goes from edge to edge. */
  #paint(view: SectionView): void {
    const slot = this.#slots.of(view.section.index);
    const canvas = view.paint();
    if (slot) slot.element.style.backgroundColor = canvas;
  }

  #onScroll(): void {
    if (!this.#hold.isMoved) return;
    this.#onMoved();
    this.#reportSoon();
  }

  #onMoved(): void {
    this.#hold.keep();
    this.#choose();
    this.#filling.fill(this.#current);
    this.#leadOn();
  }

  /** At the end of the strip, it leads to what is shown there. */
  #leadOn(): void {
    const wasAtEnd = this.#isAtEnd;
    this.#isAtEnd = this.#isEnded;
    if (wasAtEnd || !this.#isAtEnd) return;
    this.#report(true);
    this.#listener.onEnd();
  }

  get #isEnded(): boolean {
    const last = this.#slots.all.at(-1)?.view;
    return last?.plan != null && !last.isPart && this.#axis.scroll >= this.#axis.end - 1;
  }

  #choose(): void {
    this.#hold.choose();
    const { held, place } = this.#hold;
    if (!held?.slot.view || !place) return;
    this.#current = held.slot.view;
    const { section, offset } = this.#place;
    // The same place is no news.
    if (place.section !== section || place.offset !== offset) this.#place = place;
  }

  #onGrown(): void {
    if (this.views.isClosed) return;
    this.#slots.measure();
    this.#hold.keep();
    this.#filling.fill(this.#current, false);
    this.#leadOn();
  }

  #reportSoon(): void {
    this.#reporting ??= setTimeout(() => this.#report(true), reportMs);
  }

  #report(isScrolled = false): void {
    clearTimeout(this.#reporting);
    this.#reporting = undefined;
    if (!this.views.isClosed && this.#current.plan) this.#tell(this.#place, isScrolled);
  }

  /** @param place - Null when the layout moved what is seen. */
  #tell(place: Place | null, isScrolled = false): void {
    const view = pageViewOf(this.#current, this.#slots, this.#axis);
    if (view) this.#listener.onMove(view, place, isScrolled);
    // Who hears of a move takes it that all is well.
    this.#filling.tellAgain();
  }
}

/** Whether a place stands in what has come of a section. */
function isHere(view: SectionView, landing: Landing): boolean {
  return typeof landing === 'function' ? landing(view) < view.tail.end : landing === 'start';
}
