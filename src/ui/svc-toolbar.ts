import { css, html, LitElement, nothing } from 'lit';
import {
  BookmarkRequestEvent,
  FullscreenRequestEvent,
  PanelRequestEvent,
} from '../events/request-events.ts';
import type { PurchaseOffer } from '../state/purchase-offer.ts';
import type { Panel } from '../state/reader-state.ts';
import { formatMoney } from '../i18n/format.ts';
import type { Messages } from '../i18n/messages.ts';
import { buyLinkStyles, handleBuyClick } from './buy-link.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import type { NavigationTab } from './panels/navigation-tabs.ts';

/** Visibility of the toolbar buttons. */
export interface ToolbarButtons {
  title: boolean;
  search: boolean;
  marks: boolean;
  settings: boolean;
  menu: boolean;
  fullscreen: boolean;
}

/** Panels without a toolbar button, which open from the menu. */
const menuPanels = new Set<Panel>(['about', 'help', 'offline']);

/**
 * The toolbar above the page, with the contents button, deployment logo, cover, titles and other
 * buttons.
 *
 * @fires svc-panel-request - The user opened or closed a panel.
 * @fires svc-bookmark-request - The user added or removed the page's bookmark.
 * @fires svc-fullscreen-request - The user pressed the full-screen button.
 * @fires svc-buy-request - The user pressed the buy button. Cancelable.
 * @fires svc-affiliate-click - A referred reader pressed the buy button.
 * @slot logo - Logo next to the contents button.
 * @csspart book-cover - The book cover.
 * @csspart title - The chapter title.
 * @csspart book-title - The book title below the chapter title.
 * @csspart button - Each button.
 * @csspart buy - The buy button.
 */
