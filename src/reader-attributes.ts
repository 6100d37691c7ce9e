import type { Embed } from '../server/reading-sessions/contract.ts';
import { ReactiveElement, type PropertyDeclarations } from './reactive-element.ts';
import type { ResumePlace } from './state/resume.ts';
import type { MarkStore } from './annotations/annotation-store.ts';
import type { BuiltInSelectionAction, SelectionAction } from './ui/selection-actions.ts';
import type { MessageOverrides } from './i18n/load-messages.ts';

/**
 * The attributes, properties, slots, parts and states of `<svc-reader>` that a host page uses.
 *
 * @slot logo - Next to the contents button. Defaults to the deployment's logo.
 * @slot header - Above the reader.
 * @slot footer - Below the reader. Defaults to the deployment's privacy and terms links.
 * @slot end-of-sample - After the last page of a sample. Defaults to the book's price and buy link.
 * @slot text - Placeholder for the pages until they are ready, such as the text of the first page.
 * @csspart page - The pages.
 * @csspart toolbar - The bar above the pages.
 * @csspart title - The chapter title in the toolbar.
 * @csspart book-cover - The cover in the toolbar and in the contents.
 * @csspart book-title - The book title below it, and in the contents.
 * @csspart button - Each button in the bars.
 * @csspart progress - The bar below the pages.
 * @csspart track - The slider.
 * @csspart tick - A chapter mark on the slider.
 * @csspart end - The end of the sample on the slider.
 * @csspart preview - The preview shown while the slider is dragged.
 * @csspart told - The progress value.
 * @csspart time-left - The time left in the chapter.
 * @csspart line - A snackbar: a short message with an optional action.
 * @csspart hits - The bar for stepping through search results.
 * @csspart player - The read-aloud player.
 * @csspart panel - Each panel.
 * @csspart entry - Each table of contents entry.
 * @csspart item - Each menu item.
 * @csspart field - The search field.
 * @csspart hit - Each search result.
 * @csspart menu - The menu next to selected text.
 * @csspart action - Each action of the page in that menu.
 * @csspart ribbon - The corner of a bookmarked page.
 * @csspart note - The footnote pop-up.
 * @csspart go-to-note - The button in the pop-up that goes to the note.
 * @csspart leave - The confirmation dialog shown before an external link opens.
 * @csspart large-view - The media viewer.
 * @csspart caption - The caption in the media viewer.
 * @csspart logo - The deployment's logo.
 * @csspart sample-end - The page after the last page of a sample.
 * @csspart back - The link on that page that returns to the sample.
 * @csspart cover - The cover on that page, and in the book details.
 * @csspart price - The price on that page.
 * @csspart buy - The buy link on that page and in the toolbar.
 * @csspart footer - The deployment's links below the reader.
 * @csspart link - Each of those links.
 * @csspart notice - The notice shown when nothing can be read.
 * @csspart retry - The notice's retry button.
 * @cssstate empty - The element is not connected to a document.
 * @cssstate loading - A book is loading.
 * @cssstate ready - A book is open.
 * @cssstate failed - The book could not be opened or is no longer available, or none is set.
 * @cssstate immersed - The bars are hidden after a tap in the middle of the page.
 * @cssstate scrolling - The mode is `scroll`.
 * @cssstate open - A panel is open.
 * @cssstate sample-end - The end of the sample is on screen.
 * @cssstate listening - The book is being read aloud.
 * @cssstate bookmarked - The page on screen has a bookmark.
 */
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
    pageTurn: { attribute: 'page-turn' },
    loading: {},
  };

  static {
    this.createAccessors();
  }

  /**
   * Book id, or `isbn:` followed by the ISBN. If empty, the reader shows a notice and fires
   * `svc-error` (`book_missing`).
   */
  declare book: string;
  /** Publishable key. */
  declare key: string;
  /** Reading session token created by your server. Takes precedence over `key`. */
  declare token: string;
  /**
   * URL of the API, or of a proxy that forwards `/v1`, `/content`, `/languages` and `/svc-reader`.
   * Defaults to the script's origin.
   */
  declare api: string;
  /**
   * `light`, `dark`, `sepia`, `contrast` or `system` (default). The user settings take precedence.
   */
  declare theme: string;
  /** `pages` (default) or `scroll`. The user settings take precedence. */
  declare mode: string;
  /**
   * BCP 47 tag of the controls' language. Defaults to the language of the deployment, the page or
   * the browser, in that order.
   */
  declare locale: string;
  /**
   * Position to open, as `12` (section) or `ch_…` (chapter), optionally followed by `:340` (offset)
   * or `#id`, or as an EPUB CFI. Read only when the book opens. A stored reading position takes
   * precedence.
   */
  declare start: string;
  /** Whether the fragment of the page URL follows the reading position and sets it. */
  declare deepLinks: boolean;
  /** Reading position from another device. The reader offers to go there if it is further ahead. */
  declare resume?: ResumePlace | null;
  /** Messages that replace those of the current language. See `Messages`. */
  declare messages?: MessageOverrides | null;
  /**
   * Controls to show: any of `contents search marks settings title progress menu fullscreen buy`,
   * or `none`. Defaults to the deployment's controls, or to all controls.
   */
  declare controls: string;
  /**
   * With `required`, the reader stores nothing in the browser and sends no beacons until the value
   * is `granted`. A deployment can also require consent.
   */
  declare consent: string;
  /** The affiliate's code or id. */
  declare affiliate: string;
  /** The affiliate's campaign. */
  declare campaign: string;
  /** The affiliate's sub id. */
  declare sub: string;
  /**
   * ISO 4217 code of the currency in which to show prices. A change reopens the book at the same
   * position, as it does for `affiliate`, `campaign` and `sub`.
   */
  declare currency: string;
  /** Deployment id. */
  declare deployment: string;
  /** Allows readers to download the book. With `auto`, every opened book is downloaded. */
  declare offline: string | null;
  /**
   * Owner of wheel gestures over the pages: `book`, `page` (the host page), or `auto` (default):
   * the host page, unless the reader has the focus or fills the window, or nothing around it can
   * scroll.
   */
  declare wheel: string;
  /**
   * Animation of page turns: `auto` (default), `slide`, `fade` or `none`. With `auto`, pages follow
   * a swipe, and other input turns them immediately. Readers who prefer reduced motion see no
   * animation. The user settings take precedence.
   */
  declare pageTurn: string;
  /**
   * With `lazy`, the book opens when the reader approaches the viewport. Until then, nothing is
   * requested or counted. With `eager`, it opens immediately. By default, the first ten readers of
   * a page open immediately, and further readers are lazy.
   */
  declare loading: string;
  /** A response from `GET /v1/reader/embed`. If set, the book opens without that request. */
  declare embed?: Embed;
  /** Returns a new `token` from your server when the current one has expired or was rejected. */
  declare tokenProvider?: () => Promise<string>;
  /** Annotation store that replaces the one on the device. Set it before the book opens. */
  declare markStore?: MarkStore;
  /**
   * Actions in the menu for selected text: `copy`, `find`, `share`, `picture`, or objects with an
   * `id`, a `label`, an optional `icon` (SVG path data, 20 by 20) and a function `run`. Defaults to
   * the four built-in actions. An empty array shows none.
   */
  declare selectionActions?: readonly (BuiltInSelectionAction | SelectionAction)[];

  /** Alias of `key` for frameworks that reserve that name, such as React and Vue. */
  get apiKey(): string {
    return this.key;
  }
  set apiKey(key: string) {
    this.key = key;
  }
}
