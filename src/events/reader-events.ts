/** A locator in an event, with the shape of `Locator`. */
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

/** Public events bubble across shadow roots. */
const publicEventInit = { bubbles: true, composed: true };

/** A book is open and its first page is on screen. */
export class ReaderOpenEvent extends Event {
  static readonly type = 'svc-open';
  declare readonly book: { id: string; title: string };
  declare readonly locator: EventLocator;
  constructor(book: { id: string; title: string }, locator: EventLocator) {
    super(ReaderOpenEvent.type, publicEventInit);
    Object.assign(this, { book, locator });
  }
}

/** Another page is on screen, or the current page's fraction changed because the book did. */
export class PageChangeEvent extends Event {
  static readonly type = 'svc-page-change';
  declare readonly locator: EventLocator;
  /** Page number within the section, from 1. */
  declare readonly page: number;
  /** Number of pages in the section. */
  declare readonly pages: number;
  /** Fraction of the book read, 0–1. It is 1 on the last page. */
  declare readonly fraction: number;
  constructor(locator: EventLocator, page: number, pages: number, fraction: number) {
    super(PageChangeEvent.type, publicEventInit);
    Object.assign(this, { locator, page, pages, fraction });
  }
}

/** The page on screen belongs to another table of contents entry. */
export class ChapterChangeEvent extends Event {
  static readonly type = 'svc-chapter-change';
  declare readonly title: string;
  declare readonly section: number;
  constructor(title: string, section: number) {
    super(ChapterChangeEvent.type, publicEventInit);
    Object.assign(this, { title, section });
  }
}

/** The book, or part of it, could not be shown. */
export class ReaderErrorEvent extends Event {
  static readonly type = 'svc-error';
  /** An API error code, `offline` or `unknown`. */
  declare readonly code: string;
  declare readonly status: number;
  declare readonly requestId: string | null;
  declare readonly retryAfterSeconds: number | null;
  constructor(failure: {
    code: string;
    status: number;
    requestId: string | null;
    retryAfterSeconds: number | null;
  }) {
    super(ReaderErrorEvent.type, publicEventInit);
    Object.assign(this, {
      code: failure.code,
      status: failure.status,
      requestId: failure.requestId,
      retryAfterSeconds: failure.retryAfterSeconds,
    });
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-open': ReaderOpenEvent;
    'svc-page-change': PageChangeEvent;
    'svc-chapter-change': ChapterChangeEvent;
    'svc-error': ReaderErrorEvent;
  }
}
