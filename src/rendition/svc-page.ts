import { defaultSettings, hasUserStyles, type Mode, type Settings } from '../state/settings.ts';
import { supportsColumnBreaks } from './section/column-breaks.ts';
import type { UserStyles } from './user-styles/user-styles.ts';
import { PaginatedRendition } from './paginated/paginated-rendition.ts';
import type { RenditionBook } from './rendition-book.ts';
import type { LoadedSection } from '../api/book-source.ts';
import { PageFailEvent, PageMountEvent, PageMoveEvent } from './page-events.ts';
import {
  landingOn,
  type Landing,
  type RenditionConstructor,
  type RenditionOptions,
  type Rendition,
} from './rendition.ts';
import type { TextPosition } from '../state/progress.ts';
import { css } from './css.ts';

const svcPageSheet = css(`
  :host { all: initial; color-scheme: inherit; display: block; position: relative; block-size: 100%; }
  .stage {
    position: absolute;
    inset: 0;
    overflow: clip;
    /* Prevent a book's style rules from positioning its host over the whole page. */
    contain: layout paint;
    outline: 0;
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
  .hidden { visibility: hidden; }
`);
/** Factors for line length and margins. */
const marginScales = {
  narrow: { lines: 1.3, around: 0.5 },
  normal: { lines: 1, around: 1 },
  wide: { lines: 0.8, around: 1.75 },
};

/**
 * The pages of an open book, and all input that turns them.
 *
 * @fires svc-page-move - The page or its layout has changed. Not composed.
 * @fires svc-page-mount - A section was mounted. Not composed.
 * @fires svc-page-fail - A section failed to load. Not composed.
 * @fires svc-page-end - The reader turned past the last page. Canceled if something else is shown
 * there. Not composed.
 * @fires svc-page-tap - The reader tapped the middle of the page. Not composed.
 * @fires svc-external-link - The reader followed an external link.
 */
export class SvcPage extends HTMLElement {
  readonly #stage = document.createElement('div');
  #listening: AbortController | null = null;
  #resize: ResizeObserver | null = null;
  #rendition: Rendition | null = null;
  #mode: Mode = 'pages';
  #Scrolled: RenditionConstructor | null = null;
  #isListening = false;
  #insertColumnBreaks: RenditionOptions['insertColumnBreaks'] = null;
  #size = '';
  #frame = 0;
  /** Whether the size or the settings have changed since the last layout. */
  #isReshaped = false;
  #settings = defaultSettings;
  #userStyles: UserStyles | null = null;
  /** Whether the theme ignores the book's own colors. */
  #isPlain = false;
  /** Resolves when user styles have loaded or failed to load. Never rejects. */
  userStylesLoaded: Promise<void> | undefined;
  /** Accessible name of scroll boxes, translated. */
  scrollBoxLabel = '';
  /** Makes cut-off text visible; set by `startRepair` after the first text. */
  repairLayout: RenditionOptions['repairLayout'];
  /**
   * Translated instructions for turning pages, exposed to assistive technology once input is
   * handled.
   */
  readonly help = document.createElement('div');
  /** Repeats the last failed operation, unless the reader has gone elsewhere since. */
  retry: (() => void) | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [svcPageSheet];
    this.#stage.className = 'stage';
    this.#stage.tabIndex = 0;
    this.#stage.setAttribute('role', 'region');
    root.append(this.#stage);
  }

