import { PublicEvent } from './public-event.ts';

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

/** A book is open and its first page is on screen. */
export class ReaderOpenEvent extends PublicEvent {
  static override readonly type = 'svc-open';
  declare readonly book: { id: string; title: string };
  declare readonly locator: EventLocator;
  constructor(book: { id: string; title: string }, locator: EventLocator) {
    super({ book, locator });
  }
}

/** Another page is on screen, or the current page's fraction changed because the book did. */
export class PageChangeEvent extends PublicEvent {
  static override readonly type = 'svc-page-change';
  declare readonly locator: EventLocator;
  /** Page number within the section, from 1. */
  declare readonly page: number;
  /** Number of pages in the section. */
  declare readonly pages: number;
  /** Fraction of the book read, 0–1. It is 1 on the last page. */
  declare readonly fraction: number;
  constructor(locator: EventLocator, page: number, pages: number, fraction: number) {
    super({ locator, page, pages, fraction });
  }
}

/** The page on screen belongs to another table of contents entry. */
export class ChapterChangeEvent extends PublicEvent {
  static override readonly type = 'svc-chapter-change';
  declare readonly title: string;
  declare readonly section: number;
  constructor(title: string, section: number) {
    super({ title, section });
  }
}

/** The book, or part of it, could not be shown. */
export class ReaderErrorEvent extends PublicEvent {
  static override readonly type = 'svc-error';
  /** An API error code, or a code of the element, such as `offline`. */
  declare readonly code: string;
  declare readonly status: number;
  declare readonly requestId: string | null;
  declare readonly retryAfterSeconds: number | null;
  constructor({
    code,
    status,
    requestId,
    retryAfterSeconds,
  }: {
    code: string;
    status: number;
    requestId: string | null;
    retryAfterSeconds: number | null;
  }) {
    super({ code, status, requestId, retryAfterSeconds });
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
