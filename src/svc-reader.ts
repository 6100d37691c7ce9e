import type { Embed } from '../server/reading-sessions/contract.ts';
import { describeFailure } from './api/api-failure.ts';
import type { BookSource } from './api/book-source.ts';
import { parseControls } from './ui/visible-controls.ts';
import { Shell, updateCustomStates } from './ui/shell.ts';
import {
  ChapterChangeEvent,
  PageChangeEvent,
  ReaderErrorEvent,
  ReaderOpenEvent,
} from './events/reader-events.ts';
import type * as LazyEntry from './session/lazy-entry.ts';
import { ThemeSheet } from './theme/theme-sheet.ts';
import { openRequestedBook, reopeningAttributes, type OpenedBook } from './open-requested-book.ts';
import { afterFrame } from './rendition/scheduling.ts';
import type { Landing } from './rendition/rendition.ts';
import type { RenditionBook } from './rendition/rendition-book.ts';
import { SvcPage } from './rendition/svc-page.ts';
// Imported after the page: in the other order, the bundler splits what both import into another file.
import { shellSheet } from './ui/shell-styles.ts';
import { ReaderAttributes } from './reader-attributes.ts';
import { chapterTitleAt } from './state/toc.ts';
import { locatorAt, maxQuoteLength, type Locator } from './state/locator.ts';
import { createReaderStorage } from './state/reader-storage.ts';
import { toOpenBook, type OpenBook, type ReaderState } from './state/reader-state.ts';
import { fractionRead, positionAtFraction } from './state/progress.ts';
import { licensedReadingOrder } from './state/reading-order.ts';
import { parseMode, parseTheme, type Mode } from './state/settings.ts';
import { createStore } from './state/store.ts';
import type { Messages } from './i18n/messages.ts';

/**
 * An embeddable book reader.
 *
 * @fires svc-open - A book is open and its first page is on screen.
 * @fires svc-page-change - Another page is on screen, or the share read changed because the book did.
 * @fires svc-chapter-change - The page on screen belongs to another entry of the table of contents.
 * @fires svc-settings-change - The user changed the appearance of the pages.
 * @fires svc-search - The user searched the book.
 * @fires svc-jump - The user jumped to a position other than the next or previous page.
 * @fires svc-error - The book, or part of it, could not be shown.
 * @fires svc-chapter-published - A chapter was published while the book was open.
 * @fires svc-offline-change - A book was downloaded for offline reading, or its download was removed.
 * @fires svc-external-link - The user followed a link that leaves the book; fired before the confirmation dialog. Cancelable.
 * @fires svc-sample-end - The user reached the end of the sample, or tried to open a part outside it.
 * @fires svc-buy-request - The user pressed a buy button. Cancelable, for pages that sell the book themselves.
 * @fires svc-mark-change - The user created, changed or deleted a bookmark, highlight or note.
 * @fires svc-affiliate-click - A reader referred by an affiliate partner pressed a buy button.
 * @fires svc-access-expired - The reader's access ended while the book was open.
 * @slot logo - Logo next to the table of contents. Default: the deployment's logo.
 * @slot header - Content above the reader.
 * @slot footer - Content below the reader. Default: the deployment's privacy and terms links.
 * @slot end-of-sample - Content after the last page of a sample. Default: the price and a link to the shop.
 * @slot text - Placeholder shown until the first page is rendered, such as the text of that page.
 * @csspart page - The page area.
 * @csspart toolbar - The toolbar above the page.
 * @csspart title - The chapter title in the toolbar.
 * @csspart button - Each button of the bars above and below the page.
 * @csspart progress - The progress bar below the page.
 * @csspart track - The slider in the progress bar.
 * @csspart tick - A chapter boundary on the slider.
 * @csspart end - The end of the sample on the slider.
 * @csspart preview - The preview of the position under the slider's thumb.
 * @csspart told - The reading position: a percentage, a page number or the time left.
 * @csspart line - A bar with a message and, in some cases, a button.
 * @csspart hits - The bar for stepping through search results.
 * @csspart player - The read-aloud player bar.
 * @csspart panel - Each panel that opens over the page.
 * @csspart entry - Each entry of the table of contents.
 * @csspart item - Each menu item.
 * @csspart field - The search field.
 * @csspart hit - Each search result.
 * @csspart menu - The menu next to selected text.
 * @csspart ribbon - The bookmark ribbon in the corner of a page.
 * @csspart note - A pop-up note.
 * @csspart go-to-note - The button in a pop-up note that goes to the note in the text.
 * @csspart leave - The confirmation dialog for links that leave the book.
 * @csspart large-view - The media viewer, which shows an enlarged image or table.
 * @csspart caption - The caption in the media viewer.
 * @csspart logo - The deployment's logo.
 * @csspart sample-end - The page after the last page of a sample.
 * @csspart back - The button on that page that returns to the sample.
 * @csspart cover - The book cover on that page.
 * @csspart price - The price on that page.
 * @csspart buy - The link to the shop, on that page and in the toolbar.
 * @csspart footer - The deployment's links below the reader.
 * @csspart link - Each of those links.
 * @csspart notice - The message shown when there is nothing to read.
 * @csspart retry - The button that retries a failed request.
 * @cssstate empty - The element is not in a document.
 * @cssstate loading - A book is loading.
 * @cssstate ready - A book is open.
 * @cssstate failed - No book is set, it could not be opened, or access to it ended.
 * @cssstate immersed - The bars above and below the page are hidden after a tap in the middle of the page.
 * @cssstate scrolling - The book is shown in scroll mode.
 * @cssstate open - A panel is open over the page.
 * @cssstate sample-end - The page after the end of the sample is open.
 * @cssstate listening - The book is being read aloud.
 * @cssstate bookmarked - The page on screen has a bookmark.
 */