  /** The user settings. */
  set settings(settings: Settings) {
    if (settings === this.#settings) return;
    this.#settings = settings;
    this.#userStyles?.setSettings(settings);
    this.#loadUserStylesIf(hasUserStyles(settings));
    this.relayout(true);
  }
  /** Paginated or scroll mode. Changing it keeps the position. */
  set mode(mode: Mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    void this.renditionLoaded().then(() => this.#switch());
  }
  /** Accessible name of the pages, translated. */
  set label(label: string) {
    this.#stage.setAttribute('aria-label', label);
  }

  connectedCallback(): void {
    // The element was moved within the document, which only resets scroll offsets.
    if (this.#listening) return this.#rendition?.restore();
    this.#listening = new AbortController();
    this.#resize = new ResizeObserver(() => {
      // Printing temporarily changes the size.
      if (this.#size !== this.#stageSize() && !matchMedia('print').matches) this.relayout(true);
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
      this.#userStyles?.close();
    });
  }

  /** Opens a book and shows a loaded section immediately. */
  open(book: RenditionBook, loaded: LoadedSection, landing: Landing): void {
    this.close();
    this.#size = this.#stageSize();
    const Constructor = (this.#mode === 'scroll' && this.#Scrolled) || PaginatedRendition;
    this.#rendition = new Constructor(this.#stage, book, loaded, () => this.#options(), {
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
    this.#rendition.start(landing);
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#rendition?.close();
    this.#rendition = null;
    this.removeAttribute('busy');
  }

  /** The open book's rendition, or null without a book. */
  get rendition(): Rendition | null {
    return this.#rendition;
  }

  /** Turns one page. Returns false if there is none in that direction. */
  turn(step: 1 | -1): boolean {
    return this.#rendition?.turn(step) ?? false;
  }

  goTo(position: TextPosition): void {
    this.#rendition?.goToSection(position.section, landingOn(position));
  }

  /** Resolves when the mode's code has loaded or failed to load. Never rejects. */
  async renditionLoaded(): Promise<void> {
    if (this.#mode === 'pages') return;
    try {
      this.#Scrolled ??= (await import('./scrolled/scrolled-rendition.ts')).ScrolledRendition;
    } catch {
      // Fall back to pages.
    }
  }

  /** Text at a position in the current section, or empty for other sections. */
  textAt(section: number, offset: number, units: number): string {
    const view = this.#rendition?.current;
    return view?.section.index === section ? view.text.slice(offset, units) : '';
  }

  /** Applies the colors of a changed theme. */
  updateColors(): void {
    const wasPlain = this.#isPlain;
    this.#isPlain = getComputedStyle(this).getPropertyValue('--svc-l-scale') === '0';
    this.#loadUserStylesIf(this.#isPlain);
    if (wasPlain !== this.#isPlain) this.relayout();
    this.#rendition?.updateColors();
    this.dispatchEvent(new Event('svc-page-paint'));
  }

  /**
   * Lays out the pages again before the next frame and keeps the position; see
   * `Rendition.relayout`. While pages are dragged, they keep their layout.
   */
  relayout(isReshaped = false): void {
    this.#isReshaped ||= isReshaped;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#rendition?.current.isDragged) return this.relayout();
      this.#size = this.#stageSize();
      this.#rendition?.relayout(this.#isReshaped);
      this.#isReshaped = false;
    });
  }

  /** Starts handling input with code that loads after the first text. */
  async startInput(): Promise<void> {
    const signal = this.#listening?.signal;
    if (!signal || this.#isListening) return;
    const { listenForInput } = await import('./input/listen-for-input.ts');
    // If it fails to load, the next call retries.
    if (signal.aborted || this.#isListening) return;
    this.#isListening = true;
    const { help } = this;
    listenForInput(
      { host: this, stage: this.#stage, help, rendition: () => this.rendition },
      signal,
    );
  }

  override focus(options?: FocusOptions): void {
    this.#stage.focus(options);
  }

  #switch(): void {
    const before = this.#rendition;
    if (!before || before.mode === this.#mode) return;
    before.endGesture();
    const { position, pendingRequest } = before;
    // Focus inside the text is about to be lost.
    if (this.shadowRoot?.activeElement) this.focus({ preventScroll: true });
    this.open(before.views.book, before.current.loaded, landingOn(position));
    if (pendingRequest) this.#rendition?.goToSection(pendingRequest.index, pendingRequest.landing);
  }

  #options(): RenditionOptions {
    const { fontScale, columns, margins } = this.#settings;
    const { lines, around } = marginScales[margins];
    const style = getComputedStyle(this);
    const numberOf = (token: string, fallback: number) =>
      Number.parseFloat(style.getPropertyValue(token)) || fallback;
    const rem = Math.round(numberOf('--svc-font-size', 18) * fontScale * 10) / 10;
    const userStyles = this.#userStyles;
    const address = userStyles && this.#rendition?.views.book.resourceUrl('');
    return {
      rem,
      measure: numberOf('--svc-measure', 34) * lines,
      columns,
      margins: around,
      applyUserStyles: address
        ? (root) => userStyles.apply(root, rem, this.#isPlain, address)
        : null,
      scrollBoxLabel: this.scrollBoxLabel,
      insertColumnBreaks: this.#insertColumnBreaks,
      repairLayout: this.repairLayout,
    };
  }

  #stageSize(): string {
    return `${this.#stage.clientWidth}×${this.#stage.clientHeight}`;
  }

  /** Loads user styles on first use, because most readers keep the book's own. */
  #loadUserStylesIf(isNeeded: boolean): void {
    if (isNeeded && !this.#userStyles) this.userStylesLoaded ??= this.#loadUserStyles();
  }

  async #loadUserStyles(): Promise<void> {
    try {
      const { UserStyles } = await import('./user-styles/user-styles.ts');
      this.#userStyles = new UserStyles(() => this.relayout());
      this.#userStyles.setSettings(this.#settings);
      this.relayout();
    } catch {
      // The book stays readable with its own styles, and the next change retries.
      this.userStylesLoaded = undefined;
    }
  }

  async #loadBreaks(): Promise<void> {
    this.#insertColumnBreaks = (
      await import('./section/insert-column-breaks.ts')
    ).insertColumnBreaks;
    this.relayout();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-page': SvcPage;
  }
}
