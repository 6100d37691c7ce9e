import type { MarkAnnotation } from '../annotations/web-annotation.ts';

/** The reader added, changed or deleted an annotation. */
export class MarkChangeEvent extends Event {
  static readonly type = 'svc-mark-change';
  readonly bookId: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** The annotation as plain JSON, in the W3C Web Annotation format. */
  readonly annotation: MarkAnnotation;
  constructor(bookId: string, change: 'added' | 'changed' | 'removed', annotation: MarkAnnotation) {
    super(MarkChangeEvent.type, { bubbles: true, composed: true });
    this.bookId = bookId;
    this.change = change;
    this.annotation = annotation;
  }
}

/** Public events of features that load after the first text bubble and cross shadow boundaries. */
const publicEventInit = { bubbles: true, composed: true };

/** User settings, in which null follows the element's attribute with that name or the book. */
export interface ChangedSettings {
  fontScale: number;
  theme: string | null;
  columns: string;
  mode: string | null;
  margins: string;
  font: string;
  lineHeight: number | null;
  paragraphSpacing: number | null;
  letterSpacing: number;
  wordSpacing: number;
  align: string;
  hyphens: string;
  ruby: string;
  /** How progress is displayed. */
  reading: string;
  /** Whether single-key shortcuts work. */
  shortcuts: boolean;
}

/** The reader changed the user settings. */
export class SettingsChangeEvent extends Event {
  static readonly type = 'svc-settings-change';
  readonly settings: ChangedSettings;
  constructor(settings: ChangedSettings) {
    super(SettingsChangeEvent.type, publicEventInit);
    this.settings = settings;
  }
}

/** A book search finished. */
export class SearchEvent extends Event {
  static readonly type = 'svc-search';
  /** The text as typed. */
  readonly query: string;
  /** Number of search results. */
  readonly total: number;
  /** Whether `total` is exact. False if there are more results. */
  readonly isTotalExact: boolean;
  constructor(query: string, total: number, isTotalExact: boolean) {
    super(SearchEvent.type, publicEventInit);
    this.query = query;
    this.total = total;
    this.isTotalExact = isTotalExact;
  }
}

/**
 * The user followed a link that leaves the book. `preventDefault()` suppresses the confirmation
 * dialog and the navigation so that the host page can handle the URL itself.
 */
export class ExternalLinkEvent extends Event {
  static readonly type = 'svc-external-link';
  readonly href: string;
  constructor(href: string) {
    super(ExternalLinkEvent.type, { ...publicEventInit, cancelable: true });
    this.href = href;
  }
}

/** The reader jumped to a position other than the next or previous page. */
export class JumpEvent extends Event {
  static readonly type = 'svc-jump';
  readonly from: { section: number; offset: number };
  readonly to: { section: number; offset: number };
  constructor(from: JumpEvent['from'], to: JumpEvent['to']) {
    super(JumpEvent.type, publicEventInit);
    this.from = from;
    this.to = to;
  }
}

/** A chapter was published while the book was open. */
export class ChapterPublishedEvent extends Event {
  static readonly type = 'svc-chapter-published';
  readonly chapter: { id: string; title: string; section: number };
  /** @param chapter - `section` is the index in the reading order, for use with `goTo`. */
  constructor(chapter: { id: string; title: string; section: number }) {
    super(ChapterPublishedEvent.type, publicEventInit);
    this.chapter = chapter;
  }
}

/** A book was downloaded or removed from the device. */
export class OfflineChangeEvent extends Event {
  static readonly type = 'svc-offline-change';
  readonly bookId: string;
  /** Whether the book is now available offline. */
  readonly isKept: boolean;
  /** The book's size on the device, in bytes. */
  readonly bytes: number;
  constructor({ bookId, isKept, bytes }: { bookId: string; isKept: boolean; bytes: number }) {
    super(OfflineChangeEvent.type, publicEventInit);
    this.bookId = bookId;
    this.isKept = isKept;
    this.bytes = bytes;
  }
}

/** The reader entered or left full screen. */
export class FullscreenChangeEvent extends Event {
  static readonly type = 'svc-fullscreen-change';
  readonly isFullscreen: boolean;
  constructor(isFullscreen: boolean) {
    super(FullscreenChangeEvent.type, publicEventInit);
    this.isFullscreen = isFullscreen;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-fullscreen-change': FullscreenChangeEvent;
    'svc-settings-change': SettingsChangeEvent;
    'svc-search': SearchEvent;
    'svc-external-link': ExternalLinkEvent;
    'svc-offline-change': OfflineChangeEvent;
    'svc-jump': JumpEvent;
    'svc-chapter-published': ChapterPublishedEvent;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-mark-change': MarkChangeEvent;
  }
}
