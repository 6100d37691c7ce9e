import { html, nothing, type TemplateResult } from 'lit';
import type { Embed } from '../../server/reader/contract.ts';
import { offerOf, webAddress, type Offer } from '../reader/offer.ts';
import type { ReaderState } from '../reader/state.ts';
import { remainderOf } from '../reader/sample.ts';
import { toldChapter } from '../reader/told-chapter.ts';
import type { Theme } from '../reader/settings.ts';
import { directionOf } from '../text/direction-of.ts';
import type { Messages } from '../text/messages.ts';
import { defineElements } from './define-elements.ts';
import type { ControlParts } from './parts.ts';
import { SvcHouseLinks } from './svc-house-links.ts';
import { SvcLogo } from './svc-logo.ts';
import { SvcNews } from './svc-news.ts';
import { SvcNotice } from './svc-notice.ts';
import { SvcProgress } from './svc-progress.ts';
import { SvcPurchase } from './svc-purchase.ts';
import { SvcSampleEnd } from './svc-sample-end.ts';
import { menuItems } from './menu-items.ts';
import { hasPanel } from './known-panels.ts';
import type { ShownBook } from './panels.ts';
import { wayTabsOf } from './way-tabs.ts';
import { SvcToolbar, type ToolbarParts } from './svc-toolbar.ts';

const elements = {
  'svc-toolbar': SvcToolbar,
  'svc-progress': SvcProgress,
  'svc-notice': SvcNotice,
  'svc-news': SvcNews,
  'svc-logo': SvcLogo,
  'svc-house-links': SvcHouseLinks,
  'svc-purchase': SvcPurchase,
  'svc-sample-end': SvcSampleEnd,
};

/** Registers the controls that are always there. */
export function defineControls(): void {
  defineElements(elements);
}

/** What the controls show. */
export interface ChromeView {
  state: ReaderState;
  text: Messages;
  /** Title of the chapter on screen. */
  chapter: string;
  isNewChapter: boolean;
  /** The theme in force. */
  theme: Theme;
  /** The one that the page or its deployment wants. */
  ownTheme?: Theme | null;
  parts: ControlParts;
  /** What the API said of the open book. */
  embed: Embed | undefined;
  /** Renders anew: something has come that the view needs. */
  refresh: () => void;
}

/** When an answer came, near enough to tell the age of its rates. */
const cameAtMs = new WeakMap<Embed, number>();

function offerIn(embed: Embed, state: ReaderState): Offer {
  const atMs = cameAtMs.get(embed) ?? Date.now();
  cameAtMs.set(embed, atMs);
  const offer = offerOf(embed, atMs);
  const chapter = toldChapter(state);
  if (!offer.buyUrl || !chapter) return offer;
  // A press counts for the chapter that it was made in.
  const address = new URL(offer.buyUrl);
  address.searchParams.set('chapter', chapter);
  return { ...offer, buyUrl: address.href };
}

export function toolbar(view: ChromeView): TemplateResult | typeof nothing {
  const { state, text, chapter, embed } = view;
  const { book, panel } = state;
  if (!book) return nothing;
  const house = embed?.deployment;
  const isSold = view.parts.buy && Boolean(embed?.purchase?.buyUrl);
  const parts = toolbarParts({ ...view, book });
  // The printed pages are a tab beside others, no control of their own.
  const ways = view.parts.contents || view.parts.marks ? wayTabsOf({ ...view, book }) : [];
  if (!isSold && ways.length === 0 && !Object.values(parts).includes(true)) return nothing;
  return html`<svc-toolbar
    part="toolbar"
    .text=${text}
    .label=${{ title: chapter || book.title, language: book.language }}
    .panel=${panel}
    .parts=${parts}
    .ways=${ways}
    .offer=${isSold && embed ? offerIn(embed, state) : null}
    .bookmarked=${state.bookmarked}
    .crowded=${isSold || Boolean(house?.logo)}
    exportparts="title, button, buy"
    ><slot name="logo" slot="logo"
      >${
        house?.logo
          ? html`<svc-logo
              exportparts="logo"
              .logo=${house.logo}
              .home=${webAddress(house.links.home)}
            ></svc-logo>`
          : nothing
      }</slot
    ></svc-toolbar
  >`;
}

/** The buttons that lead somewhere in this book. */
function toolbarParts(view: ShownBook): ToolbarParts {
  const { title, search, marks, settings, menu } = view.parts;
  return {
    title,
    search: search && hasPanel('search'),
    marks: marks && hasPanel('marks'),
    settings,
    menu: menu && menuItems.some(({ isShown }) => isShown(view)),
  };
}

/** A failure, or the end of a sample: in place of the pages, or above the page that is still there. */
export function notice({ state, text, embed }: ChromeView): TemplateResult | typeof nothing {
  const failure = state.failure ?? state.pageFailure;
  const { book, panel } = state;
  if (!failure && book?.end && panel === 'sample-end' && embed) {
    return html`<svc-sample-end
      part="sample-end"
      exportparts="panel, back"
      .text=${text}
      .progression=${book.progression}
      ><slot name="end-of-sample"
        ><svc-purchase
          exportparts="buy, cover, price"
          .text=${text}
          .offer=${offerIn(embed, state)}
          .remainder=${remainderOf(book)}
        ></svc-purchase></slot
    ></svc-sample-end>`;
  }
  if (!failure) return nothing;
  return html`<svc-notice
    part="notice"
    exportparts="retry"
    .text=${text}
    .failure=${failure}
    .line=${state.failure === null}
  ></svc-notice>`;
}

/** What screen readers say after a turn: the chapter when it is new, and the page. */
export function announcement({ state, text, chapter, isNewChapter }: ChromeView): string {
  const { status, view } = state;
  if (status === 'loading') return text.loading;
  if (!view) return '';
  const page = text.pageOf(view.page + 1, view.pages);
  return isNewChapter && chapter ? `${chapter}. ${page}` : page;
}

/** What the house has to say below the reader. */
export function footer({ text, embed }: ChromeView): TemplateResult | typeof nothing {
  const links = embed?.deployment?.links;
  const privacy = webAddress(links?.privacy);
  const terms = webAddress(links?.terms);
  if (!privacy && !terms) return nothing;
  return html`<svc-house-links
    part="footer"
    exportparts="link"
    lang=${text.locale}
    dir=${directionOf(text.locale)}
    .text=${text}
    .privacy=${privacy}
    .terms=${terms}
  ></svc-house-links>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-toolbar': SvcToolbar;
    'svc-progress': SvcProgress;
    'svc-notice': SvcNotice;
    'svc-news': SvcNews;
    'svc-logo': SvcLogo;
    'svc-house-links': SvcHouseLinks;
    'svc-purchase': SvcPurchase;
    'svc-sample-end': SvcSampleEnd;
  }
}
