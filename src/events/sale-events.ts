import type { EventLocator } from './reader-events.ts';

/** Public events of samples and sales bubble and cross shadow boundaries. */
const publicEventInit = { bubbles: true, composed: true };

/** A decimal amount and its ISO 4217 currency code. */
export interface EventMoney {
  amount: string;
  currency: string;
}

/** The affiliate who referred the reader. */
export interface EventAffiliate {
  id: string;
  code: string;
  campaign: string | null;
  sub: string | null;
}

/** Data of a press on a buy button. */
export interface BuyDetail {
  bookId: string;
  /** The price set by the publisher, or null if there is none. */
  price: EventMoney | null;
  /** The price in the reader's currency at current rates, or null if the currency is the same. */
  converted: EventMoney | null;
  /** The button's target. */
  buyUrl: string;
  /** Report the sale with this id to credit the affiliate. */
  clickId: string | null;
  /** Id that links this reading session to the resulting sales. */
  traceId: string | null;
  affiliate: EventAffiliate | null;
}

/** The reader reached the end of the sample or requested a chapter beyond it. */
export class SampleEndEvent extends Event {
  static readonly type = 'svc-sample-end';
  readonly bookId: string;
  /** The reading position, or null if no page is on screen. */
  readonly locator: EventLocator | null;
  /**
   * Whether the reader turned the last page. False if the reader chose a chapter beyond the sample.
   */
  readonly isRead: boolean;
  constructor(bookId: string, locator: EventLocator | null, isRead: boolean) {
    super(SampleEndEvent.type, publicEventInit);
    this.bookId = bookId;
    this.locator = locator;
    this.isRead = isRead;
  }
}

/**
 * The reader pressed a buy button. `preventDefault()` prevents its link from opening, for pages
 * with their own checkout.
 */
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

/** A reader referred by an affiliate pressed a buy button. */
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

declare global {
  interface HTMLElementEventMap {
    'svc-sample-end': SampleEndEvent;
    'svc-buy-request': BuyRequestEvent;
    'svc-affiliate-click': AffiliateClickEvent;
  }
}
