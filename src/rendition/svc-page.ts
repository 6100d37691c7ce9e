import { defaultSettings, hasUserStyles, type Mode, type Settings } from '../state/settings.ts';
import { supportsColumnBreaks } from './section/column-breaks.ts';
import type { UserStyles } from './user-styles/user-styles.ts';
import { PaginatedRendition } from './paginated/paginated-rendition.ts';
import type { RenditionBook } from './rendition-book.ts';
import type { LoadedSection } from '../api/book-source.ts';
import { PageFailEvent, PageMountEvent, PageMoveEvent } from './page-events.ts';
import type { Landing, RenditionConstructor, RenditionOptions, Rendition } from './rendition.ts';
import { css } from './css.ts';

const svcPageSheet = css(`
  :host { all: initial; color-scheme: inherit; display: block; position: relative; block-size: 100%; }
  .stage {
    position: absolute;
    inset: 0;
    overflow: clip;
    /* A section's rules may take its host out of here and over everything. */
    contain: layout paint;
    outline: none;
    cursor: default;
    touch-action: pan-y pinch-zoom;
    -webkit-tap-highlight-color: transparent;
  }
  .stage[data-columns='2']::before {
    content: '';
    position: absolute;
    inset-block: 4%;
    inset-inline-start: calc(50% - 0.5px);
    inline-size: 1px;
    background: linear-gradient(transparent, var(--svc-line) 15% 85%, transparent);
  }
  :host([busy]) .stage { opacity: 0.5; transition: opacity 300ms 200ms; }
  .leaf { position: absolute; inset-block-start: 0; }
  .ring { position: absolute; inset: 3px; border-radius: 6px; pointer-events: none; }
  .stage:focus-visible + .ring { box-shadow: 0 0 0 2px var(--svc-accent); }
  .help { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`);
