/** Asks to make, change, show or move marks. */
export class MarkRequestEvent extends Event {
  static readonly type = 'svc-mark-request';
  readonly request: MarkRequest;
  constructor(request: MarkRequest) {
    super(MarkRequestEvent.type, { bubbles: true, composed: true });
    this.request = request;
  }
}

/** What a control asks of the reader is heard on the reader, whoever's control it is. */
const publicEventInit = { bubbles: true, composed: true };

/** Asks for the next page (1) or the previous one (−1). */
export class TurnRequestEvent extends Event {
  static readonly type = 'svc-turn-request';
  readonly step: 1 | -1;
  constructor(step: 1 | -1) {
    super(TurnRequestEvent.type, publicEventInit);
    this.step = step;
  }
}

/** Asks for the page at a share of the book, 0–1. */
export class SeekRequestEvent extends Event {
  static readonly type = 'svc-seek-request';
  readonly fraction: number;
  constructor(fraction: number) {
    super(SeekRequestEvent.type, publicEventInit);
    this.fraction = fraction;
  }
}

/** Asks for the page that holds a text position. */
export class GoToRequestEvent extends Event {
  static readonly type = 'svc-go-to-request';
  readonly section: number;
  readonly offset: number;
  constructor(section: number, offset: number) {
    super(GoToRequestEvent.type, publicEventInit);
    this.section = section;
    this.offset = offset;
  }
}

/** Another look of the pages; what is left out stays. */
export interface WantedSettings {
  /** Factor on the text's size; one of the steps of `src/state/settings.ts`. */
  fontScale?: number;
  /** `null`: as the page or its publisher wants it. */
  theme?: 'light' | 'dark' | 'sepia' | 'contrast' | 'system' | null;
  columns?: 'auto' | 'one' | 'two';
  mode?: 'pages' | 'scroll' | null;
  margins?: 'narrow' | 'normal' | 'wide';
  /** `book`: as its publisher wants it. */
  font?: 'book' | 'serif' | 'sans' | 'system' | 'dyslexic';
  /** Of these four, one of the steps of `src/state/settings.ts`, in multiples of the text’s size. */
  lineHeight?: number | null;
  paragraphSpacing?: number | null;
  letterSpacing?: number;
  wordSpacing?: number;
  align?: 'book' | 'start' | 'justify';
  hyphens?: 'book' | 'auto' | 'none';
  ruby?: 'shown' | 'hidden';
  /** How the place in the book is told. */
  reading?: 'percent' | 'page' | 'left' | 'time';
  /** Whether single letters are shortcuts. */
  shortcuts?: boolean;
}

