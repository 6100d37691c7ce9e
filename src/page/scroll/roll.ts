import type { Place } from '../../reader/progress.ts';
import type { PageView } from '../../reader/state.ts';
import { glide, prefersStillness } from '../glide.ts';
import { hasSelection } from '../input/selection.ts';
import { planPage } from '../columns.ts';
import type { LoadedSection, PageBook } from '../page-book.ts';
import type { Landing, PageListener, PageLook, Reading } from '../reading.ts';
import type { SectionView } from '../section-view.ts';
import { Views } from '../views.ts';
import { Axis } from './axis.ts';
import { rollSheet } from './roll-styles.ts';
import { RolledSection } from './rolled-section.ts';
import { Slots, type Slot } from './slots.ts';
import { distanceOf, firstOffsetFrom } from './text-at.ts';

/** Screens around the one that is seen on which text is put, and beyond which it is taken away. */
const reach = { fill: 1.5, keep: 3 };
/** A shorter text than this does not decide which way the strip runs: a cover, a title page. */
const leastText = 200;
/** Between two reports while the strip moves, in ms. */
const reportMs = 150;

/** What is to stay where it is on the screen while lengths around it change. */
interface Anchor {
  slot: Slot;
  /** Of its text; null where none is rendered: then the share of its length. */
  offset: number | null;
  share: number;
  /** From the strip's start, when it was last looked at, in px. */
  at: number;
}

/**
 * One open book as one strip, of which only the sections around the screen are in the document. The
 * others stand as room of about their length; what is read stays in its place when that turns out wrong.
 */
