import type { Embed } from '../server/reading-sessions/contract.ts';
import { ReactiveElement, type PropertyDeclarations } from './reactive-element.ts';
import type { ResumePlace } from './state/resume.ts';
import type { MarkStore } from './annotations/annotation-store.ts';
import type { MessageOverrides } from './i18n/load-messages.ts';

/** Attributes and properties that a host page sets on `<svc-reader>`. */
export abstract class ReaderAttributes extends ReactiveElement {
  static override properties: PropertyDeclarations = {
    book: {},
    key: {},
    apiKey: { attribute: 'api-key', noAccessor: true },
    token: {},
    api: {},
    theme: {},
    locale: {},
    start: {},
    deepLinks: { type: Boolean, attribute: 'deep-links' },
    resume: { attribute: false },
    messages: { attribute: false },
    controls: {},
    consent: {},
    affiliate: {},
    campaign: {},
    sub: {},
    currency: {},
    deployment: {},
    mode: {},
    offline: {},
    wheel: {},
    loading: {},
  };

  static {
    this.createAccessors();
  }

  /** Book id, or `isbn:` followed by the ISBN. If empty, the reader shows a notice and fires `svc-error` (`book_missing`). */
  declare book: string;
  /** Publishable key. */
  declare key: string;
  /** Reading session token created by your server. Takes precedence over `key`. */
  declare token: string;
  /** URL of the API, or of a proxy that forwards `/v1` and `/content`. Defaults to the script's origin. */
  declare api: string;
  /** `light`, `dark`, `sepia`, `contrast` or `system` (default). The user settings take precedence. */
  declare theme: string;
  /** `pages` (default) or `scroll`. The user settings take precedence. */
  declare mode: string;
  /** BCP 47 tag of the controls' language. Defaults to the language of the deployment, the page or the browser, in that order. */
  declare locale: string;
  /** Position to open, as `12` (section) or `ch_…` (chapter), optionally followed by `:340` (offset) or `#id`, or as an EPUB CFI. Read only when the book opens. A stored reading position takes precedence. */
  declare start: string;
  /** Whether the fragment of the page URL follows the reading position and sets it. */
  declare deepLinks: boolean;
  /** Reading position from another device. The reader offers to go there if it is further ahead. */
  declare resume?: ResumePlace | null;
  /** Messages that replace those of the current language. See `Messages`. */
  declare messages?: MessageOverrides | null;
  /** Controls to show: any of `contents search marks settings title progress menu buy`, or `none`. Defaults to the deployment's controls, or to all controls. */
  declare controls: string;
  /** With `required`, the reader stores nothing in the browser and sends no beacons until the value is `granted`. A deployment can also require consent. */
  declare consent: string;
  /** The affiliate's code or id. */
  declare affiliate: string;
  /** The affiliate's campaign. */
  declare campaign: string;
  /** The affiliate's sub id. */
  declare sub: string;
  /** ISO 4217 code of the currency in which to show prices. A change reopens the book at the same position, as it does for `affiliate`, `campaign` and `sub`. */
  declare currency: string;
  /** Deployment id. */
  declare deployment: string;
  /** Allows readers to download the book. With `auto`, every opened book is downloaded. */
  declare offline: string | null;
  /** Owner of wheel gestures over the pages: `book`, `page` (the host page), or `auto` (default): the host page, unless the reader has the focus or fills the window, or nothing around it can scroll. */
  declare wheel: string;
  /** With `lazy`, the book opens when the reader comes near the viewport; until then, nothing is requested or counted. */
  declare loading: string;
  /** A response from `GET /v1/reader/embed`. If set, the book opens without that request. */
  declare embed?: Embed;
  /** Returns a new `token` from your server when the current one has expired or was rejected. */
  declare tokenProvider?: () => Promise<string>;
  /** Annotation store that replaces the one on the device. Set it before the book opens. */
  declare markStore?: MarkStore;

  /** Alias of `key` for frameworks that reserve that name, such as React and Vue. */
  get apiKey(): string {
    return this.key;
  }
  set apiKey(key: string) {
    this.key = key;
  }
}
