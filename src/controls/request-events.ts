/** What a control asks of the reader is heard on the reader, whoever's control it is. */
const heard = { bubbles: true, composed: true };

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
  mode?: 'pages' | 'scroll';
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

export type RequestedPanel = 'contents' | 'settings' | 'menu' | 'sample-end';

/** Asks to open a panel, or to close the open one (`null`). */
export class PanelRequestEvent extends Event {
  static readonly type = 'svc-panel-request';
  readonly panel: RequestedPanel | null;
  constructor(panel: RequestedPanel | null) {
    super(PanelRequestEvent.type, heard);
    this.panel = panel;
  }
}

/** Asks to set a bookmark at the page on screen, or to take it away. */
export class BookmarkRequestEvent extends Event {
  static readonly type = 'svc-bookmark-request';
  constructor() {
    super(BookmarkRequestEvent.type, heard);
  }
}

/** Asks to try again what failed. */
export class RetryRequestEvent extends Event {
  static readonly type = 'svc-retry-request';
  constructor() {
    super(RetryRequestEvent.type, heard);
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-turn-request': TurnRequestEvent;
    'svc-seek-request': SeekRequestEvent;
    'svc-go-to-request': GoToRequestEvent;
    'svc-settings-request': SettingsRequestEvent;
    'svc-panel-request': PanelRequestEvent;
    'svc-bookmark-request': BookmarkRequestEvent;
    'svc-retry-request': RetryRequestEvent;
  }
}
