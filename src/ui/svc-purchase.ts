import { css, html, LitElement, nothing } from 'lit';
import type { PurchaseOffer } from '../state/purchase-offer.ts';
import type { SampleRemainder } from '../state/sample.ts';
import { formatMoney } from '../i18n/format.ts';
import { formatRateTime } from '../i18n/format-details.ts';
import type { Messages } from '../i18n/messages.ts';
import { buyLinkStyles, handleBuyClick } from './buy-link.ts';
import { controlStyles } from './control-styles.ts';

/**
 * Purchase offer with the book's cover and title, the part that is left to read, and a link to the
 * shop.
 *
 * @fires svc-buy-request - The user pressed the link. Cancelable.
 * @fires svc-affiliate-click - A referred reader pressed the link.
 * @csspart cover - The book cover.
 * @csspart buy - The link.
 * @csspart price - The price details.
 */
export class SvcPurchase extends LitElement {
  static override styles = [
    controlStyles,
    buyLinkStyles,
    css`
      :host {
        display: grid;
        justify-items: center;
        gap: 8px;
        text-align: center;
        font-size: 15px;
      }
      img {
        display: block;
        max-inline-size: 132px;
        max-block-size: min(176px, 26cqb);
        margin-block-end: 8px;
        border-radius: 3px;
        box-shadow:
          0 0 0 1px var(--svc-line),
          0 10px 30px rgb(0 0 0 / 0.18);
      }
      p {
        margin: 0;
        max-inline-size: 420px;
        text-wrap: pretty;
      }
      .title {
        font: 500 20px/1.3 var(--svc-font-family);
        text-wrap: balance;
        overflow-wrap: anywhere;
      }
      .left,
      .rate {
        color: var(--svc-muted);
        text-wrap: balance;
      }
      .buy {
        margin-block-start: 12px;
      }
      .rate {
        font-size: 13px;
      }
      @container (max-height: 400px) {
        img {
          display: none;
        }
      }
    `,
  ];

  static override properties = { messages: {}, offer: {}, remainder: {} };

  declare messages: Messages;
  declare offer: PurchaseOffer;
  /** The part of the book outside the sample. */
  declare remainder: SampleRemainder;

  protected override render() {
    const { messages, offer, remainder } = this;
    const { fraction, chapters } = remainder;
    return html`
      ${
        offer.coverUrl
          ? html`<img part="cover" src=${offer.coverUrl} alt="" @error=${this.#onMissing} />`
          : nothing
      }
      <p class="title" lang=${offer.language || nothing} dir="auto">${offer.title}</p>
      <p class="left">${messages.haveRead(fraction)}</p>
      ${chapters > 0 ? html`<p class="left">${messages.chaptersLeft(chapters)}</p>` : nothing}
      ${offer.buyUrl ? this.#link(offer, offer.buyUrl) : nothing} ${this.#price(offer)}
    `;
  }

  #link(offer: PurchaseOffer, buyUrl: string) {
    const { messages } = this;
    const price = offer.converted ?? offer.price;
    return html`<a
      class="buy"
      part="buy"
      href=${buyUrl}
      target="_blank"
      rel="noopener"
      @click=${(event: Event) => handleBuyClick(event, this, offer)}
      >${price ? messages.buyFor(this.#priceText(offer)) : messages.buyBook}<span class="spoken">
        ${messages.opensInNewTab}</span
      ></a
    >`;
  }

  /**
   * Price details that the link text omits, namely the original price and the age of the exchange
   * rate.
   */
  #price(offer: PurchaseOffer) {
    const { messages } = this;
    const { price, converted, rateAtMs, buyUrl } = offer;
    const rate =
      rateAtMs === null
        ? ''
        : messages.exchangeRate(formatRateTime(messages.locale, rateAtMs, Date.now()));
    const original = converted && price ? formatMoney(messages.locale, price) : '';
    const plain = price && !buyUrl ? this.#priceText(offer) : '';
    const details = [plain, original, rate].filter(Boolean).join(' · ');
    return details ? html`<p class="rate" part="price">${details}</p>` : nothing;
  }

  #priceText({ price, converted }: PurchaseOffer): string {
    const { messages } = this;
    if (converted) return messages.approximately(formatMoney(messages.locale, converted));
    return price ? formatMoney(messages.locale, price) : '';
  }

  #onMissing({ target }: Event) {
    if (target instanceof HTMLElement) target.hidden = true;
  }
}
