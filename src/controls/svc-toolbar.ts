import { css, html, LitElement } from 'lit';
import { PanelRequestEvent } from './request-events.ts';
import type { Offer } from '../reader/offer.ts';
import type { Panel } from '../reader/state.ts';
import { formatMoney } from '../text/format-money.ts';
import type { Messages } from '../text/messages.ts';
import { buyStyles } from './buy-styles.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { pressBuy } from './press-buy.ts';

/**
 * The quiet line above the page: contents, the house's logo, the chapter's title, the shop, appearance.
 *
 * @fires svc-panel-request - A panel is to open, or to close.
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
    buyStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(max-content, 1fr) minmax(0, auto) minmax(max-content, 1fr);
        align-items: center;
        gap: 8px;
        padding-inline: 8px;
      }
      .side {
        display: flex;
        align-items: center;
        gap: 4px;
        min-inline-size: 0;
      }
      .side:last-child {
        justify-content: flex-end;
      }
      .buy {
        min-block-size: 34px;
        padding: 4px 14px;
        font-size: 13px;
        white-space: nowrap;
      }
      @container (max-width: 560px) {
        .price {
          display: none;
        }
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
    `,
  ];

  static override properties = { text: {}, label: {}, panel: {}, parts: {}, offer: {} };

  declare text: Messages;
  /** Title of the chapter, in the book's own language. */
  declare label: { title: string; language: string };
  declare panel: Panel | null;
  /** Which buttons there are. */
  declare parts: { contents: boolean; settings: boolean; title: boolean };
  /** What the buy button sells; null for none. */
  declare offer: Offer | null;

  /** Puts the focus back on the button that opened a panel; false when there is none. */
  focusButton(panel: Panel): boolean {
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-panel='${panel}']`);
    button?.focus();
    return button !== null;
  }

  protected override render() {
    const { text, label, parts } = this;
    return html`
      <div class="side">
        ${parts.contents ? this.#button('contents', text.contents, icons.contents) : ''}
        <slot name="logo"></slot>
      </div>
      <p part="title" lang=${label.language} dir="auto">${parts.title ? label.title : ''}</p>
      <div class="side">
        ${this.offer?.buyUrl ? this.#buy(this.offer, this.offer.buyUrl) : ''}
        ${
          parts.settings
            ? this.#button(
                'settings',
                text.appearance,
                html`<span class="letters" aria-hidden="true"><span>A</span>A</span>`,
              )
            : ''
        }
      </div>
    `;
  }

  #buy(offer: Offer, buyUrl: string) {
    const { text } = this;
    const { converted, price } = offer;
    const told = converted
      ? text.about(formatMoney(text.locale, converted))
      : price && formatMoney(text.locale, price);
    return html`<a
      class="buy"
      part="buy"
      href=${buyUrl}
      target="_blank"
      rel="noopener"
      @click=${(event: Event) => pressBuy(event, this, offer)}
      >${text.buy}<span class="price">${told ? html` ${told}` : ''}</span
      ><span class="spoken"> ${text.opensElsewhere}</span></a
    >`;
  }

  #button(panel: Panel, label: string, content: unknown) {
    return html`<button
      part="button"
      type="button"
      data-panel=${panel}
      aria-label=${label}
      title=${label}
      aria-haspopup="dialog"
      aria-expanded=${this.panel === panel}
      @click=${() => this.#toggle(panel)}
    >
      ${content}
    </button>`;
  }

  #toggle(panel: Panel) {
    this.dispatchEvent(new PanelRequestEvent(this.panel === panel ? null : panel));
  }
}
