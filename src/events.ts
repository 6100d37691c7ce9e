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

declare global {
  interface HTMLElementEventMap {
    'svc-open': ReaderOpenEvent;
    'svc-page-change': PageChangeEvent;
    'svc-chapter-change': ChapterChangeEvent;
    'svc-error': ReaderErrorEvent;
    'svc-settings-change': SettingsChangeEvent;
  }
}