export class Roll implements Reading {
  readonly mode = 'scroll';
  readonly views: Views;
  readonly #stage: HTMLElement;
  readonly #look: () => PageLook;
  readonly #listener: PageListener;
  readonly #slots: Slots;
  readonly #grown: ResizeObserver;
  readonly #closing = new AbortController();
  #axis: Axis;
  #isAxisSure = false;
  #current: SectionView;
  #guest = -1;
  #place: Place;
  #anchor: Anchor | null = null;
  /** Where the strip rests by our own doing: hearing of that moves no anchor. */
  #rest = 0;
  #isAtEnd = false;
  #mark = 0;
  #entering: symbol | null = null;
  #endGesture: (() => void) | null = null;
  #reporting: ReturnType<typeof setTimeout> | undefined;
  /** Sections that could not be had, until somebody asks again or they are far. */
  readonly #failed = new Set<number>();

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
    const root = stage.getRootNode();
    if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(rollSheet)) {
      root.adoptedStyleSheets.push(rollSheet);
    }
    stage.classList.add('roll');
    stage.dataset.columns = '1';
    stage.style.backgroundColor = '';
    this.#axis = this.#axisOf(first.section);
    this.#slots = new Slots(stage);
    this.#grown = new ResizeObserver(() => this.#onGrown());
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
    const { index } = first.section;
    this.#place = { section: index, offset: 0 };
    this.#guest = index;
    this.#slots.arrange(this.order, this.views.mounted, index);
    this.#current = this.views.add(first);
    const { signal } = this.#closing;
    stage.addEventListener('scroll', () => this.#onScroll(), { signal });
    stage.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
  }

  start(landing: Landing): void {
    this.#remeasure();
    this.#show(this.#current, landing);
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

  get roots(): ShadowRoot[] {
    return this.views.roots();
  }

  get isNextLeft(): boolean {
    const { writingMode } = this.#axis;
    if (writingMode !== 'horizontal-tb') return writingMode === 'vertical-rl';
    return this.#current.section.direction === 'rtl' || this.views.book.progression === 'rtl';
  }

  scrollsBy(key: string): boolean {
    return this.#axis.isSideways
      ? key === 'ArrowLeft' || key === 'ArrowRight'
      : key === 'ArrowUp' || key === 'ArrowDown';
  }

  /** A screenful less a line, so that the eye finds on. */
  turn(step: 1 | -1): boolean {
    this.endGesture();
    const { scroll, end, room } = this.#axis;
    const line = this.#look().rem * 1.6;
    const goal = Math.min(end, Math.max(0, scroll + step * Math.max(room / 2, room - line)));
    if (Math.abs(goal - scroll) < 1) return step > 0 && this.#listener.onEnd();
    let gone = 0;
    const move = (distance: number) => {
      // By steps, not to a goal: what is above may grow or shrink on the way.
      this.#axis.scroll += Math.round(distance) - gone;
      gone = Math.round(distance);
    };
    const done = () => {
      move(goal - scroll);
      this.#onMoved();
      this.#report();
    };
    if (prefersStillness()) done();
    else this.#endGesture = glide(0, goal - scroll, move, done);
    return true;
  }

  enter(index: number, landing: Landing): void {
    this.endGesture();
    if (!this.order[index]) return void this.#listener.onEnd();
    const here = this.views.get(index);
    if (here) this.#show(here, landing);
    else void this.#fetchAndShow(index, landing);
  }

  relayout(): void {
    if (this.views.isClosed || this.#stage.clientWidth === 0) return;
    this.endGesture();
    this.#sync();
    const anchor = this.#anchor;
    const inView = anchor ? anchor.at - this.#axis.scroll : 0;
    this.#remeasure();
    if (anchor) {
      anchor.at = this.#distanceOf(anchor);
      const least = anchor.offset === null ? -Infinity : 0;
      this.#scrollTo(anchor.at - Math.max(least, Math.min(inView, this.#axis.room / 2)));
    }
    this.#tell(null);
    this.#fill();
  }

  refresh(): void {
    this.#arrange();
    this.#tell(null);
    this.#fill();
  }

  paint(): void {
    for (const view of this.views.mounted.values()) view.paint();
  }

  endGesture(): void {
    const end = this.#endGesture;
    this.#endGesture = null;
    end?.();
  }

  close(): void {
    this.endGesture();
    clearTimeout(this.#reporting);
    this.#closing.abort();
    this.#grown.disconnect();
    this.#entering = null;
    this.views.close();
    this.#stage.replaceChildren();
    this.#stage.classList.remove('roll', 'sideways');
    this.#stage.removeAttribute('style');
  }

  /** Whoever asks for another place in the meantime takes this one's turn. */
  async #fetchAndShow(index: number, landing: Landing): Promise<void> {
    const entering = Symbol();
    this.#entering = entering;
    const wasUnderWay = this.views.mounting.has(index);
    this.#listener.onBusy(true);
    const isCurrent = () => this.#entering === entering && !this.views.isClosed;
    try {
      const view = await this.views.mount(index);
      if (isCurrent()) this.#show(view, landing);
    } catch (reason) {
      if (!isCurrent()) return;
      // What was fetched ahead had its chance before it was asked for.
      if (wasUnderWay) return this.#fetchAndShow(index, landing);
      this.#entering = null;
      this.#listener.onBusy(false);
      this.#listener.onFail(reason, () => this.enter(index, landing));
    }
  }

  #show(view: SectionView, landing: Landing): void {
    if (this.#entering) this.#listener.onBusy(false);
    this.#entering = null;
    const { index } = view.section;
    if (this.#guest !== index) {
      this.#guest = index;
      this.#current = view;
      this.#arrange();
    }
    this.#layout(view);
    const slot = this.#slots.of(index);
    if (!slot) return;
    const rect = slot.element.getBoundingClientRect();
    const asked = typeof landing === 'function' ? landing(view) : null;
    const isEnd = landing === 'end';
    const text = asked ? this.#distanceOf({ slot, offset: asked, share: 0 }) : null;
    if (text !== null) this.#scrollTo(text - this.#look().rem);
    else if (isEnd) this.#scrollTo(this.#axis.endOf(rect) - this.#axis.room);
    else this.#scrollTo(this.#axis.startOf(rect));
    this.#choose();
    const top = this.#anchor;
    if (asked !== null || !top || top.slot !== slot) {
      const offset = asked ?? (isEnd ? view.section.length : 0);
      const anchor = { slot, offset: isEnd ? null : offset, share: isEnd ? 1 : 0 };
      this.#anchor = { ...anchor, at: this.#distanceOf(anchor) };
      this.#place = { section: index, offset };
    }
    this.#current = view;
    this.#fill();
    this.#tell(this.#place);
  }

  /** A section has come: into its place, or into one that is made for it. */
  #put(view: SectionView): void {
    const { index } = view.section;
    if (!this.#slots.of(index)) {
      this.#guest = index;
      this.#slots.arrange(this.order, this.views.mounted, index);
    }
    const slot = this.#slots.of(index);
    if (!slot) return;
    if (slot.view !== view) this.#slots.mount(slot, view);
    this.#grown.observe(slot.element);
  }

  #drop(slot: Slot): void {
    const root = this.#stage.getRootNode();
    const hadFocus = root instanceof ShadowRoot && root.activeElement === slot.view?.host;
    this.#grown.unobserve(slot.element);
    this.#slots.empty(slot);
    if (hadFocus) this.#stage.focus({ preventScroll: true });
  }

  #arrange(): void {
    const { index } = this.#current.section;
    this.#slots.arrange(this.order, this.views.mounted, index);
    const kept = new Set<number | null>([index]);
    for (const { view } of this.#slots.all) if (view) kept.add(view.section.index);
    this.views.keep(kept);
    this.#sync();
  }

  #axisOf({ writingMode, length }: SectionView['section']): Axis {
    if (length >= leastText) this.#isAxisSure = true;
    this.#stage.classList.toggle('sideways', writingMode !== 'horizontal-tb');
    return new Axis(this.#stage, writingMode);
  }

  /** Lays out what is here under a new look. */
  #remeasure(): void {
    this.#mark += 1;
    const { section } = this.#current;
    const plan = this.#planOf(section);
    const { rem } = this.#look();
    const { style } = this.#stage;
    style.setProperty('--slot-inline', `${plan.columnInline}px`);
    style.setProperty('--slot-rem', `${rem}px`);
    const isLeft = this.#axis.writingMode === 'vertical-rl';
    style.setProperty('--slot-way', this.#axis.isSideways ? `to ${isLeft ? 'left' : 'right'}` : '');
    // A line is about three halves of the size high, and a letter half as wide.
    const guess = (0.75 * rem * rem) / Math.max(rem, plan.columnInline);
    this.#slots.remeasure(guess, this.#axis.room);
    for (const view of this.views.mounted.values()) this.#layout(view);
  }

  #layout(view: SectionView): void {
    if (view.mark === this.#mark) return;
    view.mark = this.#mark;
    const { writingMode, direction, length } = view.section;
    if (!this.#isAxisSure && length >= leastText && writingMode !== this.#axis.writingMode) {
      this.#axis = this.#axisOf(view.section);
      return this.#remeasure();
    }
    this.#isAxisSure ||= length >= leastText;
    if (view instanceof RolledSection) {
      const isVertical = writingMode !== 'horizontal-tb';
      view.isCrossed = !view.isFixed && isVertical !== this.#axis.isSideways;
    }
    const { measure: _measure, columns: _columns, margins: _margins, ...look } = this.#look();
    view.layout(this.#planOf({ ...view.section, writingMode, direction }), look);
    view.paint();
    this.#slots.measure(this.#axis);
  }

  #planOf({ writingMode, direction }: Pick<SectionView['section'], 'writingMode' | 'direction'>) {
    const { rem, measure, margins } = this.#look();
    const { clientWidth: width, clientHeight: height } = this.#stage;
    return planPage({
      width,
      height,
      rem,
      measure,
      margins,
      columns: 'one',
      writingMode,
      direction,
    });
  }

  #distanceOf({ slot, offset, share }: Omit<Anchor, 'at'>): number {
    const { view, element } = slot;
    if (view?.plan && offset !== null && !isCrossed(view)) {
      const distance = distanceOf(offset, view.text, this.#axis);
      if (distance !== null) return distance;
    }
    const rect = element.getBoundingClientRect();
    const start = this.#axis.startOf(rect);
    return start + share * (this.#axis.endOf(rect) - start);
  }

  /** Puts back what lengths above it have moved. */
  #sync(): void {
    const anchor = this.#anchor;
    if (!anchor) return;
    const now = this.#distanceOf(anchor);
    const moved = now - anchor.at;
    anchor.at = now;
    if (Math.abs(moved) >= 0.5) this.#scrollTo(this.#axis.scroll + moved);
  }

  #scrollTo(scroll: number): void {
    this.#axis.scroll = Math.round(scroll);
    this.#rest = this.#axis.scroll;
  }

  #onScroll(): void {
    if (Math.abs(this.#axis.scroll - this.#rest) < 1) return;
    this.#onMoved();
    this.#reporting ??= setTimeout(() => this.#report(), reportMs);
  }

  #onMoved(): void {
    this.#rest = this.#axis.scroll;
    this.#sync();
    this.#choose();
    this.#fill();
    const last = this.#slots.all.at(-1);
    const isAtEnd = last?.view?.plan != null && this.#axis.scroll >= this.#axis.end - 1;
    if (isAtEnd && !this.#isAtEnd) {
      this.#report();
      this.#listener.onEnd();
    }
    this.#isAtEnd = isAtEnd;
  }

  /** In a strip that runs sideways, a wheel that only turns up and down moves it, too. */
  #onWheel(event: WheelEvent): void {
    const { deltaX, deltaY, deltaMode, ctrlKey } = event;
    if (!this.#axis.isSideways || ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return;
    const before = this.#axis.scroll;
    this.#axis.scroll += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * 30;
    if (this.#axis.scroll !== before) event.preventDefault();
  }

  #onGrown(): void {
    if (this.views.isClosed) return;
    this.#slots.measure(this.#axis);
    this.#sync();
    this.#fill();
  }

  /** Takes what is at the top of the screen for what is read. */
  #choose(): void {
    const { scroll, room } = this.#axis;
    const { all } = this.#slots;
    const at = this.#slots.at(scroll, this.#axis);
    for (let one = at; one < all.length; one++) {
      const slot = all[one];
      if (!slot) break;
      const start = this.#axis.startOf(slot.element.getBoundingClientRect());
      if (one > at && start >= scroll + room) break;
      if (!slot.view?.plan || isCrossed(slot.view)) continue;
      const offset = firstOffsetFrom(scroll - 1, slot.view.text, this.#axis);
      const distance = distanceOf(offset, slot.view.text, this.#axis);
      if (distance === null || distance < scroll - 1 || distance >= scroll + room) continue;
      return this.#take({ slot, offset, share: 0 });
    }
    const slot = all[at];
    if (!slot) return;
    const rect = slot.element.getBoundingClientRect();
    const start = this.#axis.startOf(rect);
    const size = Math.max(1, this.#axis.endOf(rect) - start);
    this.#take({ slot, offset: null, share: Math.min(1, Math.max(0, (scroll - start) / size)) });
  }

  #take(anchor: Omit<Anchor, 'at'>): void {
    this.#anchor = { ...anchor, at: this.#distanceOf(anchor) };
    const { view, index, item } = anchor.slot;
    if (!view?.plan) return;
    this.#current = view;
    this.#place = {
      section: index,
      offset: anchor.offset ?? Math.round(anchor.share * item.length),
    };
  }

  /** Brings in the sections around the screen, what is seen first, and takes away what is far. */
  #fill(): void {
    const { scroll, room } = this.#axis;
    const near = (screens: number) => {
      const from = this.#slots.at(scroll - screens * room, this.#axis);
      const to = this.#slots.at(scroll + (screens + 1) * room, this.#axis);
      return this.#slots.all.slice(from, to + 1);
    };
    const seen = near(0);
    const kept = new Set(near(reach.keep));
    for (const slot of this.#slots.all) {
      if (!kept.has(slot)) this.#failed.delete(slot.index);
      if (!slot.view || kept.has(slot) || slot.view === this.#current) continue;
      // A selection would be lost with its text.
      if (slot.view.host.shadowRoot && hasSelection([slot.view.host.shadowRoot])) kept.add(slot);
      else this.#drop(slot);
    }
    const { index } = this.#current.section;
    this.views.keep(new Set([index, ...[...kept].map((slot) => slot.index)]));
    for (const slot of [...seen, ...near(reach.fill)]) {
      if (!slot.view && !this.#failed.has(slot.index)) void this.#bring(slot);
    }
  }

  async #bring(slot: Slot): Promise<void> {
    const { index } = slot;
    if (this.views.mounting.has(index)) return;
    try {
      const view = await this.views.mount(index);
      if (this.views.isClosed || this.#stage.clientWidth === 0) return;
      this.#layout(view);
      this.#sync();
      // Where nothing was to be read until now, something is.
      if (this.#anchor?.offset === null) this.#choose();
      this.#fill();
      this.#reporting ??= setTimeout(() => this.#report(), reportMs);
    } catch (reason) {
      if (this.views.isClosed) return;
      this.#failed.add(index);
      const rect = slot.element.getBoundingClientRect();
      const { scroll, room } = this.#axis;
      const isSeen = this.#axis.startOf(rect) < scroll + room && this.#axis.endOf(rect) > scroll;
      if (!isSeen) return;
      this.#listener.onFail(reason, () => {
        this.#failed.clear();
        this.#fill();
      });
    }
  }

  #report(): void {
    clearTimeout(this.#reporting);
    this.#reporting = undefined;
    if (!this.views.isClosed && this.#current.plan) this.#tell(this.#place);
  }

  #tell(place: Place | null): void {
    const view = this.#current;
    const { index, length } = view.section;
    const slot = this.#slots.of(index);
    if (!slot) return;
    const { scroll, room } = this.#axis;
    const rect = slot.element.getBoundingClientRect();
    const from = this.#axis.startOf(rect);
    const to = this.#axis.endOf(rect);
    const pages = Math.max(1, Math.ceil((to - from) / room - 0.1));
    const page = Math.floor((scroll - from) / room + 0.1);
    const offsetAt = (distance: number) =>
      isCrossed(view) ? 0 : firstOffsetFrom(distance, view.text, this.#axis);
    const all = this.#slots.all;
    const shown: PageView = {
      section: index,
      page: Math.min(pages - 1, Math.max(0, page)),
      pages,
      start: scroll <= from ? 0 : offsetAt(scroll - 1),
      end: isCrossed(view) || scroll + room >= to ? length : offsetAt(scroll + room),
      isFirst: all[0] === slot && scroll - from < 1,
      isLast: all.at(-1) === slot && scroll + room >= to - 1,
    };
    this.#listener.onMove(shown, place);
  }
}

function isCrossed(view: SectionView): boolean {
  return view instanceof RolledSection && view.isCrossed;
}
