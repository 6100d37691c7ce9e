/** Public events of what is loaded after the first text; see `events.ts`. */
const heard = { bubbles: true, composed: true };

/** How the pages look; null follows the element's attribute of that name. */
export interface ChangedSettings {
  fontScale: number;
  theme: string | null;
  columns: string;
  mode: string | null;
}

/** The person changed how the pages look. */
export class SettingsChangeEvent extends Event {
  static readonly type = 'svc-settings-change';
  readonly settings: ChangedSettings;
  constructor(settings: ChangedSettings) {
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

/** A chapter came out while the book was open. */
export class ChapterPublishedEvent extends Event {
  static readonly type = 'svc-chapter-published';
  readonly chapter: { id: string; title: string; section: number };
  /** @param chapter - `section`: its place in the reading order, for `goTo`. */
  constructor(chapter: { id: string; title: string; section: number }) {
    super(ChapterPublishedEvent.type, heard);
    this.chapter = chapter;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-settings-change': SettingsChangeEvent;
    'svc-external-link': ExternalLinkEvent;
    'svc-chapter-published': ChapterPublishedEvent;
  }
}
