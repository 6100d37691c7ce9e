import type { Embed } from '../server/reading-sessions/contract.ts';
import { ReactiveElement, type PropertyDeclarations } from './reactive-element.ts';
import type { ResumePlace } from './state/resume.ts';
import type { MarkStore } from './annotations/annotation-store.ts';
import type { MessageOverrides } from './i18n/load-messages.ts';

/** Attributes and properties that a page sets on `<svc-reader>`. */
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
  };

  static {
    this.createAccessors();
  }

  /** Id of the book, or `isbn:` and its ISBN. If empty, the reader shows a notice and fires `svc-error` (`book_missing`). */
  declare book: string;
  /** Publishable key. */
  declare key: string;
  /** Token of a reading session, created by your server; takes precedence over `key`. */
  declare token: string;
  /** Address of the API, or of a proxy that forwards `/v1` and `/content`. Default: the origin of the script. */
  declare api: string;
  /** `light`, `dark`, `sepia`, `contrast` or `system` (default). The user settings take precedence. */
  declare theme: string;
  /** `pages` (default) or `scroll`. The user settings take precedence. */
  declare mode: string;
  /** BCP 47 tag of the controls' language. Default: the deployment's, the page's, then the browser's. */
  declare locale: string;
  /** Position to open: `12` (section) or `ch_…` (chapter), optionally with `:340` (offset) or `#id`; or an EPUB CFI. Read only when the book opens; a stored reading position takes precedence. */
  declare start: string;
  /** Whether the fragment of the page's address follows the reading position, and sets it. */
  declare deepLinks: boolean;
  /** Reading position from another device. The reader asks whether to go there if it is further on. */
  declare resume?: ResumePlace | null;
  /** Messages that replace those of the current language; see `Messages`. */
  declare messages?: MessageOverrides | null;
  /** Controls to show: any of `contents search marks settings title progress menu buy`, or `none`. Default: those of the deployment, or all. */
  declare controls: string;
  /** `required`: store nothing in the browser and send no beacons until it is `granted`. A deployment can also require consent. */
  declare consent: string;
  /** Code or id of the affiliate. */
  declare affiliate: string;
  /** The affiliate's campaign. */
  declare campaign: string;
  /** The affiliate's sub id. */
  declare sub: string;
  /** ISO 4217 code to show prices in. A change reopens the book at the same position, as for `affiliate`, `campaign` and `sub`. */
  declare currency: string;
  /** Id of a deployment. */
  declare deployment: string;
  /** Allows readers to download the book; `auto` downloads every opened book. */
  declare offline: string | null;
  /** Owner of wheel gestures over the pages: `book`, `page` (the host page), or `auto` (default): the host page, unless the reader has the focus or fills the window, or nothing around it can scroll. */
  declare wheel: string;
  /** A response of `GET /v1/reader/embed`; the book then opens without that request. */
  declare embed?: Embed;
  /** Returns a new `token` from your server when the current one has expired or was rejected. */
  declare tokenProvider?: () => Promise<string>;
  /** Store for annotations, instead of the device. Set it before the book opens. */
  declare markStore?: MarkStore;

  /** Same as `key`, for frameworks that reserve that name, such as React and Vue. */
  get apiKey(): string {
    return this.key;
  }
  set apiKey(key: string) {
    this.key = key;
  }
}
