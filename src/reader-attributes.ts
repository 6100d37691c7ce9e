import type { Embed } from '../server/reading-sessions/contract.ts';
import { ReactiveElement, type PropertyDeclarations } from './reactive-element.ts';
import type { ResumePlace } from './state/resume.ts';
import type { MarkStore } from './annotations/annotation-store.ts';
import type { MessageOverrides } from './i18n/load-messages.ts';

/** What a page sets on `<svc-reader>`. */
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

  /** Identifier of the book, or `isbn:` and its ISBN; without one, the reader says so, and fires `svc-error` (`book_missing`). */
  declare book: string;
  /** Publishable key of the publisher. */
  declare key: string;
  /** Token of a reader's access, made by the publisher's own server; goes before `key`. */
  declare token: string;
  /** Address of the API, or of a proxy that forwards its `/v1` and `/content`; the origin of this script unless set. */
  declare api: string;
  /** `light`, `dark`, `sepia`, `contrast` or `system` (unless set); the person's own choice goes before it. */
  declare theme: string;
  /** `pages` (unless set), or `scroll`: the whole book as one strip; the person's own choice goes before it. */
  declare mode: string;
  /** BCP 47 tag of the controls' language; the page's, else the browser's, unless set. */
  declare locale: string;
  /** Where to open, read at the opening only: `12` (section) or `ch_…` (chapter), with `:340` (offset) or `#id`; or an EPUB CFI; a remembered place goes before it. */
  declare start: string;
  /** Whether the fragment of the page's address follows the place, and leads to it. */
  declare deepLinks: boolean;
  /** Where the person read on elsewhere, by the page's own store; asked about when it is further on. */
  declare resume?: ResumePlace | null;
  /** Words of the controls, in place of those of their language; see `Messages`. */
  declare messages?: MessageOverrides | null;
  /** Which controls there are: some of `contents search marks settings title progress menu buy`, or `none`; unless set, as the deployment says, else all. */
  declare controls: string;
  /** `required` keeps nothing in this browser, and tells nobody what is read, until it is `granted`; a deployment may ask for it, too. */
  declare consent: string;
  /** Partner who brought the reader. */
  declare affiliate: string;
  /** The partner's own campaign. */
  declare campaign: string;
  /** The partner's own sub id. */
  declare sub: string;
  /** ISO 4217 code in which prices are shown; like `affiliate`, `campaign` and `sub`, it opens the book anew at the same place when it changes. */
  declare currency: string;
  /** Saved white-label set-up. */
  declare deployment: string;
  /** Lets a person keep the book on this device, to read it without a network; `auto` keeps every opened one. */
  declare offline: string | null;
  /** What `GET /v1/reader/embed` has answered; with it, the book opens without asking. */
  declare embed?: Embed;
  /** Asks the publisher's own server for a new `token`, when the old one ended or was refused. */
  declare tokenProvider?: () => Promise<string>;
  /** Where marks are kept, instead of on this device; is set before the book is opened. */
  declare markStore?: MarkStore;

  /** The same as `key`, for frameworks that keep that name to themselves, such as React and Vue. */
  get apiKey(): string {
    return this.key;
  }
  set apiKey(key: string) {
    this.key = key;
  }
}
