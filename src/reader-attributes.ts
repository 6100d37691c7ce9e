import type { Embed } from '../server/reading-sessions/contract.ts';
import { ReactiveElement, type PropertyDeclarations } from './reactive-element.ts';
import type { ResumePlace } from './state/resume.ts';
import type { MarkStore } from './annotations/annotation-store.ts';
import type { MessageOverrides } from './i18n/load-messages.ts';

/** The public attributes and properties of `<svc-reader>`. */
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
  };

  static {
    this.createAccessors();
  }

  /** Book id, or `isbn:` followed by the ISBN. If it is missing, the reader shows a message and fires `svc-error` with the code `book_missing`. */
  declare book: string;
  /** The publisher's publishable key. */
  declare key: string;
  /** Access token for one reader, issued by the publisher's server. Takes precedence over `key`. */
  declare token: string;
  /** Base URL of the API, or of a proxy that forwards `/v1` and `/content`. Default: the origin of the script. */
  declare api: string;
  /** `light`, `dark`, `sepia`, `contrast` or `system` (default). The user's own choice takes precedence. */
  declare theme: string;
  /** `pages` (default) or `scroll`, which shows the book as one continuous column. The user's own choice takes precedence. */
  declare mode: string;
  /** BCP 47 language tag of the controls. Default: the language of the page, else of the browser. */
  declare locale: string;
  /** Initial position, read only when the book opens: `12` (section) or `ch_…` (chapter), optionally followed by `:340` (offset) or `#id`; or an EPUB CFI. A saved position takes precedence. */
  declare start: string;
  /** Whether the URL fragment of the page tracks the reading position and selects it when the book opens. */
  declare deepLinks: boolean;
  /** Reading position saved by the page, for example on another device. If it is further on, the reader offers to continue there. */
  declare resume?: ResumePlace | null;
  /** Messages that replace those of the language; see `Messages`. */
  declare messages?: MessageOverrides | null;
  /** Visible controls: a space-separated list of `contents search marks settings title progress menu buy`, or `none`. Default: the deployment's setting, else all. */
  declare controls: string;
  /** `required`: nothing is stored in the browser and no reading data is sent until the value is `granted`. A deployment can require consent, too. */
  declare consent: string;
  /** Affiliate partner who referred the reader. */
  declare affiliate: string;
  /** The partner's campaign name. */
  declare campaign: string;
  /** The partner's sub id. */
  declare sub: string;
  /** ISO 4217 code of the currency in which prices are shown. Changing it reopens the book at the same position, as does changing `affiliate`, `campaign` or `sub`. */
  declare currency: string;
  /** Id of a saved white-label deployment. */
  declare deployment: string;
  /** Lets the user download the book to this device for offline reading. `auto` downloads every book that is opened. */
  declare offline: string | null;
  /** Response of `GET /v1/reader/embed`. If set, the book opens without that request. */
  declare embed?: Embed;
  /** Requests a new `token` from the publisher's server when the current one expires or is rejected. */
  declare tokenProvider?: () => Promise<string>;
  /** Where annotations are stored, instead of on this device. Set it before the book opens. */
  declare markStore?: MarkStore;

  /** Alias of `key`, for frameworks that reserve that name, such as React and Vue. */
  get apiKey(): string {
    return this.key;
  }
  set apiKey(key: string) {
    this.key = key;
  }
}
