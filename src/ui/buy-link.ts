import { css } from 'lit';
import type { PurchaseOffer } from '../state/purchase-offer.ts';
import { AffiliateClickEvent, BuyRequestEvent } from '../events/sale-events.ts';

/** Styles of a buy link, which is the primary action wherever it appears. */
export const buyLinkStyles = css`
  .buy {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.35em;
    box-sizing: border-box;
    min-block-size: 44px;
    padding: 8px 24px;
    border-radius: var(--svc-button-radius, 999px);
    background: var(--svc-accent);
    color: var(--svc-background);
    font-weight: 500;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  .buy:hover {
    background: color-mix(in srgb, var(--svc-accent) 88%, var(--svc-color));
  }
  .buy:focus-visible {
    outline: 2px solid var(--svc-accent);
    outline-offset: 3px;
  }
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .buy {
      border: 1px solid LinkText;
    }
  }
`;

/**
 * Fires `svc-buy-request`, and `svc-affiliate-click` for referred readers. Cancels the link if the
 * host page handles the purchase.
 */
export function handleBuyClick(event: Event, control: HTMLElement, offer: PurchaseOffer): void {
  const { buyUrl, bookId, price, converted, clickId, traceId, affiliate } = offer;
  if (buyUrl === null) return;
  const detail = { bookId, price, converted, buyUrl, clickId, traceId, affiliate };
  if (!control.dispatchEvent(new BuyRequestEvent(detail))) event.preventDefault();
  if (affiliate) control.dispatchEvent(new AffiliateClickEvent(affiliate, detail));
}