export class SvcReader extends ReaderAttributes {
  readonly #store = createStore();
  readonly #storage = createReaderStorage(() =>
    this.#consent === 'required' ? null : localStorage,
  );
  readonly #theme = new ThemeSheet(() => this.#page.updateColors());
  readonly #states = this.attachInternals().states;
  readonly #shell: Shell;
  readonly #page: SvcPage;
  #connected: AbortController | null = null;
  #opening: AbortController | null = null;
  #opened: OpenedBook | null = null;
  #isOpenDue = false;
  #chapter = { chapter: '', isNewChapter: false, pageKey: '' };
  #messages: Messages | null = null;
  #chrome: typeof LazyEntry | null = null;
  #isImmersed = false;
  /** Saves the latest position; deferred, because saving would delay the page turn. */
  #savePosition: (() => void) | null = null;

  constructor() {
    super();
    if (!customElements.get('svc-page')) customElements.define('svc-page', SvcPage);
    this.#shell = new Shell();
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

  /** Current position; null while no book is open. */
  get locator(): Locator | null {
    const { book, position } = this.#store.state;
    if (!book) return null;
    return locatorAt(book.order, book.measure, position, this.#quote());
  }

  /** The current position as an EPUB CFI; null while no book is open, and in chapters that are not part of an EPUB file. */
  async cfi(): Promise<string | null> {
    const { section, offset } = this.#store.state.position;
    const view = this.#page.rendition?.views.get(section);
    if (!view || view.section.chapter) return null;
    return (await import('./state/cfi.ts')).cfiAt(view.section, section, offset);
  }

  /** Turns to the next page. Returns false at the end of the book. */
  next(): boolean {
    return this.#page.turn(1);
  }

  /** Turns to the previous page. Returns false at the start of the book. */
  previous(): boolean {
    return this.#page.turn(-1);
  }

  /** Goes to a locator, a text position, or a fraction of the book (0–1). */
  goTo(target: Locator | { section: number; offset: number } | number): void {
    const { book } = this.#store.state;
    if (!book) return;
    const { section, offset } =
      typeof target === 'number'
        ? positionAtFraction(book.measure, target)
        : 'locations' in target
          ? target.locations
          : target;
    this.#page.goTo(section, offset);
  }

  /** Opens the search panel and searches the book for `text`. */
  async search(text = ''): Promise<void> {
    (await import('./session/lazy-entry.ts')).openSearch(this.#store, text);
  }

  /** Retries what failed: opening the book, or loading its next pages. */
  retry(): void {
    if (this.#store.state.status === 'failed') void this.#open();
    else this.#page.retry();
  }

  override focus(options?: FocusOptions): void {
    this.#page.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#connected) return;
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    this.#theme.observeSystem(() => this.#showTheme(), signal);
    addEventListener('pagehide', () => this.#savePosition?.(), { signal });
    this.#isOpenDue = true;
    this.requestUpdate();
  }

  disconnectedCallback(): void {
    // An element that is only moved in the document is connected again by then and stays open.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#connected?.abort();
      this.#connected = null;
      this.#close();
      this.#store.dispatch({ type: 'closed' });
    });
  }

  protected override willUpdate(changed: ReadonlySet<string>): void {
    if (!this.hasUpdated) {
      if (this.embed) this.#theme.config = this.embed;
      this.#store.dispatch({ type: 'set', settings: this.#storage.settings() });
    }
    if (!this.hasUpdated || changed.has('theme')) this.#showTheme();
    const { resume = null } = this;
    if (changed.has('resume')) this.#store.dispatch({ type: 'resume', resume });
    if (!this.#isOpenDue && !reopeningAttributes.some((name) => changed.has(name))) return;
    this.#isOpenDue = false;
    // Before the first render, because the request takes longest.
    void this.#open();
  }

  protected override update(changed: ReadonlySet<string>): void {
    this.#render();
    if (changed.has('consent')) this.#queuePositionSave();
    this.#savePosition?.();
    if (this.#messages && changed.size > 0) void this.#loadChrome();
  }

  #render(): void {
    const messages = this.#messages;
    const chrome = this.#chrome;
    const isImmersed = this.#isImmersed;
    const { state } = this.#store;
    const embed = this.#embed;
    const deployment = embed?.deployment;
    const controls = parseControls(this.controls, deployment?.features);
    const isBare = !Object.values(controls).includes(true);
    const hasFooter = Boolean(deployment?.links.privacy || deployment?.links.terms);
    this.#page.mode = this.#mode;
    this.#shell.show(state, { isBare, isImmersed, hasFooter });
    updateCustomStates(this.#states, state, { isImmersed, isScrolling: this.#mode === 'scroll' });
    if (!messages || !chrome) return;
    const refresh = () => this.requestUpdate();
    const view = {
      state,
      messages,
      controls,
      embed,
      refresh,
      ...this.#theme.current,
      ...this.#chapter,
    };
    chrome.renderControls(this.#shell, view, this.#store);
  }

  async #open(): Promise<void> {
    this.#close();
    const opening = new AbortController();
    const { signal } = opening;
    this.#opening = opening;
    this.#store.dispatch({ type: 'opening' });
    try {
      const saved = this.book ? this.#storage.position(this.book) : null;
      const opened = await openRequestedBook(this, saved, signal);
      const { embed, source, landing } = opened;
      if (signal.aborted) return source.close();
      this.#opened = opened;
      this.#theme.config = embed;
      this.#showTheme();
      // The mode is known by now; set it before waiting, so that scroll mode loads together with the rest.
      this.#page.mode = this.#mode;
      // Renders the bars around the page before the page is laid out.
      this.requestUpdate();
      await Promise.all([
        this.updateComplete,
        this.#page.userStylesLoaded,
        this.#page.renditionLoaded(),
      ]);
      if (signal.aborted) return;
      this.#show(toOpenBook(embed), { ...source, fonts: embed.fonts }, landing);
      requestAnimationFrame(() => setTimeout(() => void this.#loadChrome()));
      // A page's `svc-open` listener may focus the reader, which is inert until it is rendered.
      await this.updateComplete;
      if (!signal.aborted) this.#announceOpen();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #show(book: OpenBook, source: BookSource & Pick<RenditionBook, 'fonts'>, landing: Landing): void {
    const { index } = source.first.section;
    this.#store.dispatch({ type: 'opened', book, position: { section: index, offset: 0 } });
    const order = licensedReadingOrder(book);
    this.#page.open({ ...book, ...source, order }, source.first, landing);
  }

  #announceOpen(): void {
    const { locator } = this;
    const { id, title } = this.#store.state.book ?? { id: '', title: '' };
    if (locator) this.dispatchEvent(new ReaderOpenEvent({ id, title }, locator));
  }

  #close(): void {
    this.#savePosition?.();
    this.#shell.hideOffline();
    this.#opening?.abort();
    this.#page.close();
    this.#opened?.source.close();
    this.#opened = null;
    this.#chapter = { chapter: '', isNewChapter: false, pageKey: '' };
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
    // Paint the page first, then update the bars around it.
    if (previous.view) this.updateDelay = afterFrame();
    const chapter = chapterTitleAt(book, state.position);
    const isNewChapter = chapter !== this.#chapter.chapter;
    const fraction = fractionRead(book.measure, view, book.end);
    const pageKey = `${[view.section, view.page, view.pages, state.position.offset, fraction]}`;
    const isReported = pageKey === this.#chapter.pageKey;
    this.#chapter = { chapter, isNewChapter, pageKey };
    if (state.position !== previous.position) this.#queuePositionSave();
    const { locator } = this;
    if (locator && !isReported)
      this.dispatchEvent(new PageChangeEvent(locator, view.page + 1, view.pages, fraction));
    if (isNewChapter) this.dispatchEvent(new ChapterChangeEvent(chapter, view.section));
  }

  #quote(): string {
    const { section, offset } = this.#store.state.position;
    return this.#page.textAt(section, offset, maxQuoteLength);
  }

  #queuePositionSave(): void {
    const { position, view, book } = this.#store.state;
    if (!view || !this.book) return;
    const chapter = book?.order[position.section]?.chapter?.id;
    const saved = { ...position, chapter, highlight: this.#quote() };
    const name = this.book;
    this.#savePosition = () => {
      this.#savePosition = null;
      this.#storage.savePosition(name, saved);
    };
  }

  /** Loads input handling, controls and messages, after the first text or the first failure. */
  async #loadChrome(): Promise<void> {
    try {
      const [chrome] = await Promise.all([
        import('./session/lazy-entry.ts'),
        this.#page.startInput(),
      ]);
      this.#messages = await chrome.loadMessages(this, this.locale || this.#embed?.locale);
      chrome.defineControls();
      this.#chrome = chrome;
      this.requestUpdate();
      if (!this.#connected || !this.#opening) return;
      await chrome.startSession(this, {
        opened: this.#opened,
        store: this.#store,
        storage: this.#storage,
        messages: () => this.#messages,
        consent: () => this.#consent,
        showBook: this.#show.bind(this),
        connectedSignal: this.#connected.signal,
        bookSignal: this.#opening.signal,
      });
    } catch {
      if (this.#store.state.status === 'failed') this.#shell.showOffline(() => this.retry());
    }
  }

  get #embed(): Embed | undefined {
    return this.#opened?.embed ?? this.embed;
  }

  get #mode(): Mode {
    const allowsUserMode = this.#embed?.deployment?.features.readerSettings ?? true;
    return (
      (allowsUserMode && this.#store.state.settings.mode) ||
      parseMode(this.mode) ||
      this.#embed?.mode ||
      'pages'
    );
  }

  get #consent(): string | undefined {
    // A page can be stricter than its deployment. Only the user's consent relaxes the requirement.
    const deployment = this.#embed?.deployment?.consent;
    return this.consent === 'granted' || deployment !== 'required' ? this.consent : deployment;
  }

  #showTheme(): void {
    this.#theme.apply(this.#store.state.settings.theme, parseTheme(this.theme));
    if (getComputedStyle(this).display === 'inline') this.#theme.restoreBox();
  }
}
