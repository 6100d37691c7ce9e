import { ExternalLinkEvent } from '../events.ts';
import { firstSection, lastSection } from '../reader/reading-order.ts';
import { moveOfKey, type Move } from './input/keys.ts';
import { OpenPages, type Landing, type PageLook } from './open-pages.ts';
import type { LoadedSection, PageBook } from './page-book.ts';
import { PageFailEvent, PageMoveEvent, PageTapEvent } from './page-events.ts';
import { pageSheet } from './page-styles.ts';

/**
 * The pages of an open book, and every way to turn them.
 *
 * @fires svc-page-move - Another page is shown, or the same one in a new layout; not composed.
 * @fires svc-page-fail - A section could not be loaded; not composed.
 * @fires svc-page-tap - The middle of the page was tapped; not composed.
 * @fires svc-external-link - A link out of the book was followed.
 */
export class SvcPage extends HTMLElement {
  readonly #stage = document.createElement('div');
  readonly #help = document.createElement('div');
  #listening: AbortController | null = null;
  #resize: ResizeObserver | null = null;
  #pages: OpenPages | null = null;
  #book: PageBook | null = null;
  #hasGestures = false;
  #size = '';
  #frame = 0;
  #fontScale = 1;
  #columns: 'auto' | 'one' = 'auto';
  /** Name of scroll boxes for screen readers, already translated. */
  boxLabel = '';

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [pageSheet];
    this.#stage.className = 'stage';
    this.#stage.tabIndex = 0;
    this.#stage.setAttribute('role', 'region');
    this.#stage.setAttribute('aria-describedby', 'help');
    const ring = document.createElement('div');
    ring.className = 'ring';
    this.#help.className = 'help';
    this.#help.id = 'help';
    root.append(this.#stage, ring, this.#help);
  }

  /** Factor on the token `--svc-font-size`. */
  set fontScale(scale: number) {
    if (scale === this.#fontScale) return;
    this.#fontScale = scale;
    this.relayout();
  }
  set columns(columns: 'auto' | 'one') {
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.relayout();
  }
  /** How pages are turned, already translated. */
  set help(help: string) {
    this.#help.textContent = help;
  }
  /** Name of the pages, already translated. */
  set label(label: string) {
    this.#stage.setAttribute('aria-label', label);
  }

  connectedCallback(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#stage.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    this.#resize = new ResizeObserver(() => {
      if (this.#size !== this.#sizeNow()) this.relayout();
    });
    this.#resize.observe(this.#stage);
  }

  disconnectedCallback(): void {
    this.#listening?.abort();
    this.#hasGestures = false;
    this.#resize?.disconnect();
    this.close();
  }

  /** Opens a book with a section that is here, and shows that at once. */
  open(book: PageBook, loaded: LoadedSection, landing: Landing): void {
    this.close();
    this.#book = book;
    this.#size = this.#sizeNow();
    this.#pages = new OpenPages(this.#stage, book, loaded, () => this.#look(), {
      onMove: (view, place) => this.dispatchEvent(new PageMoveEvent(view, place)),
      onFail: (reason, retry) => this.dispatchEvent(new PageFailEvent(reason, retry)),
      onBusy: (isBusy) => this.toggleAttribute('busy', isBusy),
    });
    this.#pages.start(landing);
    requestAnimationFrame(() => void this.#loadGestures());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pages?.close();
    this.#pages = null;
    this.#book = null;
    this.removeAttribute('busy');
  }

  /** Turns one page; false when there is none that way. */
  turn(step: 1 | -1): boolean {
    return this.#pages?.turn(step) ?? false;
  }

  goTo(section: number, offset: number): void {
    this.#pages?.enter(section, () => offset);
  }

  /** Words at a place of the section on screen; empty elsewhere. */
  quote(section: number, offset: number, units: number): string {
    const view = this.#pages?.current;
    return view?.section.index === section ? view.text.slice(offset, units) : '';
  }

  /** Lays the pages out anew before the next frame; the place stays. */
  relayout(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#size = this.#sizeNow();
      this.#pages?.relayout();
    });
  }

  override focus(options?: FocusOptions): void {
    this.#stage.focus(options);
  }

  #look(): PageLook {
    const style = getComputedStyle(this);
    const numberOf = (token: string, otherwise: number) =>
      Number.parseFloat(style.getPropertyValue(token)) || otherwise;
    return {
      rem: Math.round(numberOf('--svc-font-size', 18) * this.#fontScale * 10) / 10,
      measure: numberOf('--svc-measure', 34),
      columns: this.#columns,
      boxLabel: this.boxLabel,
    };
  }

  #sizeNow(): string {
    return `${this.#stage.clientWidth}×${this.#stage.clientHeight}`;
  }

  async #loadGestures(): Promise<void> {
    const signal = this.#listening?.signal;
    if (!signal || this.#hasGestures) return;
    this.#hasGestures = true;
    const { listenForGestures } = await import('./input/gestures.ts');
    listenForGestures(
      this.#stage,
      {
        pages: () => this.#pages,
        onLink: (link, event) => this.#follow(link, event),
        onMiddle: () => this.dispatchEvent(new PageTapEvent()),
      },
      signal,
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || scrollsByKey(event)) return;
    const move = moveOfKey(event, this.#pages?.isNextLeft ?? false);
    if (!move) return;
    event.preventDefault();
    this.#move(move);
  }

  #move(move: Move): void {
    const pages = this.#pages;
    if (!pages || !this.#book) return;
    const { order } = this.#book;
    if (move === 'next' || move === 'previous') pages.turn(move === 'next' ? 1 : -1);
    else if (move === 'book-start') pages.enter(firstSection(order), 'start');
    else if (move === 'book-end') pages.enter(lastSection(order), 'end');
    else pages.enter(pages.current.section.index, move === 'first' ? 'start' : 'end');
  }

  #follow(link: Element, event: MouseEvent): void {
    const target = this.#pages?.current.linkOf(link);
    const href = link.getAttribute('href');
    if (target) {
      event.preventDefault();
      this.#pages?.enter(target.section, ({ section }) => section.ids[target.id] ?? 0);
    } else if (href && !this.dispatchEvent(new ExternalLinkEvent(href))) event.preventDefault();
  }
}

/** A focused scroll box or player has its own use for the keys. */
function scrollsByKey(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches('.svc-scroll-box, audio, video, summary');
}
