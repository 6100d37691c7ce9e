/** A place as events carry it; `Locator` of src/reader has this shape. */
export interface EventLocator {
  href: string;
  title: string;
  locations: {
    section: number;
    offset: number;
    progression: number;
    position: number;
    totalProgression: number;
  };
  text: { highlight: string };
}

/** Every event of the reader is heard on the element and above it, across shadow roots. */
const heard = { bubbles: true, composed: true };

/** A book is open and its first page is on screen. */
export class ReaderOpenEvent extends Event {
  static readonly type = 'svc-open';
  readonly book: { id: string; title: string };
  readonly locator: EventLocator;
  constructor(book: { id: string; title: string }, locator: EventLocator) {
    super(ReaderOpenEvent.type, heard);
    this.book = book;
    this.locator = locator;
  }
}

/** Another page is on screen. */
export class PageChangeEvent extends Event {
  static readonly type = 'svc-page-change';
  readonly locator: EventLocator;
  /** From 1, within the section. */
  readonly page: number;
  readonly pages: number;
  /** Share of the book read, 0–1; 1 on the last page. */
  readonly fraction: number;
  constructor(locator: EventLocator, page: number, pages: number, fraction: number) {
    super(PageChangeEvent.type, heard);
    this.locator = locator;
    this.page = page;
    this.pages = pages;
    this.fraction = fraction;
  }
}

/** The page belongs to another entry of the table of contents. */
export class ChapterChangeEvent extends Event {
  static readonly type = 'svc-chapter-change';
  readonly title: string;
  readonly section: number;
  constructor(title: string, section: number) {
    super(ChapterChangeEvent.type, heard);
    this.title = title;
    this.section = section;
  }
}

/** The book, or a part of it, could not be shown. */
export class ReaderErrorEvent extends Event {
  static readonly type = 'svc-error';
  /** Of the API's closed list, or `offline`, or `unknown`. */
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  constructor(failure: {
    code: string;
    status: number;
    requestId: string | null;
    retryAfterSeconds: number | null;
  }) {
    super(ReaderErrorEvent.type, heard);
    this.code = failure.code;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/** The person changed how the pages look. */
export class SettingsChangeEvent extends Event {
  static readonly type = 'svc-settings-change';
  readonly settings: { fontScale: number; theme: string | null; columns: string };
  constructor(settings: { fontScale: number; theme: string | null; columns: string }) {
    super(SettingsChangeEvent.type, heard);
    this.settings = settings;
  }
}

/** A link that leaves the book was followed; `preventDefault()` keeps it from opening. */
export class ExternalLinkEvent extends Event {
  static readonly type = 'svc-external-link';
  readonly href: string;
  constructor(href: string) {
    super(ExternalLinkEvent.type, { ...heard, cancelable: true });
    this.href = href;
  }
}

/** Asks for the next page (1) or the previous one (−1). */
export class TurnRequestEvent extends Event {
  static readonly type = 'svc-turn-request';
  readonly step: 1 | -1;
  constructor(step: 1 | -1) {
    super(TurnRequestEvent.type, heard);
    this.step = step;
  }
}

/** Asks for the page at a share of the book, 0–1. */
export class SeekRequestEvent extends Event {
  static readonly type = 'svc-seek-request';
  readonly fraction: number;
  constructor(fraction: number) {
    super(SeekRequestEvent.type, heard);
    this.fraction = fraction;
  }
}

/** Asks for the page that holds a text position. */
export class GoToRequestEvent extends Event {
  static readonly type = 'svc-go-to-request';
  readonly section: number;
  readonly offset: number;
  constructor(section: number, offset: number) {
    super(GoToRequestEvent.type, heard);
    this.section = section;
    this.offset = offset;
  }
}

/** Another look of the pages; what is left out stays. */
export interface WantedSettings {
  /** Factor on the text's size; one of the steps of `src/reader/settings.ts`. */
  fontScale?: number;
  theme?: 'light' | 'dark' | 'sepia' | 'system';
  columns?: 'auto' | 'one';
}

/** Asks for another look of the pages. */
export class SettingsRequestEvent extends Event {
  static readonly type = 'svc-settings-request';
  readonly settings: WantedSettings;
  constructor(settings: WantedSettings) {
    super(SettingsRequestEvent.type, heard);
    this.settings = settings;
  }
}

/** Asks to open a panel, or to close the open one (`null`). */
export class PanelRequestEvent extends Event {
  static readonly type = 'svc-panel-request';
  readonly panel: 'contents' | 'settings' | null;
  constructor(panel: 'contents' | 'settings' | null) {
    super(PanelRequestEvent.type, heard);
    this.panel = panel;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-open': ReaderOpenEvent;
    'svc-page-change': PageChangeEvent;
    'svc-chapter-change': ChapterChangeEvent;
    'svc-error': ReaderErrorEvent;
    'svc-settings-change': SettingsChangeEvent;
    'svc-external-link': ExternalLinkEvent;
    'svc-turn-request': TurnRequestEvent;
    'svc-seek-request': SeekRequestEvent;
    'svc-go-to-request': GoToRequestEvent;
    'svc-settings-request': SettingsRequestEvent;
    'svc-panel-request': PanelRequestEvent;
  }
}
