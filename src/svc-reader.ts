import type { Embed } from '../server/reading-sessions/contract.ts';
import { describeFailure } from './api/api-failure.ts';
import type { BookSource } from './api/book-source.ts';
import { parseControls } from './ui/visible-controls.ts';
import { Shell } from './ui/shell.ts';
import {
  ChapterChangeEvent,
  PageChangeEvent,
  ReaderErrorEvent,
  ReaderOpenEvent,
} from './events/reader-events.ts';
import type * as LazyEntry from './session/lazy-entry.ts';
import { ThemeSheet } from './theme/theme-sheet.ts';
import { openRequestedBook, reopeningAttributes, type OpenedBook } from './open-requested-book.ts';
import { nextTask } from './rendition/next-task.ts';
import { afterFrame } from './rendition/scheduling.ts';
import type { Landing } from './rendition/rendition.ts';
import type { RenditionBook } from './rendition/rendition-book.ts';
import { SvcPage } from './rendition/svc-page.ts';
// Import this after the page. Otherwise, the bundler splits the modules that both import into
// another file.
import { shellSheet } from './ui/shell-styles.ts';
import { PendingReader } from './pending-reader.ts';
import { describeShownPage, noPage } from './state/shown-page.ts';
import { locatorAt, maxQuoteLength, positionOfTarget, type Locator } from './state/locator.ts';
import { createReaderStorage } from './state/reader-storage.ts';
import { toOpenBook, type OpenBook, type ReaderState } from './state/reader-state.ts';
import { licensedReadingOrder } from './state/reading-order.ts';
import { effectiveMode, parseTheme, type Mode } from './state/settings.ts';
import { createStore } from './state/store.ts';
import type { Messages } from './i18n/messages.ts';

const retryDelayMs = 5000;

/**
 * A book reader for any web page.
 *
 * @fires svc-open - A book is open and its first page is on screen.
 * @fires svc-page-change - Another page is on screen, or the current page's fraction changed
 * because the book did.
 * @fires svc-chapter-change - The page belongs to another table of contents entry.
 * @fires svc-settings-change - The reader changed the user settings.
 * @fires svc-search - A book search finished.
 * @fires svc-jump - The reading position moved further than to the next or previous page.
 * @fires svc-error - The book, or part of it, could not be shown.
 * @fires svc-chapter-published - A chapter was published while the book was open.
 * @fires svc-selection - The user selected text, or cleared the selection. Cancelable, for pages
 * with their own menu.
 * @fires svc-fullscreen-change - The reader started or stopped filling the screen.
 * @fires svc-offline-change - A book was downloaded or removed from the device.
 * @fires svc-external-link - The reader followed an external link. Fires before the confirmation.
 * Cancelable.
 * @fires svc-sample-end - The reader reached the end of the sample or requested a chapter beyond
 * it.
 * @fires svc-buy-request - The reader pressed a buy button. Cancelable, for pages with their own
 * checkout.
 * @fires svc-mark-change - The reader added, changed or deleted an annotation.
 * @fires svc-affiliate-click - A reader referred by an affiliate pressed a buy button.
 * @fires svc-access-expired - Access ended while the book was open.
 */
