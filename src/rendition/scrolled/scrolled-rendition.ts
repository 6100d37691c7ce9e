import type { TextPosition } from '../../state/progress.ts';
import { layOutPage } from '../page-layout.ts';
import { PendingNavigation, type SectionRequest } from '../pending-navigation.ts';
import type { ValueAnimation } from '../animate-value.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import {
  landingOn,
  type Landing,
  type RenditionListener,
  type RenditionOptions,
  type Rendition,
} from '../rendition.ts';
import type { SectionView } from '../section/section-view.ts';
import { SectionViews } from '../section-views.ts';
import { ScrollAxis, mapWheelToHorizontalScroll, animateScroll } from './scroll-axis.ts';
import { setUpScrolledStage } from './scrolled-styles.ts';
import { SectionLoader } from './section-loader.ts';
import { ScrollAnchor } from './scroll-anchor.ts';
import { scrolledPageView } from './scroll-positions.ts';
import { ScrolledSection } from './scrolled-section.ts';
import { SectionSlots } from './section-slots.ts';

/** Minimum text length of a section that determines the scroll direction. Excludes covers. */
const minSectionUnits = 200;
/** Minimum interval between two reports while scrolling, in ms. */
const reportIntervalMs = 150;

/**
 * Shows an open book as continuous scrolled content. Only sections near the viewport are mounted,
 * and the others are placeholders of estimated length. Correcting an estimate does not move the
 * visible text.
 */