/** Of the usual: how long lines are, and how wide the paper around them. */
const marginScales = {
  narrow: { lines: 1.3, around: 0.5 },
  normal: { lines: 1, around: 1 },
  wide: { lines: 0.8, around: 1.75 },
};

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
  #pages: Rendition | null = null;
  #mode: Mode = 'pages';
  #Roll: RenditionConstructor | null = null;
  #isListening = false;
  #forceBreaks: RenditionOptions['insertColumnBreaks'] = null;
  #size = '';
  #frame = 0;
  #settings = defaultSettings;
  #dress: UserStyles | null = null;
  /** Whether the theme leaves the book's own colours out. */
  #isPlain = false;
  /** Rejects never; waits for what the settings need besides the page. */
  userStylesLoaded: Promise<void> | undefined;
  /** Name of scroll boxes for screen readers, already translated. */
  scrollBoxLabel = '';
  /** Does again what failed last. */
  retry = () => {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [svcPageSheet];
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

  /** How the person wants the pages. */
  set settings(settings: Settings) {
    if (settings === this.#settings) return;
    this.#settings = settings;
    this.#dress?.setSettings(settings);
    this.#dressIf(hasUserStyles(settings));
    this.relayout();
  }
  /** Pages, or one strip; in an open book the place stays. */
  set mode(mode: Mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    void this.renditionLoaded().then(() => this.#switch());
  }
  /** How pages are turned, already translated. */
  set help(help: string) {
    if (this.#help.textContent !== help) this.#help.textContent = help;
  }
  /** Name of the pages, already translated. */
  set label(label: string) {
    this.#stage.setAttribute('aria-label', label);
  }

  connectedCallback(): void {
    // Moved within its document: only what was scrolled is back at its start.
    if (this.#listening) return this.#comeBack();
    this.#listening = new AbortController();
    this.#resize = new ResizeObserver(() => {
      // Paper has another size, and another layout, for a moment.
      if (this.#size !== this.#sizeNow() && !matchMedia('print').matches) this.relayout();
    });
    this.#resize.observe(this.#stage);
    if (!supportsColumnBreaks) void this.#loadBreaks();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#listening?.abort();
      this.#listening = null;
      this.#isListening = false;
      this.#resize?.disconnect();
      this.close();
      this.#dress?.close();
    });
  }

  /** Opens a book with a section that is here, and shows that at once. */
  open(book: RenditionBook, loaded: LoadedSection, landing: Landing): void {
    this.close();
    this.#size = this.#sizeNow();
    const Made = (this.#mode === 'scroll' && this.#Roll) || PaginatedRendition;
    this.#pages = new Made(this.#stage, book, loaded, () => this.#look(), {
      onMove: (view, place, isScrolled = false) =>
        this.dispatchEvent(new PageMoveEvent(view, place, isScrolled)),
      onFail: (reason, retry) => {
        this.retry = retry;
        this.dispatchEvent(new PageFailEvent(reason));
      },
      onBusy: (isBusy) => this.toggleAttribute('busy', isBusy),
      onMounted: (view) => this.dispatchEvent(new PageMountEvent(view)),
      onPastEnd: () => !this.dispatchEvent(new Event('svc-page-end', { cancelable: true })),
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
  get rendition(): Rendition | null {
    return this.#pages;
  }

  /** Turns one page; false when there is none that way. */
  turn(step: 1 | -1): boolean {
    return this.#pages?.turn(step) ?? false;
  }

  goTo(section: number, offset: number): void {
    this.#pages?.goToSection(section, (view) =>
      Math.max(0, Math.min(offset || 0, view.section.length)),
    );
  }

  /** Waits for what the mode needs besides the page; rejects never. */
  async renditionLoaded(): Promise<void> {
    if (this.#mode === 'pages') return;
    try {
      this.#Roll ??= (await import('./scrolled/scrolled-rendition.ts')).ScrolledRendition;
    } catch {
      // Pages can be read, too.
    }
  }

  /** Words at a place of the section on screen; empty elsewhere. */
  textAt(section: number, offset: number, units: number): string {
    const view = this.#pages?.current;
    return view?.section.index === section ? view.text.slice(offset, units) : '';
  }

  /** Takes over the colours of another theme. */
  updateColors(): void {
    const wasPlain = this.#isPlain;
    this.#isPlain = getComputedStyle(this).getPropertyValue('--svc-l-scale') === '0';
    this.#dressIf(this.#isPlain);
    if (wasPlain !== this.#isPlain) this.relayout();
    this.#pages?.updateColors();
    this.dispatchEvent(new Event('svc-page-paint'));
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
  async startInput(): Promise<void> {
    const signal = this.#listening?.signal;
    if (!signal || this.#isListening) return;
    this.#isListening = true;
    const { listenForInput } = await import('./input/listen-for-input.ts');
    listenForInput({ host: this, stage: this.#stage, rendition: () => this.rendition }, signal);
  }

  override focus(options?: FocusOptions): void {
    this.#stage.focus(options);
  }

  #comeBack(): void {
    const pages = this.#pages;
    // To a strip, being back at its start is a move like any other.
    if (pages?.mode === 'scroll') this.goTo(pages.position.section, pages.position.offset);
    else pages?.relayout();
  }

  #switch(): void {
    const before = this.#pages;
    if (!before || before.mode === this.#mode) return;
    before.endGesture();
    const { offset } = before.position;
    const { pendingRequest } = before;
    // What has the focus inside the text leaves with it.
    if (this.shadowRoot?.activeElement) this.focus({ preventScroll: true });
    this.open(before.views.book, before.current.loaded, () => offset);
    if (pendingRequest) this.#pages?.goToSection(pendingRequest.index, pendingRequest.landing);
  }

  #look(): RenditionOptions {
    const { fontScale, columns, margins } = this.#settings;
    const { lines, around } = marginScales[margins];
    const style = getComputedStyle(this);
    const numberOf = (token: string, otherwise: number) =>
      Number.parseFloat(style.getPropertyValue(token)) || otherwise;
    const rem = Math.round(numberOf('--svc-font-size', 18) * fontScale * 10) / 10;
    const dress = this.#dress;
    const address = dress && this.#pages?.views.book.resourceUrl('');
    return {
      rem,
      measure: numberOf('--svc-measure', 34) * lines,
      columns,
      margins: around,
      applyUserStyles: address ? (root) => dress.apply(root, rem, this.#isPlain, address) : null,
      scrollBoxLabel: this.scrollBoxLabel,
      insertColumnBreaks: this.#forceBreaks,
    };
  }

  #sizeNow(): string {
    return `${this.#stage.clientWidth}×${this.#stage.clientHeight}`;
  }

  /** Few people ask for more than the book gives: for them alone this is loaded. */
  #dressIf(isWanted: boolean): void {
    if (isWanted && !this.#dress) this.userStylesLoaded ??= this.#loadDress();
  }

  async #loadDress(): Promise<void> {
    try {
      const { UserStyles: Dress } = await import('./user-styles/user-styles.ts');
      this.#dress = new Dress(() => this.relayout());
      this.#dress.setSettings(this.#settings);
      this.relayout();
    } catch {
      // The next change asks again; the book's own way can be read, too.
      this.userStylesLoaded = undefined;
    }
  }

  async #loadBreaks(): Promise<void> {
    this.#forceBreaks = (await import('./section/insert-column-breaks.ts')).insertColumnBreaks;
    this.relayout();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-page': SvcPage;
  }
}
