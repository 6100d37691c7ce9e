import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { ApiFailure } from './api/api-failure.ts';
import type { BookSource } from './api/book-source.ts';
import { createClient } from './api/client.ts';
import { openBook } from './api/open-book.ts';
import { noticeTemplate } from './controls/notice.ts';
import { shellStyles } from './controls/shell-styles.ts';
import type { SvcToolbar } from './controls/svc-toolbar.ts';
import {
  ChapterChangeEvent,
  PageChangeEvent,
  ReaderErrorEvent,
  ReaderOpenEvent,
  SettingsChangeEvent,
  type GoToRequestEvent,
  type PanelRequestEvent,
  type SeekRequestEvent,
  type SettingsRequestEvent,
  type TurnRequestEvent,
} from './events.ts';
import { ThemeSheet, watchSystemTheme } from './look/theme-sheet.ts';
import type { PageFailEvent, PageMoveEvent } from './page/page-events.ts';
import { SvcPage } from './page/svc-page.ts';
import { entryAt } from './reader/contents.ts';
import { findQuote, locatorAt, parseStart, quoteLength, type Locator } from './reader/locator.ts';
import { createMemory } from './reader/memory.ts';
import { noticeOf } from './reader/notice.ts';
import { toOpenBook } from './reader/open-book.ts';
import { fractionAt, placeAt, positionAt } from './reader/progress.ts';
import { isTheme, readSettings, type Theme } from './reader/settings.ts';
import type { OpenBook, PageView, ReaderFailure, ReaderState } from './reader/state.ts';
import { createStore } from './reader/store.ts';
import { en } from './text/en.ts';
import { formatUntil, loadMessages } from './text/load-messages.ts';
import type { Messages } from './text/messages.ts';

/** What the `controls` attribute may name. */
const controlNames = ['contents', 'settings', 'title', 'progress'] as const;

/**
 * A book in any page.
 *
 * @fires svc-open - A book is open and its first page on screen.
 * @fires svc-page-change - Another page is on screen.
 * @fires svc-chapter-change - The page belongs to another entry of the contents.
 * @fires svc-settings-change - The person changed how the pages look.
 * @fires svc-error - The book, or a part of it, could not be shown.
 * @fires svc-external-link - A link out of the book was followed; cancelable.
 * @csspart page - The pages.
 * @csspart toolbar - The line above them.
 * @csspart progress - The line below them.
 * @csspart notice - What stands there when there is nothing to read.
 * @csspart retry - The button that tries again.
 */
export class SvcReader extends LitElement {
  static override styles = shellStyles;

  static override properties = {
    book: {},
    key: {},
    token: {},
    api: {},
    theme: {},
    locale: {},
    start: {},
    controls: {},
    consent: {},
    affiliate: {},
    campaign: {},
    currency: {},
    deployment: {},
    text: { state: true },
    hasControls: { state: true },
    isImmersed: { state: true },
  };

  /** Identifier of the book, or `isbn:` and its ISBN. */
  declare book: string;
  /** Publishable key of the publisher. */
  declare key: string;
  /** Session token made by the publisher's own server; goes before `key`. */
  declare token: string;
  /** Origin of the API; where this script comes from unless set. */
  declare api: string;
  /** `light`, `dark`, `sepia` or `system`; the person's own choice goes before it. */
  declare theme: string;
  /** BCP 47 tag of the controls' language; the page's, else the browser's, unless set. */
  declare locale: string;
  /** Where to open: `12` (section), `12:340` (offset) or `12#id`; a remembered place goes before it. */
  declare start: string;
  /** Which controls there are: `contents settings title progress`, or `none`; all unless set. */
  declare controls: string;
  /** `required` keeps nothing in this browser until it is `granted`. */
  declare consent: string;
  declare affiliate: string;
  declare campaign: string;
  /** ISO 4217 code in which prices are shown. */
  declare currency: string;
  declare deployment: string;
  declare private text: Messages;
  declare private hasControls: boolean;
  declare private isImmersed: boolean;

  readonly #store = createStore();
  readonly #memory = createMemory(() => (this.consent === 'required' ? null : localStorage));
  readonly #theme = new ThemeSheet();
  #branding: Record<string, string> = {};
  #system: ReturnType<typeof watchSystemTheme> | null = null;
  #connected: AbortController | null = null;
  #opening: AbortController | null = null;
  #source: BookSource | null = null;
  #retryPage: (() => void) | null = null;
  #isOpenDue = false;
  #chapter = '';
  #isNewChapter = false;

  constructor() {
    super();
    this.text = en;
    this.hasControls = false;
    this.isImmersed = false;
    this.#store.subscribe((state, before) => this.#onState(state, before));
    this.#store.dispatch({ type: 'set', settings: this.#memory.settings() });
  }