/** Asks for another look of the pages. */
export class SettingsRequestEvent extends Event {
  static readonly type = 'svc-settings-request';
  readonly settings: WantedSettings;
  constructor(settings: WantedSettings) {
    super(SettingsRequestEvent.type, publicEventInit);
    this.settings = settings;
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

/** Asks to open a panel, or to close the open one (`null`). */
export class PanelRequestEvent extends Event {
  static readonly type = 'svc-panel-request';
  readonly panel: RequestedPanel | null;
  constructor(panel: RequestedPanel | null) {
    super(PanelRequestEvent.type, publicEventInit);
    this.panel = panel;
  }
}

/** Asks to set a bookmark at the page on screen, or to take it away. */
export class BookmarkRequestEvent extends Event {
  static readonly type = 'svc-bookmark-request';
  constructor() {
    super(BookmarkRequestEvent.type, publicEventInit);
  }
}

/** Asks to print the section on screen, in the page around. */
export class PrintRequestEvent extends Event {
  static readonly type = 'svc-print-request';
  constructor() {
    super(PrintRequestEvent.type, publicEventInit);
  }
}

/** Asks for the address of the place on screen, in the clipboard. */
export class CopyLinkRequestEvent extends Event {
  static readonly type = 'svc-copy-link-request';
  constructor() {
    super(CopyLinkRequestEvent.type, publicEventInit);
  }
}

/** Answers the quiet line above the page: to go where it leads, or to see it no more. */
export class WayRequestEvent extends Event {
  static readonly type = 'svc-way-request';
  readonly isWanted: boolean;
  constructor(isWanted: boolean) {
    super(WayRequestEvent.type, publicEventInit);
    this.isWanted = isWanted;
  }
}

/** What may be asked of the search in the book; see `SearchWish` of `src/state/book-search.ts`. */
export type SearchRequest =
  | { type: 'find'; query: string }
  | { type: 'go'; index: number }
  | { type: 'step'; step: 1 | -1 }
  | { type: 'more' }
  | { type: 'leave' }
  | { type: 'retry' };

/** Asks to look for a text in the book, or to go to what was found. */
export class SearchRequestEvent extends Event {
  static readonly type = 'svc-search-request';
  readonly request: SearchRequest;
  constructor(request: SearchRequest) {
    super(SearchRequestEvent.type, publicEventInit);
    this.request = request;
  }
}

/** What may be asked of whoever reads the book aloud. */
export type ListenRequest =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'toggle' }
  /** By a sentence, or a piece of the recording. */
  | { type: 'step'; step: 1 | -1 }
  /** Out of the table, list or note that is spoken. */
  | { type: 'escape' }
  | { type: 'skip-asides'; skips: boolean }
  | { type: 'rate'; rate: number }
  | { type: 'voice'; voice: string }
  /** To the page that is spoken. */
  | { type: 'return' };

/** Asks to read the book aloud, or for something else to be heard. */
export class ListenRequestEvent extends Event {
  static readonly type = 'svc-listen-request';
  readonly request: ListenRequest;
  constructor(request: ListenRequest) {
    super(ListenRequestEvent.type, publicEventInit);
    this.request = request;
  }
}

/** Asks to try again what failed. */
export class RetryRequestEvent extends Event {
  static readonly type = 'svc-retry-request';
  constructor() {
    super(RetryRequestEvent.type, publicEventInit);
  }
}

/** Asks to keep the open book on this device, or to take a kept one from it. */
export class OfflineRequestEvent extends Event {
  static readonly type = 'svc-offline-request';
  readonly isKept: boolean;
  /** The open one unless given. */
  readonly bookId: string | null;
  constructor(isKept: boolean, bookId: string | null = null) {
    super(OfflineRequestEvent.type, publicEventInit);
    this.isKept = isKept;
    this.bookId = bookId;
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
    'svc-print-request': PrintRequestEvent;
    'svc-way-request': WayRequestEvent;
    'svc-bookmark-request': BookmarkRequestEvent;
    'svc-search-request': SearchRequestEvent;
    'svc-listen-request': ListenRequestEvent;
    'svc-retry-request': RetryRequestEvent;
  }
}

/** Colours of highlights; those of `src/annotations/annotation.ts`. */
type RequestedColor = 'yellow' | 'green' | 'blue' | 'pink' | 'purple';

/** What may be asked of the person’s marks. */
export type MarkRequest =
  /** Highlights the selected text; without a colour, in the one that was used last. */
  | { type: 'highlight'; color?: RequestedColor }
  /** The same, and opens a field for a note. */
  | { type: 'note' }
  | { type: 'change'; id: string; color?: RequestedColor; note?: string }
  | { type: 'delete'; id: string }
  /** Brings back what was deleted last. */
  | { type: 'undo' }
  | { type: 'go'; id: string }
  /** Copies the selected text, or a mark’s, with where it is from. */
  | { type: 'copy'; id?: string }
  /** Looks for the selected text in the book. */
  | { type: 'find' }
  | { type: 'export'; format: 'json' | 'markdown' }
  | { type: 'import'; file: Blob }
  /** Loads the marks of the store anew: they were changed elsewhere. */
  | { type: 'reload' };

declare global {
  interface HTMLElementEventMap {
    'svc-mark-request': MarkRequestEvent;
  }
}
