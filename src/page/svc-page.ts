import { breaksColumns } from './breaks.ts';
import { OpenPages, type Landing, type PageLook } from './open-pages.ts';
import type { LoadedSection, PageBook } from './page-book.ts';
import { PageFailEvent, PageMountEvent, PageMoveEvent } from './page-events.ts';
import { pageSheet } from './page-styles.ts';

/**
 * The pages of an open book, and every way to turn them.
 *
 * @fires svc-page-move - Another page is shown, or the same one in a new layout; not composed.
 * @fires svc-page-mount - A section has come into the document; not composed.
 * @fires svc-page-fail - A section could not be loaded; not composed.
 * @fires svc-page-end - More was asked for than there is; cancelled when something else is shown there; not composed.
 * @fires svc-page-tap - The middle of the page was tapped; not composed.
 * @fires svc-external-link - A link out of the book was followed.
 */
export class SvcPage extends HTMLElement {
  readonly #stage = document.createElement('div');
  readonly #help = document.createElement('div');
  #listening: AbortController | null = null;
  #resize: ResizeObserver | null = null;
  #pages: OpenPages | null = null;
  #isListening = false;
  #forceBreaks: PageLook['forceBreaks'] = null;
  #size = '';
  #frame = 0;
  #fontScale = 1;
  #columns: 'auto' | 'one' = 'auto';
  /** Name of scroll boxes for screen readers, already translated. */
  boxLabel = '';
  /** Does again what failed last. */
  retry = () => {};

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
    this.#resize = new ResizeObserver(() => {
      if (this.#size !== this.#sizeNow()) this.relayout();
    });
    this.#resize.observe(this.#stage);
    if (!breaksColumns) void this.#loadBreaks();
  }

  disconnectedCallback(): void {
    this.#listening?.abort();
    this.#isListening = false;
    this.#resize?.disconnect();
    this.close();
  }

  /** Opens a book with a section that is here, and shows that at once. */
  open(book: PageBook, loaded: LoadedSection, landing: Landing): void {
    this.close();
    this.#size = this.#sizeNow();
    this.#pages = new OpenPages(this.#stage, book, loaded, () => this.#look(), {
      onMove: (view, place) => this.dispatchEvent(new PageMoveEvent(view, place)),
      onFail: (reason, retry) => {
        this.retry = retry;
        this.dispatchEvent(new PageFailEvent(reason));
      },
      onBusy: (isBusy) => this.toggleAttribute('busy', isBusy),
      onMounted: (view) => this.dispatchEvent(new PageMountEvent(view)),
      onEnd: () => !this.dispatchEvent(new Event('svc-page-end', { cancelable: true })),
    });
    this.#pages.start(landing);
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pages?.close();
    this.#pages = null;
    this.removeAttribute('busy');
  }

  /** The open book; null while there is none. */
  get pages(): OpenPages | null {
    return this.#pages;
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

  /** Takes over the colours of another theme. */
  repaint(): void {
    this.#pages?.paint();
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

  /** Lets people turn pages; comes after the first text, so that this waits for nothing. */
  async listen(): Promise<void> {
    const signal = this.#listening?.signal;
    if (!signal || this.#isListening) return;
    this.#isListening = true;
    const { listenForInput } = await import('./input/listen.ts');
    listenForInput({ host: this, stage: this.#stage, pages: () => this.pages }, signal);
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
      forceBreaks: this.#forceBreaks,
    };
  }

  #sizeNow(): string {
    return `${this.#stage.clientWidth}×${this.#stage.clientHeight}`;
  }

  async #loadBreaks(): Promise<void> {
    this.#forceBreaks = (await import('./forced-breaks.ts')).forceBreaks;
    this.relayout();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-page': SvcPage;
  }
}