export class SvcReader extends PendingReader {
  readonly #store = createStore();
  readonly #storage = createReaderStorage(() =>
    this.#consent === 'required' ? null : localStorage,
  );
  readonly #theme = new ThemeSheet(this, () => this.#opened && this.#page.updateColors());
  readonly #shell: Shell;
  readonly #page: SvcPage;
  #connected: AbortController | null = null;
  #opening: AbortController | null = null;
  #opened: OpenedBook | null = null;
  #shown = noPage;
  #messages: Messages | null = null;
  #chrome: typeof LazyEntry | null = null;
  #isImmersed = false;

  constructor() {
    super();
    if (!customElements.get('svc-page')) customElements.define('svc-page', SvcPage);
    this.#shell = new Shell(this.attachInternals().states);
    this.#page = this.#shell.page;
    this.#page.addEventListener('svc-page-move', ({ view, place: position }) =>
      this.#store.dispatch({ type: 'paged', view, position }),
    );
    this.#page.addEventListener('svc-page-tap', () => {
      this.#isImmersed = !this.#isImmersed;
      this.requestUpdate();
    });
    this.renderRoot.adoptedStyleSheets.push(shellSheet, this.#theme.sheet);
    this.renderRoot.append(this.#shell.root);
    this.#store.subscribe((state, previous) => this.#onState(state, previous));
  }

  /** The reading position, or null while no book is open. */
  get locator(): Locator | null {
    const { book, position } = this.#store.state;
    return book && locatorAt(book.order, book.measure, position, this.#quote());
  }

  /**
   * Returns the reading position as an EPUB CFI, or null while no book is open and in serial
   * chapters.
   */
  async cfi(): Promise<string | null> {
    const { position } = this.#store.state;
    const section = this.#page.rendition?.views.get(position.section)?.section;
    return (await import('./state/cfi.ts')).cfiOf(section, position);
  }

  /** Turns to the next page. Returns false at the end of the book. */
  next(): boolean {
    return this.#page.turn(1);
  }

  /** Turns to the previous page. Returns false at the start of the book. */
  previous(): boolean {
    return this.#page.turn(-1);
  }

  /** Goes to a locator, a text position or a fraction of the book (0–1). */
  goTo(target: Locator | { section: number; offset: number } | number): void {
    const { book } = this.#store.state;
    if (!book) return;
    this.#page.goTo(positionOfTarget(book.measure, target));
  }

  /** Opens the search panel and searches for text. */
  async search(text = ''): Promise<void> {
    (await import('./session/lazy-entry.ts')).openSearch(this.#store, text);
  }

  /**
   * Enters full screen or, with `false`, leaves it. Without the Fullscreen API, as on iPhones, the
   * reader covers the window. Browsers require a click or key press. Resolves to whether the reader
   * fills the screen.
   */
  async toggleFullscreen(isWanted?: boolean): Promise<boolean> {
    return (await import('./session/lazy-entry.ts')).toggleFullscreen(this, isWanted);
  }

  /** Retries the failed operation, which is opening the book or loading its next pages. */
  retry(): void {
    if (this.#store.state.status === 'failed') void this.#open();
    else this.#page.retry?.();
  }

  override focus(options?: FocusOptions): void {
    this.#page.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#connected) return;
    const { signal } = (this.#connected = new AbortController());
    this.#theme.observeSystem(() => this.#showTheme(), signal);
    addEventListener('pagehide', () => this.#storage.flush(), { signal });
    this.waitUntilNear(signal);
  }

  disconnectedCallback(): void {
    // If the element was only moved in the document, it is connected again by now and stays open.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#connected?.abort();
      this.#connected = null;
      this.#close();
      this.#opening = null;
      this.#store.dispatch({ type: 'closed' });
    });
  }

  protected override willUpdate(changed: ReadonlySet<string>): void {
    if (changed.has('resume'))
      this.#store.dispatch({ type: 'resume', resume: this.resume ?? null });
    if (
      this.isOpenDue ||
      (this.#opening && reopeningAttributes.some((name) => changed.has(name)))
    ) {
      this.isOpenDue = false;
      // Start the request first, because it takes the longest.
      void this.#open();
    }
    if (!this.hasUpdated) {
      if (this.embed) this.#theme.config = this.embed;
      // This also applies the theme.
      this.#store.dispatch({ type: 'set', settings: this.#storage.settings() });
    } else if (changed.has('theme')) this.#showTheme();
  }

  protected override update(changed: ReadonlySet<string>): void {
    this.#render();
    if (changed.has('consent')) this.#deferPosition();
    this.#storage.flush();
    if (this.#messages && changed.size > 0) void this.#loadChrome();
  }

  #render(): void {
    const messages = this.#messages;
    const { state } = this.#store;
    const embed = this.#embed;
    const controls = parseControls(this.controls, embed?.deployment?.features);
    this.#page.mode = this.#mode;
    const isScrolling = this.#mode === 'scroll';
    this.#shell.show(state, { controls, embed, isImmersed: this.#isImmersed, isScrolling });
    if (!messages || !this.#chrome) return;
    const view = {
      state,
      messages,
      controls,
      embed,
      refresh: () => this.requestUpdate(),
      ...this.#theme.current,
      ...this.#shown,
    };
    this.#chrome.renderControls(this.#shell, view, this.#store);
  }

  async #open(): Promise<void> {
    this.#close();
    const { signal } = (this.#opening = new AbortController());
    this.#store.dispatch({ type: 'opening' });
    try {
      const saved = this.book ? this.#storage.position(this.book) : null;
      const opened = await openRequestedBook(this, saved, signal);
      const { embed, source, landing } = opened;
      if (signal.aborted) return source.close();
      this.#opened = opened;
      this.#theme.config = embed;
      this.#showTheme();
      // Set the mode, which is known by now, before waiting so that scroll mode loads together with
      // the rest.
      this.#page.mode = this.#mode;
      // Render the bars around the page before the page is laid out.
      this.requestUpdate();
      await Promise.all([
        this.updateComplete,
        this.#page.userStylesLoaded,
        this.#page.renditionLoaded(),
        nextTask(),
      ]);
      if (signal.aborted) return;
      this.#show(toOpenBook(embed), { ...source, fonts: embed.fonts }, landing);
      requestAnimationFrame(() => setTimeout(() => void this.#loadChrome()));
      // A host page's `svc-open` listener may focus the reader, which is inert until it is
      // rendered.
      await this.updateComplete;
      if (!signal.aborted) this.#announceOpen();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #show(
    book: OpenBook,
    source: BookSource & Pick<RenditionBook, 'fonts' | 'fixed'>,
    landing: Landing,
  ): void {
    this.#store.dispatch({
      type: 'opened',
      book,
      position: { section: source.first.section.index, offset: 0 },
    });
    const order = licensedReadingOrder(book);
    this.#page.open({ ...book, ...source, order }, source.first, landing);
  }

  #announceOpen(): void {
    const { locator } = this;
    const { id = '', title = '' } = this.#store.state.book ?? {};
    if (locator) this.dispatchEvent(new ReaderOpenEvent({ id, title }, locator));
  }

  #close(): void {
    this.#storage.flush();
    this.#shell.hideOffline();
    this.#opening?.abort();
    this.#page.close();
    this.#opened?.source.close();
    this.#opened = null;
    this.#shown = noPage;
  }

  #fail(error: unknown): void {
    const failure = describeFailure(error, Date.now());
    this.#store.dispatch({ type: 'failed', failure });
    this.dispatchEvent(new ReaderErrorEvent(failure));
    void this.#loadChrome();
  }

  #onState(state: ReaderState, previous: ReaderState): void {
    this.requestUpdate();
    const { book, view, settings } = state;
    if (settings !== previous.settings) this.#showTheme();
    if (!book || !view || view === previous.view) return;
    // Render the page before the controls around it.
    if (previous.view) this.updateDelay = afterFrame();
    const { key } = this.#shown;
    this.#shown = describeShownPage(book, view, state.position, this.#shown);
    const { chapter, isNewChapter, fraction } = this.#shown;
    if (state.position !== previous.position) this.#deferPosition();
    const { locator } = this;
    if (locator && key !== this.#shown.key)
      this.dispatchEvent(new PageChangeEvent(locator, view.page + 1, view.pages, fraction));
    if (isNewChapter) this.dispatchEvent(new ChapterChangeEvent(chapter, view.section));
  }

  #quote(): string {
    const { section, offset } = this.#store.state.position;
    return this.#page.textAt(section, offset, maxQuoteLength);
  }

  #deferPosition(): void {
    const { position, view, book } = this.#store.state;
    if (!view || !this.book) return;
    const chapter = book?.order[position.section]?.chapter?.id;
    this.#storage.deferPosition(this.book, { ...position, chapter, highlight: this.#quote() });
  }

  /** Loads input, controls and messages after the first text, or with the first failure. */
  async #loadChrome(): Promise<void> {
    try {
      [this.#chrome, this.#messages] = await Promise.all([
        import('./session/lazy-entry.ts'),
        import('./i18n/load-messages.ts').then(({ loadMessages }) =>
          loadMessages(this, this.locale || this.#embed?.locale),
        ),
        this.#page.startInput(),
      ]);
    } catch {
      // Only a reader without a book must report the failure. The book stays readable, and the next
      // attempt can succeed.
      if (this.#store.state.status === 'failed') this.#shell.showOffline(() => this.retry());
      else if (this.#opened) setTimeout(() => void this.#loadChrome(), retryDelayMs);
      return;
    }
    this.updateDelay = nextTask();
    this.requestUpdate();
    if (!this.#connected || !this.#opening) return;
    // Outside the `try` block, so that the browser reports failures as unhandled rejections.
    await this.#chrome.startControls(this, {
      opened: this.#opened,
      store: this.#store,
      storage: this.#storage,
      messages: () => this.#messages,
      consent: () => this.#consent,
      takeEarlyInput: this.takeEarlyInput,
      showBook: this.#show.bind(this),
      connectedSignal: this.#connected.signal,
      bookSignal: this.#opening.signal,
    });
  }

  get #embed(): Embed | undefined {
    return this.#opened?.embed ?? this.embed;
  }

  get #mode(): Mode {
    return effectiveMode(this.#store.state.settings, this.mode, this.#embed);
  }

  get #consent(): string | undefined {
    // A host page can be stricter than its deployment. Only the user's consent relaxes the
    // requirement.
    const deployment = this.#embed?.deployment?.consent;
    return this.consent === 'granted' || deployment !== 'required' ? this.consent : deployment;
  }

  #showTheme(): void {
    this.#theme.apply(this.#store.state.settings.theme, parseTheme(this.theme));
    // Computed styles would delay the request for the book.
    const restore = () => this.#theme.restoreBox();
    if (this.#opened) restore();
    else void afterFrame().then(restore);
  }
}