export class ScrolledRendition implements Rendition {
  readonly mode = 'scroll';
  readonly views: SectionViews;
  readonly #stage: HTMLElement;
  readonly #restoreStage: () => void;
  readonly #options: () => RenditionOptions;
  readonly #listener: RenditionListener;
  readonly axis: ScrollAxis;
  readonly #slots: SectionSlots;
  readonly #anchor: ScrollAnchor;
  readonly #loader: SectionLoader;
  readonly #slotResize = new ResizeObserver(() => this.#onSlotResize());
  readonly #closing = new AbortController();
  #isAxisFinal = false;
  #current: SectionView;
  #position: TextPosition;
  #isAtEnd = false;
  /** Incremented when the size or style changes. Views of another version are out of date. */
  #layoutVersion = 0;
  readonly #navigation: PendingNavigation;
  #animation: ValueAnimation | null = null;
  #reportTimer: ReturnType<typeof setTimeout> | undefined;

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
    this.#restoreStage = setUpScrolledStage(stage);
    // Disable horizontal panning because horizontal swipes go to another section.
    if (book.order.some((item) => item?.flow === 'scrolled-doc'))
      stage.style.touchAction = 'pan-y pinch-zoom';
    this.axis = new ScrollAxis(stage, first.section.writingMode);
    this.#slots = new SectionSlots(stage, this.axis);
    this.#anchor = new ScrollAnchor(this.axis, this.#slots);
    this.views = new SectionViews(
      book,
      {
        onCreated: (view) => this.#mountInSlot(view),
        onMounted: (view) => listener.onMounted(view),
        onLayoutChange: () => this.relayout(),
      },
      ScrolledSection,
    );
    this.#navigation = new PendingNavigation({
      views: this.views,
      listener,
      show: (view, landing) => this.#show(view, landing),
      retry: (index, landing) => this.goToSection(index, landing),
    });
    this.#loader = new SectionLoader(this.views, this.#slots, this.axis, {
      onLoaded: (view) => this.#onLoaded(view),
      onUnload: (slot) => {
        this.#slotResize.unobserve(slot.element);
        if (slot.view) this.#keepFocus(slot.view);
        this.#slots.unmount(slot);
      },
      onFail: (reason) => listener.onFail(reason, () => this.#loader.retry(this.#current)),
    });
    const { index } = first.section;
    this.#position = { section: index, offset: 0 };
    this.#slots.arrange(this.order, this.views.mounted, index);
    this.#current = this.views.mountLoaded(first);
    const { signal } = this.#closing;
    stage.addEventListener('scroll', () => this.#onScroll(), { signal });
    for (const type of ['pointerdown', 'wheel']) {
      stage.addEventListener(type, () => this.#animation?.stop(), { signal, passive: true });
    }
    mapWheelToHorizontalScroll(stage, this.axis, signal);
  }

  get current(): SectionView {
    return this.#current;
  }

  get order(): RenditionBook['order'] {
    return this.views.book.order;
  }

  get position(): TextPosition {
    return this.#position;
  }

  get pendingRequest(): SectionRequest | null {
    return this.#navigation.request;
  }

  get shadowRoots(): ShadowRoot[] {
    return this.views.shadowRoots();
  }

  start(landing: Landing): void {
    this.#layoutAll();
    this.#show(this.#current, landing);
  }

  /** Scrolls by one screen minus one line, which stays visible for orientation. */
  turn(step: 1 | -1): boolean {
    this.endGesture();
    const { scroll, maxScroll, viewportSize } = this.axis;
    if (step > 0 && scrolledPageView(this.#current, this.#slots, this.axis)?.isLast) {
      return this.#listener.onPastEnd();
    }
    const distance = step * Math.max(viewportSize / 2, viewportSize - this.#options().rem * 1.6);
    const target = Math.min(maxScroll, Math.max(0, scroll + distance));
    const rounded = Math.round(target - scroll);
    if (rounded === 0) return false;
    this.#animation = animateScroll(this.axis, rounded, () => {
      this.#onMoved();
      this.#report();
    });
    return true;
  }

  goToSection(index: number, landing: Landing): void {
    this.endGesture();
    if (!this.order[index]) return void this.#listener.onPastEnd();
    const view = this.views.get(index);
    if (view && (!view.isIncomplete || isLoaded(view, landing))) this.#show(view, landing);
    else void this.#navigation.fetch({ index, landing });
  }

  relayout(): void {
    if (this.views.isClosed || this.#stage.clientWidth === 0) return;
    this.endGesture();
    // Apply scrolling by the reader that has not been handled yet.
    if (!this.#anchor.isClamped) this.#onScroll();
    this.#anchor.preserveDuring(() => this.#layoutAll());
    this.#notify(null);
    this.#loader.loadAround(this.#current);
  }

  restore(): void {
    this.goToSection(this.#position.section, landingOn(this.#position));
  }

  refresh(): void {
    this.#arrange();
    const { section } = this.#anchor.position ?? this.#position;
    this.#position = { ...this.#position, section };
    this.#notify(null);
    this.#loader.loadAround(this.#current);
  }

  updateColors(): void {
    for (const view of this.views.mounted.values()) this.#updateColors(view);
  }

  endGesture(): void {
    this.#animation?.finish();
    this.#animation = null;
  }

  close(): void {
    this.endGesture();
    clearTimeout(this.#reportTimer);
    this.#closing.abort();
    this.#slotResize.disconnect();
    this.#navigation.end();
    this.#loader.close();
    this.views.close();
    this.#restoreStage();
  }

  #show(view: SectionView, landing: Landing): void {
    this.#navigation.end();
    this.#current = view;
    const { index, length } = view.section;
    if (!this.#isArranged(index)) this.#arrange();
    this.#layout(view);
    const slot = this.#slots.find(index);
    if (!slot) return;
    const offset = typeof landing === 'function' ? landing(view) : null;
    if (view instanceof ScrolledSection)
      view.layOutUpTo(offset ?? (landing === 'end' ? Infinity : 0));
    const share = (typeof landing === 'function' && landing.share?.(view)) || undefined;
    const leadPx = this.#options().rem / 4;
    this.#anchor.show(slot, { offset, share, isEnd: landing === 'end' }, leadPx);
    this.#position = this.#anchor.position ?? {
      section: index,
      offset: offset ?? (landing === 'end' ? length : 0),
    };
    // After a jump to the end, wait until the reader scrolls before reporting the end.
    this.#isAtEnd = this.#isEnded;
    this.#loader.loadAround(view);
    this.#notify(this.#position);
  }

  /**
   * Whether a section has a slot. A section outside the linear reading order has one only while it
   * is visible.
   */
  #isArranged(index: number): boolean {
    return this.#slots.all.every(({ item, index: at }) => item.linear || at === index);
  }

  #arrange(): void {
    const { index } = this.#current.section;
    this.#slots.arrange(this.order, this.views.mounted, index);
    const mounted = this.#slots.all.flatMap(({ view, index: at }) => (view ? [at] : []));
    this.views.unmountExcept(new Set([index, ...mounted]));
    this.#anchor.adjust();
  }

  /** Mounts a new section in its slot, creating the slot if necessary. */
  #mountInSlot(view: SectionView): void {
    const { index } = view.section;
    if (!this.#slots.find(index)) this.#slots.arrange(this.order, this.views.mounted, index);
    const slot = this.#slots.find(index);
    if (!slot) return;
    if (slot.view !== view) this.#slots.mount(slot, view);
    this.#slotResize.observe(slot.element);
  }

  #onLoaded(view: SectionView): void {
    if (this.#stage.clientWidth === 0) return;
    this.#layout(view);
    this.#anchor.adjust();
    // The anchor had no text yet.
    if (this.#anchor.point?.offset === null) this.#updatePosition();
    this.#loader.loadAround(this.#current);
    this.#checkEnd();
    this.#scheduleReport();
  }

  #keepFocus({ host }: SectionView): void {
    const root = this.#stage.getRootNode();
    const hasFocus = root instanceof ShadowRoot && root.activeElement === host;
    if (hasFocus) this.#stage.focus({ preventScroll: true });
  }

  /** Lays out all mounted sections after a change of size or options. */
  #layoutAll(): void {
    this.#layoutVersion += 1;
    const { rem } = this.#options();
    const { columnInline } = this.#pageLayoutOf(this.#current);
    this.#stage.style.setProperty('--slot-inline', `${columnInline}px`);
    this.#stage.style.setProperty('--slot-rem', `${rem}px`);
    // Assume lines about 1.5 rem high and letters about 0.5 rem wide.
    const estimate = (0.75 * rem * rem) / Math.max(rem, columnInline);
    this.#slots.resetMeasurements(estimate, this.axis.viewportSize);
    for (const view of this.views.mounted.values()) this.#layout(view);
  }

  #layout(view: SectionView): void {
    if (view.layoutVersion === this.#layoutVersion) return;
    view.layoutVersion = this.#layoutVersion;
    const { writingMode, length } = view.section;
    if (!this.#isAxisFinal && length >= minSectionUnits) {
      this.#isAxisFinal = true;
      if (writingMode !== this.axis.writingMode) {
        this.axis.writingMode = writingMode;
        return this.#layoutAll();
      }
    }
    if (view instanceof ScrolledSection) {
      const isVertical = writingMode !== 'horizontal-tb';
      view.isOrthogonal = !view.isFixed && isVertical !== this.axis.isHorizontal;
      view.isSeamless = this.order[view.section.index]?.flow !== undefined;
    }
    view.layout(this.#pageLayoutOf(view), this.#options());
    this.#updateColors(view);
    this.#slots.measure();
  }

  #pageLayoutOf({ section, isFixed }: SectionView) {
    const { rem, measure, margins } = this.#options();
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const { writingMode, direction } = section;
    const lines = isFixed ? Infinity : measure;
    const size = { width, height, rem, measure: lines, margins };
    return layOutPage({ ...size, writingMode, direction, columns: 'one' });
  }

  /** Extends a page's own background color to the edges. */
  #updateColors(view: SectionView): void {
    const slot = this.#slots.find(view.section.index);
    const canvas = view.updateColors();
    if (slot) slot.element.style.backgroundColor = canvas;
  }

  #onScroll(): void {
    if (!this.#anchor.isMovedByUser) return;
    this.#onMoved();
    this.#scheduleReport();
  }

  #onMoved(): void {
    this.#anchor.adjust();
    this.#updatePosition();
    this.#loader.loadAround(this.#current);
    this.#checkEnd();
  }

  /** Reports when the reader reaches the end of the book. */
  #checkEnd(): void {
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
      this.axis.scroll >= this.axis.maxScroll - 1
    );
  }

  #updatePosition(): void {
    this.#anchor.chooseFromViewport();
    const { point, position } = this.#anchor;
    if (!point?.slot.view || !position) return;
    this.#current = point.slot.view;
    const { section, offset, share } = this.#position;
    // Keep the same object for an unchanged position.
    const isSame = position.section === section && position.offset === offset;
    if (!isSame || position.share !== share) this.#position = position;
  }

  #onSlotResize(): void {
    if (this.views.isClosed || this.axis.viewportSize === 0) return;
    this.#slots.measure();
    this.#anchor.adjust();
    this.#loader.loadAround(this.#current, false);
    this.#checkEnd();
  }

  #scheduleReport(): void {
    this.#reportTimer ??= setTimeout(() => this.#report(true), reportIntervalMs);
  }

  #report(isScrolled = false): void {
    clearTimeout(this.#reportTimer);
    this.#reportTimer = undefined;
    if (!this.views.isClosed && this.#current.pageLayout) this.#notify(this.#position, isScrolled);
  }

  /** @param position - Null when a new layout moved the content. */
  #notify(position: TextPosition | null, isScrolled = false): void {
    const view = scrolledPageView(this.#current, this.#slots, this.axis);
    if (view) this.#listener.onMove(view, position, isScrolled);
    // Listeners clear the failure on a move, so report it again if it persists.
    this.#loader.reportFailureAgain();
  }
}

/** Whether a position is in the loaded part of a section. */
function isLoaded(view: SectionView, landing: Landing): boolean {
  return typeof landing === 'function' ? landing(view) < view.tail.end : landing === 'start';
}
