import { css, html, LitElement, nothing } from 'lit';
import type { Offer } from '../reader/offer.ts';
import type { Remainder } from '../reader/sample.ts';
import { formatMoney, formatRateTime } from '../text/format-money.ts';
import type { Messages } from '../text/messages.ts';
import { buyStyles } from './buy-styles.ts';
import { controlStyles } from './control-styles.ts';
import { pressBuy } from './press-buy.ts';

/**
 * A book and what it costs: its cover and title, what is left to read, and the link to the shop.
 *
 * @fires svc-buy-request - The link was pressed; cancelable.
 * @fires svc-affiliate-click - The same, by a reader whom a partner brought.
 * @csspart cover - Cover of the book.
 * @csspart buy - The link.
 * @csspart price - What the price is made of.
 */
export class SvcPurchase extends LitElement {
  static override styles = [
    controlStyles,
    buyStyles,
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

  static override properties = { text: {}, offer: {}, remainder: {} };

  declare text: Messages;
  declare offer: Offer;
  /** What the sample does not have. */
  declare remainder: Remainder;

  protected override render() {
    const { text, offer, remainder } = this;
    const { fraction, chapters } = remainder;
    return html`
      ${
        offer.coverUrl
          ? html`<img part="cover" src=${offer.coverUrl} alt="" @error=${this.#onMissing} />`
          : nothing
      }
      <p class="title" lang=${offer.language || nothing} dir="auto">${offer.title}</p>
      <p class="left">${text.haveRead(fraction)}</p>
      ${chapters > 0 ? html`<p class="left">${text.chaptersLeft(chapters)}</p>` : nothing}
      ${offer.buyUrl ? this.#link(offer, offer.buyUrl) : nothing} ${this.#price(offer)}
    `;
  }

  #link(offer: Offer, buyUrl: string) {
    const { text } = this;
    const price = offer.converted ?? offer.price;
    return html`<a
      class="buy"
      part="buy"
      href=${buyUrl}
      target="_blank"
      rel="noopener"
      @click=${(event: Event) => pressBuy(event, this, offer)}
      >${price ? text.buyFor(this.#told(offer)) : text.buyBook}<span class="spoken">
        ${text.opensElsewhere}</span
      ></a
    >`;
  }

  /** Where the link says all there is to say, nothing more. */
  #price(offer: Offer) {
    const { text } = this;
    const { price, converted, rateAtMs, buyUrl } = offer;
    const rate =
      rateAtMs === null ? '' : text.rateOf(formatRateTime(text.locale, rateAtMs, Date.now()));
    const original = converted && price ? formatMoney(text.locale, price) : '';
    const plain = price && !buyUrl ? this.#told(offer) : '';
    const told = [plain, original, rate].filter(Boolean).join(' · ');
    return told ? html`<p class="rate" part="price">${told}</p>` : nothing;
  }

  #told({ price, converted }: Offer): string {
    const { text } = this;
    if (converted) return text.about(formatMoney(text.locale, converted));
    return price ? formatMoney(text.locale, price) : '';
  }

  #onMissing({ target }: Event) {
    if (target instanceof HTMLElement) target.hidden = true;
  }
}