  /** Where the reader is; null while no book is open. */
  get locator(): Locator | null {
    const { book, place } = this.#store.state;
    if (!book) return null;
    const quote = this.#page?.quote(place.section, place.offset, quoteLength) ?? '';
    return locatorAt(book.order, book.measure, place, quote);
  }

  /** Turns to the next page; false at the end of the book. */
  next(): boolean {
    return this.#page?.turn(1) ?? false;
  }

  /** Turns to the previous page; false at the start of the book. */
  previous(): boolean {
    return this.#page?.turn(-1) ?? false;
  }

  /** Goes to a locator, to a text position, or to a share of the book (0–1). */
  goTo(target: Locator | { section: number; offset: number } | number): void {
    const { book } = this.#store.state;
    if (!book) return;
    const place =
      typeof target === 'number'
        ? placeAt(book.measure, target)
        : 'locations' in target
          ? target.locations
          : target;
    if (book.order[place.section]) this.#page?.goTo(place.section, place.offset);
  }

  /** Tries again what failed: to open the book, or to load its next pages. */
  retry(): void {
    const { status, pageFailure } = this.#store.state;
    if (status === 'failed') void this.#open();
    else if (pageFailure) {
      this.#store.dispatch({ type: 'page-failed', failure: null });
      this.#retryPage?.();
    }
  }

  override focus(options?: FocusOptions): void {
    this.#page?.focus(options);
  }

