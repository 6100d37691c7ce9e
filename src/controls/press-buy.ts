import type { Offer } from '../reader/offer.ts';
import { AffiliateClickEvent, BuyRequestEvent } from '../sale-events.ts';

/** A buy link was pressed: the page may sell the book itself, and hears whose reader it was. */
export function pressBuy(event: Event, control: HTMLElement, offer: Offer): void {
  const { buyUrl, bookId, price, converted, clickId, traceId, affiliate } = offer;
  if (buyUrl === null) return;
  const detail = { bookId, price, converted, buyUrl, clickId, traceId, affiliate };
  if (!control.dispatchEvent(new BuyRequestEvent(detail))) event.preventDefault();
  if (affiliate) control.dispatchEvent(new AffiliateClickEvent(affiliate, detail));
}
