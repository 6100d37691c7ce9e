import type { EventLocator } from './reader-events.ts';

/** Public events around the end of a sample and the sale of a book; see `events.ts`. */
const publicEventInit = { bubbles: true, composed: true };

/** An exact decimal amount, and its ISO 4217 currency. */
export interface EventMoney {
  amount: string;
  currency: string;
}

/** Partner who brought the reader. */
export interface EventAffiliate {
  id: string;
  code: string;
  campaign: string | null;
  sub: string | null;
}

/** What a press of a buy button carries. */
export interface BuyDetail {
  bookId: string;
  /** As the publisher set it; null when nobody told. */
  price: EventMoney | null;
  /** In the reader’s own currency, by the rates of the day; null when it is the same. */
  converted: EventMoney | null;
  /** Where the button leads. */
  buyUrl: string;
  /** With it a sale is told, so that it counts for the partner. */
  clickId: string | null;
  /** Of this reading and of all it leads to. */
  traceId: string | null;
  affiliate: EventAffiliate | null;
}

/** The sample is read to its end, or more of the book was asked for than it has. */
export class SampleEndEvent extends Event {
  static readonly type = 'svc-sample-end';
  readonly bookId: string;
  /** Where the reader is; null when no page is on screen. */
  readonly locator: EventLocator | null;
  /** Whether its last page was turned; false for a choice from beyond it. */
  readonly isRead: boolean;
  constructor(bookId: string, locator: EventLocator | null, isRead: boolean) {
    super(SampleEndEvent.type, publicEventInit);
    this.bookId = bookId;
    this.locator = locator;
    this.isRead = isRead;
  }
}

/** A buy button was pressed; `preventDefault()` keeps its link from opening: the page sells the book itself. */
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

/** A buy button was pressed by a reader whom a partner brought. */
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

/** The reader’s access to the book ended while it was open; its text is gone from the page. */
export class AccessExpiredEvent extends Event {
  static readonly type = 'svc-access-expired';
  readonly bookId: string;
  /** Where the reader was. */
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