  override connectedCallback(): void {
    if (!customElements.get('svc-page')) customElements.define('svc-page', SvcPage);
    super.connectedCallback();
    this.#isOpenDue = true;
    this.#connected = new AbortController();
    this.#listen(this.#connected.signal);
    this.#system = watchSystemTheme(() => this.#showTheme());
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connected?.abort();
    this.#system?.stop();
    this.#close();
    this.#store.dispatch({ type: 'closed' });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (root instanceof ShadowRoot) root.adoptedStyleSheets.push(this.#theme.sheet);
    return root;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || changed.has('theme')) this.#showTheme();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('locale') || this.text === en) void this.#loadText();
    if (changed.get('consent') === 'required') this.#remember();
    const reopening = ['book', 'key', 'token', 'api', 'affiliate', 'campaign', 'deployment'];
    if (this.#isOpenDue || reopening.some((name) => changed.has(name))) {
      this.#isOpenDue = false;
      void this.#open();
    }
  }

  protected override render() {
    const { text } = this;
    const { status, book, failure, settings, panel } = this.#store.state;
    const parts = this.#controlParts;
    const isBare = !parts.contents && !parts.settings && !parts.title && !parts.progress;
    const isCovered = panel === 'contents';
    return html`
      <div
        class=${`shell${isBare ? ' bare' : ''}${this.isImmersed ? ' immersed' : ''}`}
        dir="ltr"
        lang=${text.locale}
        role="group"
        aria-label=${text.reader(book?.title ?? '')}
        aria-busy=${status === 'loading'}
      >
        <div class="bar" ?inert=${isCovered}>${this.#toolbar()}</div>
        <div class="stage" ?inert=${isCovered}>
          <svc-page
            part="page"
            .fontScale=${settings.fontScale}
            .columns=${settings.columns}
            .boxLabel=${text.scrollBox}
            .help=${text.pageHelp}
            .label=${text.pageArea(book?.title ?? '')}
            ?inert=${status !== 'ready'}
            @svc-page-move=${this.#onMove}
            @svc-page-fail=${this.#onPageFail}
            @svc-page-tap=${() => (this.isImmersed = !this.isImmersed)}
          ></svc-page>
          ${status === 'loading' ? skeleton : nothing}
          ${
            failure
              ? noticeTemplate(failure, text, {
                  until: this.#untilOf(failure),
                  onRetry: () => this.retry(),
                })
              : nothing
          }
          ${this.#toast()}
        </div>
        <div class="bar" ?inert=${isCovered}>${this.#progress()}</div>
        ${this.#panel()}
        <div class="status" role="status">${this.#announcement()}</div>
      </div>
    `;
  }

  #toolbar() {
    const { book, panel, status } = this.#store.state;
    const { contents, settings: appearance, title } = this.#controlParts;
    if (!this.hasControls || status !== 'ready' || !(contents || appearance || title))
      return nothing;
    return html`<svc-toolbar
      part="toolbar"
      .text=${this.text}
      .label=${{ title: this.#chapter || (book?.title ?? ''), language: book?.language ?? '' }}
      .panel=${panel}
      .parts=${{ contents, title, settings: appearance }}
    ></svc-toolbar>`;
  }

  #progress() {
    const { book, view } = this.#store.state;
    if (!this.hasControls || !book || !view || !this.#controlParts.progress) return nothing;
    const place = { section: view.section, offset: view.start };
    return html`<svc-progress
      part="progress"
      .text=${this.text}
      .view=${{
        fraction: fractionOf(book, view),
        page: view.page + 1,
        pages: view.pages,
        position: positionAt(book.measure, place),
        positions: book.measure.total,
        isFirst: view.isFirst,
        isLast: view.isLast,
        progression: book.progression,
      }}
    ></svc-progress>`;
  }

  #panel() {
    const { book, panel, place, settings } = this.#store.state;
    if (!book || !this.hasControls) return nothing;
    if (panel === 'contents') {
      return html`<svc-contents
        .text=${this.text}
        .toc=${book.toc}
        .language=${book.language}
        .current=${entryAt(book.toc, place)}
      ></svc-contents>`;
    }
    return panel === 'settings'
      ? html`<svc-settings
          .text=${this.text}
          .settings=${settings}
          .theme=${this.#wantedTheme}
        ></svc-settings>`
      : nothing;
  }

  #toast() {
    const { pageFailure } = this.#store.state;
    if (!pageFailure) return nothing;
    const { kind } = noticeOf(pageFailure);
    const { text } = this;
    const words = kind === 'notLicensed' || kind === 'offline' ? text[kind] : text.pageFailed;
    return html`<div class="toast" role="alert">
      <span>${words}</span>
      ${
        kind === 'notLicensed'
          ? nothing
          : html`<button type="button" part="retry" @click=${() => this.retry()}>
              ${text.retry}
            </button>`
      }
    </div>`;
  }

  /** What screen readers say after a turn: the chapter when it is new, and the page. */
  #announcement(): string {
    const { status, view } = this.#store.state;
    if (status === 'loading') return this.text.loading;
    if (!view) return '';
    const page = this.text.pageOf(view.page + 1, view.pages);
    return this.#isNewChapter && this.#chapter ? `${this.#chapter}. ${page}` : page;
  }

  #listen(signal: AbortSignal): void {
    this.addEventListener(
      'svc-turn-request',
      ({ step }: TurnRequestEvent) => void this.#page?.turn(step),
      { signal },
    );
    this.addEventListener(
      'svc-seek-request',
      ({ fraction }: SeekRequestEvent) => this.goTo(fraction),
      { signal },
    );
    this.addEventListener('svc-go-to-request', (request: GoToRequestEvent) => this.goTo(request), {
      signal,
    });
    this.addEventListener(
      'svc-panel-request',
      ({ panel }: PanelRequestEvent) => this.#store.dispatch({ type: 'panel', panel }),
      { signal },
    );
    this.addEventListener(
      'svc-settings-request',
      ({ settings }: SettingsRequestEvent) =>
        this.#store.dispatch({ type: 'set', settings: readSettings(settings) }),
      { signal },
    );
    addEventListener(
      'online',
      () => {
        const { failure, pageFailure } = this.#store.state;
        if ((failure ?? pageFailure)?.code === 'offline') this.retry();
      },
      { signal },
    );
  }

  async #open(): Promise<void> {
    this.#close();
    const opening = new AbortController();
    this.#opening = opening;
    this.#store.dispatch({ type: 'opening' });
    const kept = this.book ? this.#memory.place(this.book) : null;
    const start = kept ?? parseStart(this.start ?? '');
    try {
      if (!this.book) throw new ApiFailure('book_missing', 'No book chosen.');
      const credential = this.token || this.key;
      if (!credential) throw new ApiFailure('key_missing', 'No key.');
      const client = createClient({ api: this.#apiOrigin, credential });
      const { embed, source } = await openBook(
        client,
        {
          book: this.book,
          chapter: start?.section,
          theme: isTheme(this.theme) ? this.theme : undefined,
          locale: this.locale,
          affiliate: this.affiliate,
          campaign: this.campaign,
          currency: this.currency,
          deployment: this.deployment,
        },
        opening.signal,
      );
      if (opening.signal.aborted) return source.close();
      this.#source = source;
      this.#branding = embed.theme.tokens;
      this.#showTheme();
      const book = toOpenBook(embed);
      const { index } = embed.first;
      this.#store.dispatch({ type: 'opened', book, place: { section: index, offset: 0 } });
      this.#page?.open(
        { ...book, label: this.text.pageArea(book.title), fonts: embed.fonts, ...source },
        source.first,
        ({ section, text }) => {
          if (!start || start.section !== index) return 0;
          if ('highlight' in start) return findQuote(text.text(), start.offset, start.highlight);
          return start.id ? (section.ids[start.id] ?? 0) : start.offset;
        },
      );
      const { locator } = this;
      if (locator)
        this.dispatchEvent(new ReaderOpenEvent({ id: book.id, title: book.title }, locator));
      requestAnimationFrame(() => void this.#loadControls());
    } catch (error) {
      if (!opening.signal.aborted) this.#fail(error);
    }
  }

  #close(): void {
    this.#opening?.abort();
    this.#page?.close();
    this.#source?.close();
    this.#source = null;
    this.#retryPage = null;
  }

  #fail(error: unknown): void {
    const failure = toFailure(error);
    this.#store.dispatch({ type: 'failed', failure });
    this.dispatchEvent(new ReaderErrorEvent(failure));
  }

  #onPageFail({ reason, retry }: PageFailEvent): void {
    const failure = toFailure(reason);
    this.#retryPage = retry;
    this.#store.dispatch({ type: 'page-failed', failure });
    this.dispatchEvent(new ReaderErrorEvent(failure));
  }

  #onMove({ view, place }: PageMoveEvent): void {
    this.#store.dispatch({ type: 'paged', view, place: place ?? undefined });
  }

  #onState(state: ReaderState, before: ReaderState): void {
    this.requestUpdate();
    const { book, view, settings, panel } = state;
    if (settings !== before.settings) {
      this.#memory.keepSettings(settings);
      this.#showTheme();
      if (this.hasUpdated) this.dispatchEvent(new SettingsChangeEvent(settings));
    }
    if (before.panel && !panel)
      void this.updateComplete.then(() => this.#focusToolbar(before.panel));
    if (!book || !view || view === before.view) return;
    const chapter = entryAt(book.toc, state.place)?.title ?? book.order[view.section]?.title ?? '';
    this.#isNewChapter = chapter !== this.#chapter;
    this.#chapter = chapter;
    if (state.place !== before.place) this.#remember();
    const { locator } = this;
    if (locator) {
      this.dispatchEvent(
        new PageChangeEvent(locator, view.page + 1, view.pages, fractionOf(book, view)),
      );
    }
    if (this.#isNewChapter) this.dispatchEvent(new ChapterChangeEvent(chapter, view.section));
  }

  #focusToolbar(panel: 'contents' | 'settings' | null): void {
    if (panel) this.renderRoot.querySelector<SvcToolbar>('svc-toolbar')?.focusButton(panel);
  }

  #remember(): void {
    const { place, view } = this.#store.state;
    if (!view || !this.book) return;
    const highlight = this.#page?.quote(place.section, place.offset, quoteLength) ?? '';
    this.#memory.keepPlace(this.book, { ...place, highlight });
  }

  async #loadControls(): Promise<void> {
    if (this.hasControls || this.controls === 'none') return;
    const { defineControls } = await import('./controls/load.ts');
    defineControls();
    this.hasControls = true;
  }

  async #loadText(): Promise<void> {
    const page = this.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
    const wanted = this.locale || page;
    this.text = await loadMessages(wanted ? [wanted] : navigator.languages);
  }

  #showTheme(): void {
    const wanted = this.#wantedTheme;
    const dark = this.#system?.isDark() ? 'dark' : 'light';
    this.#theme.show(wanted === 'system' ? dark : wanted, this.#branding);
  }

  #untilOf(failure: ReaderFailure): string | null {
    const { untilMs } = noticeOf(failure);
    return untilMs === null ? null : formatUntil(this.text.locale, untilMs, failure.atMs);
  }

  get #page(): SvcPage | null {
    return this.renderRoot?.querySelector<SvcPage>('svc-page') ?? null;
  }

  get #wantedTheme(): Theme {
    return this.#store.state.settings.theme ?? (isTheme(this.theme) ? this.theme : 'system');
  }

  get #apiOrigin(): string {
    return (this.api || new URL(import.meta.url).origin).replace(/\/+$/, '');
  }

  get #controlParts(): Record<(typeof controlNames)[number], boolean> {
    const wanted = this.controls ? this.controls.split(/\s+/) : [...controlNames];
    const has = (name: string) => wanted.includes(name);
    return {
      contents: has('contents'),
      settings: has('settings'),
      title: has('title'),
      progress: has('progress'),
    };
  }
}

const skeleton = html`<div class="skeleton" aria-hidden="true">
  ${Array.from({ length: 14 }, () => html`<i></i>`)}
</div>`;

/** Share of the book read: all of it on the last page, whose start is a little before the end. */
function fractionOf(book: OpenBook, { section, start, isLast }: PageView): number {
  return isLast ? 1 : fractionAt(book.measure, { section, offset: start });
}

/** Whatever was thrown, as the reader's state tells of it. What is a bug is reported as one too. */
function toFailure(error: unknown): ReaderFailure {
  if (!(error instanceof ApiFailure)) reportError(error);
  const { code, status, requestId, retryAfterSeconds } =
    error instanceof ApiFailure ? error : new ApiFailure('unknown', String(error));
  return { code, status, requestId, retryAfterSeconds, atMs: Date.now() };
}
