import { PublicEvent } from './public-event.ts';

/** Requests that an annotation be added, changed, shown, exported or imported. */
export class MarkRequestEvent extends PublicEvent {
  static override readonly type = 'svc-mark-request';
  declare readonly request: MarkRequest;
  constructor(request: MarkRequest) {
    super({ request });
  }
}

/** Requests the next page (1) or the previous one (−1). */
export class TurnRequestEvent extends PublicEvent {
  static override readonly type = 'svc-turn-request';
  declare readonly step: 1 | -1;
  constructor(step: 1 | -1) {
    super({ step });
  }
}

/** Requests the page at a fraction of the book, 0–1. */
export class SeekRequestEvent extends PublicEvent {
  static override readonly type = 'svc-seek-request';
  declare readonly fraction: number;
  constructor(fraction: number) {
    super({ fraction });
  }
}

/**
 * Requests the page that contains a text position. `share` is the share of the section before the
 * position, 0–1, and selects one of several pages with the same offset, such as those of pictures.
 */
export class GoToRequestEvent extends PublicEvent {
  static override readonly type = 'svc-go-to-request';
  declare readonly section: number;
  declare readonly offset: number;
  declare readonly share: number | undefined;
  constructor(section: number, offset: number, share?: number) {
    super({ section, offset, share });
  }
}

/** User settings to change. Omitted settings do not change. */
export interface WantedSettings {
  /** Factor applied to the text size, one of the steps in `src/state/settings.ts`. */
  fontScale?: number;
  /** `null` selects the page's or the publisher's theme. */
  theme?: 'light' | 'dark' | 'sepia' | 'contrast' | 'system' | null;
  columns?: 'auto' | 'one' | 'two';
  mode?: 'pages' | 'scroll' | null;
  margins?: 'narrow' | 'normal' | 'wide';
  /** `book` selects the book's own font. */
  font?:
    | 'book'
    | 'serif'
    | 'sans'
    | 'system'
    | 'literata'
    | 'source-serif'
    | 'garamond'
    | 'bitter'
    | 'atkinson'
    | 'lexend'
    | 'source-sans'
    | 'inter'
    | 'mono'
    | 'dyslexic';
  /**
   * For this setting and the next three, one of the steps in `src/state/settings.ts`, in multiples
   * of the text size.
   */
  lineHeight?: number | null;
  paragraphSpacing?: number | null;
  letterSpacing?: number;
  wordSpacing?: number;
  align?: 'book' | 'start' | 'justify';
  hyphens?: 'book' | 'auto' | 'none';
  ruby?: 'shown' | 'hidden';
  /** Animation of page turns; `null` selects the value of the `page-turn` attribute. */
  pageTurn?: 'auto' | 'slide' | 'fade' | 'none' | null;
  /** How progress is displayed. */
  reading?: 'percent' | 'page' | 'left' | 'time';
  /** Whether single-key shortcuts work. */
  shortcuts?: boolean;
}

/** Requests a change to user settings. */
export class SettingsRequestEvent extends PublicEvent {
  static override readonly type = 'svc-settings-request';
  declare readonly settings: WantedSettings;
  constructor(settings: WantedSettings) {
    super({ settings });
  }
}

export type RequestedPanel =
  | 'contents'
  | 'marks'
  | 'pages'
  | 'search'
  | 'settings'
  | 'menu'
  | 'offline'
  | 'about'
  | 'help'
  | 'sample-end';

/** Requests that a panel open, or that the open panel close (`null`). */
export class PanelRequestEvent extends PublicEvent {
  static override readonly type = 'svc-panel-request';
  declare readonly panel: RequestedPanel | null;
  constructor(panel: RequestedPanel | null) {
    super({ panel });
  }
}

/** Requests that the bookmark on the current page be added or removed. */
export class BookmarkRequestEvent extends PublicEvent {
  static override readonly type = 'svc-bookmark-request';
}

/**
 * Requests that the reader enter full screen or, with `false`, leave it. By default, toggles full
 * screen.
 */
export class FullscreenRequestEvent extends PublicEvent {
  static override readonly type = 'svc-fullscreen-request';
  declare readonly isWanted: boolean | undefined;
  constructor(isWanted?: boolean) {
    super({ isWanted });
  }
}

/** Requests that the current section be printed. */
export class PrintRequestEvent extends PublicEvent {
  static override readonly type = 'svc-print-request';
}

/** Requests that a link to the current position be copied to the clipboard. */
export class CopyLinkRequestEvent extends PublicEvent {
  static override readonly type = 'svc-copy-link-request';
}

