import type { EventLocator } from './reader-events.ts';

/** Public events of samples and sales bubble and cross shadow boundaries. */
const publicEventInit = { bubbles: true, composed: true };

/** A decimal amount and its ISO 4217 currency code. */
export interface EventMoney {
  amount: string;
  currency: string;
}

/** Affiliate partner who referred the reader. */
export interface EventAffiliate {
  id: string;
  code: string;
  campaign: string | null;
  sub: string | null;
}

/** Data of a press on a buy button. */
export interface BuyDetail {
  bookId: string;
  /** Price set by the publisher; null if unknown. */
  price: EventMoney | null;
  /** Price in the currency of the reader at the daily rate; null if the currency is the same. */
  converted: EventMoney | null;
  /** URL of the shop. */
  buyUrl: string;
  /** Id to report with the sale, so that it is attributed to the partner. */
  clickId: string | null;
  /** Id that links this reading session to the sales that result from it. */
  traceId: string | null;
  affiliate: EventAffiliate | null;
}

/** The user reached the end of the sample, or tried to open a part outside it. */
export class SampleEndEvent extends Event {
  static readonly type = 'svc-sample-end';
  readonly bookId: string;
  /** Current position; null when no page is on screen. */
  readonly locator: EventLocator | null;
  /** Whether the user turned the last page; false if the user chose a position outside the sample. */
  readonly isRead: boolean;
  constructor(bookId: string, locator: EventLocator | null, isRead: boolean) {
    super(SampleEndEvent.type, publicEventInit);
    this.bookId = bookId;
    this.locator = locator;
    this.isRead = isRead;
  }
}

/** The user pressed a buy button. Call `preventDefault()` to stop the link and sell the book on the page itself. */
export class BuyRequestEvent extends Event implements BuyDetail {
  static readonly type = 'svc-buy-request';
  readonly bookId: string;
  readonly price: EventMoney | null;
  readonly converted: EventMoney | null;
  readonly buyUrl: string;
  readonly clickId: string | null;
  readonly traceId: string | null;
  readonly affiliate: EventAffiliate | null;
  constructor(detail: BuyDetail) {
    super(BuyRequestEvent.type, { ...publicEventInit, cancelable: true });
    this.bookId = detail.bookId;
    this.price = detail.price;
    this.converted = detail.converted;
    this.buyUrl = detail.buyUrl;
    this.clickId = detail.clickId;
    this.traceId = detail.traceId;
    this.affiliate = detail.affiliate;
  }
}

/** A reader referred by an affiliate partner pressed a buy button. */
export class AffiliateClickEvent extends Event {
  static readonly type = 'svc-affiliate-click';
  readonly bookId: string;
  readonly affiliate: EventAffiliate;
  readonly clickId: string | null;
  readonly traceId: string | null;
  constructor(affiliate: EventAffiliate, { bookId, clickId, traceId }: BuyDetail) {
    super(AffiliateClickEvent.type, publicEventInit);
    this.bookId = bookId;
    this.affiliate = affiliate;
    this.clickId = clickId;
    this.traceId = traceId;
  }
}

/** The reader’s access to the book ended while it was open. The text is removed from the page. */
export class AccessExpiredEvent extends Event {
  static readonly type = 'svc-access-expired';
  readonly bookId: string;
  /** Position at that time. */
  readonly locator: EventLocator | null;
  constructor(bookId: string, locator: EventLocator | null) {
    super(AccessExpiredEvent.type, publicEventInit);
    this.bookId = bookId;
    this.locator = locator;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-sample-end': SampleEndEvent;
    'svc-buy-request': BuyRequestEvent;
    'svc-affiliate-click': AffiliateClickEvent;
    'svc-access-expired': AccessExpiredEvent;
  }
}
