import { css, html, LitElement, nothing } from 'lit';
import { BookmarkRequestEvent, PanelRequestEvent } from '../events/request-events.ts';
import type { PurchaseOffer } from '../state/purchase-offer.ts';
import type { Panel } from '../state/reader-state.ts';
import { formatMoney } from '../i18n/format.ts';
import type { Messages } from '../i18n/messages.ts';
import { buyLinkStyles, handleBuyClick } from './buy-link.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import type { NavigationTab } from './panels/navigation-tabs.ts';

/** Which buttons there are. */
export interface ToolbarButtons {
  title: boolean;
  search: boolean;
  marks: boolean;
  settings: boolean;
  menu: boolean;
}

/** Panels without a button of their own: the menu leads to them. */
const menuPanels = new Set<Panel>(['about', 'help', 'offline']);

/**
 * The quiet line above the page: contents, the house's logo, the chapter's title, then what can be done.
 *
 * @fires svc-panel-request - A panel is to open, or to close.
 * @fires svc-bookmark-request - The page is to get a bookmark, or to lose it.
 * @fires svc-buy-request - The buy button was pressed; cancelable.
 * @fires svc-affiliate-click - The same, by a reader whom a partner brought.
 * @slot logo - Beside the contents.
 * @csspart title - Title of the chapter.
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
      p {
        margin: 0;
        overflow: hidden;
        white-space: nowrap;
        text-overflow: ellipsis;
        color: var(--svc-muted);
        font-size: 13px;
        letter-spacing: 0.01em;
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
        .side:first-child {
          overflow: hidden;
        }
        p {
          text-align: center;
        }
        .price {
          display: none;
        }
      }
      @container (max-width: 420px) {
        :host([crowded]) button {
          min-inline-size: 40px;
        }
        :host([crowded]) p {
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
    crowded: { type: Boolean, reflect: true },
  };

  declare messages: Messages;
  /** Title of the chapter, in the book's own language. */
  declare bookTitle: { title: string; language: string };
  declare panel: Panel | null;
  declare buttons: ToolbarButtons;
  /** The panels that share a strip of tabs: the first button leads to the first of them. */
  declare tabs: readonly NavigationTab[];
  /** What the buy button sells; null for none. */
  declare offer: PurchaseOffer | null;
  /** Whether a bookmark lies on the page. */
  declare bookmarked: boolean;
  /** On a phone the title has to give way. */
  declare crowded: boolean;

  /** Puts the focus back on the button that opened a panel; false when there is none. */
  focusButton(panel: Panel): boolean {
    const name = this.#buttonOf(panel);
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-panel='${name}']`);
    button?.focus();
    return button !== null;
  }

  protected override render() {
    const { messages, bookTitle: label, buttons: parts } = this;
    const [way] = this.tabs;
    return html`
      <div class="side">
        ${way ? this.#button(way.panel, way.name, icons.contents) : nothing}
        <slot name="logo"></slot>
      </div>
      <p part="title" lang=${label.language} dir="auto">${parts.title ? label.title : ''}</p>
      <div class="side">
        ${parts.search ? this.#button('search', messages.search, icons.search) : nothing}
        ${parts.marks ? this.#bookmark() : nothing}
        ${
          parts.settings
            ? this.#button(
                'settings',
                messages.appearance,
                html`<span class="letters" aria-hidden="true"><span>A</span>A</span>`,
              )
            : nothing
        }
        ${parts.menu ? this.#button('menu', messages.menu, icons.more) : nothing}
        ${this.offer?.buyUrl ? this.#buy(this.offer, this.offer.buyUrl) : nothing}
      </div>
    `;
  }

  #buy(offer: PurchaseOffer, buyUrl: string) {
    const { messages } = this;
    const { converted, price } = offer;
    const told = converted
      ? messages.approximately(formatMoney(messages.locale, converted))
      : price && formatMoney(messages.locale, price);
    return html`<a
      class="buy"
      part="buy"
      href=${buyUrl}
      target="_blank"
      rel="noopener"
      @click=${(event: Event) => handleBuyClick(event, this, offer)}
      >${messages.buy}<span class="price">${told ? html` ${told}` : ''}</span
      ><span class="spoken"> ${messages.opensInNewTab}</span></a
    >`;
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

  /** The button that leads to a panel. */
  #buttonOf(panel: Panel): Panel {
    if (menuPanels.has(panel)) return 'menu';
    const isWay = this.tabs.some((way) => way.panel === panel);
    return (isWay && this.tabs[0]?.panel) || panel;
  }

  #toggle(panel: Panel, { currentTarget }: Event) {
    // Not every browser does so by itself, and the panel gives the focus back to what had it.
    if (currentTarget instanceof HTMLElement) currentTarget.focus({ preventScroll: true });
    this.dispatchEvent(new PanelRequestEvent(this.#isOpen(panel) ? null : panel));
  }
}