export class SvcToolbar extends LitElement {
  static override styles = [
    controlStyles,
    buyLinkStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(max-content, 1fr) minmax(0, auto) minmax(max-content, 1fr);
        align-items: center;
        gap: 8px;
        padding-inline: 4px;
        background: var(--svc-toolbar-background);
      }
      .side {
        display: flex;
        align-items: center;
        min-inline-size: 0;
      }
      .side:last-child {
        justify-content: flex-end;
      }
      button {
        min-inline-size: 44px;
        min-block-size: 44px;
      }
      slot {
        margin-inline: 4px;
      }
      .buy {
        min-block-size: 34px;
        margin-inline: 6px 4px;
        padding: 4px 14px;
        font-size: 13px;
        white-space: nowrap;
      }
      .titles {
        display: flex;
        align-items: center;
        justify-content: center;
        gap: 10px;
        min-inline-size: 0;
      }
      .titles > div {
        min-inline-size: 0;
      }
      img {
        flex: none;
        /* A size of its own, so that nothing moves when the cover has loaded. */
        inline-size: 24px;
        block-size: 34px;
        border-radius: 2px;
        object-fit: contain;
      }
      p {
        margin: 0;
        overflow: hidden;
        white-space: nowrap;
        text-align: center;
        text-overflow: ellipsis;
        color: var(--svc-muted);
        font-size: 13px;
        font-style: var(--svc-title-font-style, normal);
        font-weight: var(--svc-title-font-weight, 400);
        letter-spacing: 0.01em;
        text-transform: var(--svc-title-text-transform, none);
      }
      p + p {
        font-size: 11px;
        line-height: 1.3;
      }
      p:has(+ p) {
        color: var(--svc-color);
        line-height: 1.35;
      }
      .letters {
        font: 400 19px/1 var(--svc-font-family);
      }
      .letters span {
        font-size: 14px;
      }
      .dots {
        stroke-width: 2.6;
      }
      [aria-pressed='true'] {
        color: var(--svc-accent);
      }
      [aria-pressed='true'] path {
        fill: currentColor;
      }
      @container (max-width: 560px) {
        :host {
          grid-template-columns: minmax(44px, auto) minmax(0, 1fr) auto;
          gap: 2px;
        }
        /* Buttons shrink rather than overlap if the reader is narrower than all of them. */
        .side:last-child button {
          flex: 0 1 44px;
          min-inline-size: 24px;
        }
        .side:first-child {
          overflow: hidden;
        }
        img,
        .fullscreen {
          display: none;
        }
        .price {
          display: none;
        }
      }
      @container (max-width: 420px) {
        :host([crowded]) button {
          min-inline-size: 40px;
        }
        :host([crowded]) .side:last-child button {
          flex-basis: 40px;
          min-inline-size: 24px;
        }
        :host([crowded]) .titles {
          visibility: hidden;
        }
      }
    `,
  ];

  static override properties = {
    messages: {},
    bookTitle: {},
    panel: {},
    buttons: {},
    tabs: {},
    offer: {},
    bookmarked: {},
    isFullscreen: {},
    crowded: { type: Boolean, reflect: true },
  };

  declare messages: Messages;
  /** Chapter title, or the book's before the first chapter, with its language. */
  declare bookTitle: {
    title: string;
    /** The book title if it differs from the first one, or empty. */
    book: string;
    language: string;
    /** URL of the cover, or null if there is none. */
    cover: string | null;
  };
  declare panel: Panel | null;
  declare buttons: ToolbarButtons;
  /** Panels that share a tab bar. The first toolbar button opens the first of them. */
  declare tabs: readonly NavigationTab[];
  /** The buy button's offer, or null for no button. */
  declare offer: PurchaseOffer | null;
  /** Whether the page on screen has a bookmark. */
  declare bookmarked: boolean;
  declare isFullscreen: boolean;
  /** Whether to hide the title on narrow screens to make room for other controls. */
  declare crowded: boolean;

  /** Focuses the button that opens a panel. Returns false if there is none. */
  focusButton(panel: Panel): boolean {
    const name = this.#buttonOf(panel);
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-panel='${name}']`);
    button?.focus();
    return button !== null;
  }

  protected override render() {
    const { messages, bookTitle: label, buttons } = this;
    const [firstTab] = this.tabs;
    return html`
      <div class="side">
        ${firstTab ? this.#button(firstTab.panel, firstTab.name, icons.contents) : nothing}
        <slot name="logo"></slot>
      </div>
      <div class="titles">${buttons.title ? this.#titles(label) : nothing}</div>
      <div class="side">
        ${buttons.search ? this.#button('search', messages.search, icons.search) : nothing}
        ${buttons.marks ? this.#bookmark() : nothing}
        ${
          buttons.settings
            ? this.#button(
                'settings',
                messages.appearance,
                html`<span class="letters" aria-hidden="true"><span>A</span>A</span>`,
              )
            : nothing
        }
        ${buttons.fullscreen ? this.#fullscreen() : nothing}
        ${buttons.menu ? this.#button('menu', messages.menu, icons.more) : nothing}
        ${this.offer?.buyUrl ? this.#buy(this.offer, this.offer.buyUrl) : nothing}
      </div>
    `;
  }

  #buy(offer: PurchaseOffer, buyUrl: string) {
    const { messages } = this;
    const { converted, price } = offer;
    const priceText = converted
      ? messages.approximately(formatMoney(messages.locale, converted))
      : price && formatMoney(messages.locale, price);
    return html`<a
      class="buy"
      part="buy"
      href=${buyUrl}
      target="_blank"
      rel="noopener"
      @click=${(event: Event) => handleBuyClick(event, this, offer)}
      >${messages.buy}<span class="price">${priceText ? html` ${priceText}` : ''}</span
      ><span class="spoken"> ${messages.opensInNewTab}</span></a
    >`;
  }

  // The cover is decorative and is shown only in wide readers, which load it last.
  #titles({ title, book, language, cover }: SvcToolbar['bookTitle']) {
    return html`${
        cover
          ? html`<img part="book-cover" src=${cover} alt="" loading="lazy" fetchpriority="low" />`
          : nothing
      }
      <div lang=${language}>
        <p part="title" dir="auto">${title}</p>
        ${book ? html`<p part="book-title" dir="auto">${book}</p>` : nothing}
      </div>`;
  }

  #fullscreen() {
    const { messages, isFullscreen } = this;
    const label = isFullscreen ? messages.exitFullscreen : messages.fullscreen;
    return html`<button
      part="button"
      type="button"
      class="fullscreen"
      aria-label=${label}
      title=${label}
      @click=${this.#toggleFullscreen}
    >
      ${isFullscreen ? icons.exitFullscreen : icons.fullscreen}
    </button>`;
  }

  #bookmark() {
    const { messages, bookmarked } = this;
    return html`<button
      part="button"
      type="button"
      class="bookmark"
      aria-label=${messages.bookmark}
      title=${messages.bookmark}
      aria-pressed=${bookmarked}
      @click=${() => this.dispatchEvent(new BookmarkRequestEvent())}
    >
      ${icons.bookmark}
    </button>`;
  }

  #button(panel: Panel, label: string, content: unknown) {
    return html`<button
      part="button"
      type="button"
      data-panel=${panel}
      aria-label=${label}
      title=${label}
      aria-haspopup=${panel === 'menu' ? 'menu' : 'dialog'}
      aria-expanded=${this.#isOpen(panel)}
      @click=${(event: Event) => this.#toggle(panel, event)}
    >
      ${content}
    </button>`;
  }

  #isOpen(panel: Panel): boolean {
    return this.panel !== null && this.#buttonOf(this.panel) === panel;
  }

  /** The button that opens a panel, directly or through the menu or tabs. */
  #buttonOf(panel: Panel): Panel {
    if (menuPanels.has(panel)) return 'menu';
    const isTab = this.tabs.some((tab) => tab.panel === panel);
    return (isTab && this.tabs[0]?.panel) || panel;
  }

  #toggleFullscreen({ currentTarget }: Event) {
    // Safari does not focus buttons on click.
    if (currentTarget instanceof HTMLElement) currentTarget.focus({ preventScroll: true });
    this.dispatchEvent(new FullscreenRequestEvent(!this.isFullscreen));
  }

  #toggle(panel: Panel, { currentTarget }: Event) {
    // Safari does not focus buttons on click, and a closing panel restores focus to the element
    // that was focused before.
    if (currentTarget instanceof HTMLElement) currentTarget.focus({ preventScroll: true });
    this.dispatchEvent(new PanelRequestEvent(this.#isOpen(panel) ? null : panel));
  }
}