/** Accepts or dismisses the snackbar above the page. */
export class WayRequestEvent extends PublicEvent {
  static override readonly type = 'svc-way-request';
  declare readonly isWanted: boolean;
  constructor(isWanted: boolean) {
    super({ isWanted });
  }
}

/** Book search actions. See `src/state/book-search.ts`. */
export type SearchRequest =
  | { type: 'find'; query: string }
  | { type: 'go'; index: number }
  | { type: 'step'; step: 1 | -1 }
  | { type: 'more' }
  | { type: 'leave' }
  | { type: 'retry' };

/** Requests a book search, or requests that a search result be shown. */
export class SearchRequestEvent extends PublicEvent {
  static override readonly type = 'svc-search-request';
  declare readonly request: SearchRequest;
  constructor(request: SearchRequest) {
    super({ request });
  }
}

/** Read-aloud actions. */
export type ListenRequest =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'toggle' }
  /** Moves by a sentence or by a clip of the media overlay. */
  | { type: 'step'; step: 1 | -1 }
  /** Leaves the table, list or note that is being read. */
  | { type: 'escape' }
  | { type: 'skip-asides'; skips: boolean }
  | { type: 'rate'; rate: number }
  | { type: 'voice'; voice: string }
  /** Goes to the page that is being read. */
  | { type: 'return' };

/** Requests that read-aloud start, stop or change. */
export class ListenRequestEvent extends PublicEvent {
  static override readonly type = 'svc-listen-request';
  declare readonly request: ListenRequest;
  constructor(request: ListenRequest) {
    super({ request });
  }
}

/** Requests a retry of the failed action. */
export class RetryRequestEvent extends PublicEvent {
  static override readonly type = 'svc-retry-request';
}

/** Requests that a book be downloaded or removed from the device. */
export class OfflineRequestEvent extends PublicEvent {
  static override readonly type = 'svc-offline-request';
  declare readonly isKept: boolean;
  /** Defaults to the open book. */
  declare readonly bookId: string | null;
  constructor(isKept: boolean, bookId: string | null = null) {
    super({ isKept, bookId });
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-turn-request': TurnRequestEvent;
    'svc-seek-request': SeekRequestEvent;
    'svc-go-to-request': GoToRequestEvent;
    'svc-settings-request': SettingsRequestEvent;
    'svc-offline-request': OfflineRequestEvent;
    'svc-panel-request': PanelRequestEvent;
    'svc-copy-link-request': CopyLinkRequestEvent;
    'svc-fullscreen-request': FullscreenRequestEvent;
    'svc-print-request': PrintRequestEvent;
    'svc-way-request': WayRequestEvent;
    'svc-bookmark-request': BookmarkRequestEvent;
    'svc-search-request': SearchRequestEvent;
    'svc-listen-request': ListenRequestEvent;
    'svc-retry-request': RetryRequestEvent;
  }
}

/** Highlight colors, as in `src/annotations/annotation.ts`. */
type RequestedColor = 'yellow' | 'green' | 'blue' | 'pink' | 'purple';

/** Annotation commands. */
export type MarkRequest =
  /** Highlights the selected text. The color defaults to the last one used. */
  | { type: 'highlight'; color?: RequestedColor }
  /** Highlights the selected text and opens a field for a note. */
  | { type: 'note' }
  | { type: 'change'; id: string; color?: RequestedColor; note?: string }
  | { type: 'delete'; id: string }
  /** Restores the last deleted annotation. */
  | { type: 'undo' }
  | { type: 'go'; id: string }
  /** Copies the selected text or an annotation's text, with its source. */
  | { type: 'copy'; id?: string }
  /**
   * Opens the device's share sheet with the selected text or an annotation's text, with its source.
   */
  | { type: 'share'; id?: string }
  /**
   * Draws the selected text or an annotation's text as a picture, which is shared or downloaded.
   */
  | { type: 'picture'; id?: string }
  /**
   * Runs the action with this name in `selectionActions` for the selected text or an annotation's
   * text.
   */
  | { type: 'action'; action: string; id?: string }
  /** Searches the book for the selected text. */
  | { type: 'find' }
  | { type: 'export'; format: 'json' | 'markdown' }
  | { type: 'import'; file: Blob }
  /** Reloads the annotations from the store after they changed elsewhere. */
  | { type: 'reload' };

declare global {
  interface HTMLElementEventMap {
    'svc-mark-request': MarkRequestEvent;
  }
}
