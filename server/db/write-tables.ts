/** Timestamps are ISO 8601 UTC text, JSON is text. */
export interface WriteTables {
  /** Serial chapters, which are not part of the book's EPUB. */
  serial_chapters: {
    id: string;
    book_id: string;
    title: string;
    /** Position among the chapters of the book; equal positions are ordered by id. */
    position: number;
    state: 'draft' | 'scheduled' | 'published' | 'unpublished';
    /** Source as sent by the author. */
    content: string;
    /** `xhtml` or `text`. */
    format: string;
    /** The compiled `Section` as JSON. */
    section: string;
    /** Hex digest of format and content. */
    content_digest: string;
    words: number;
    length: number;
    /** Scheduled time of publication; null unless scheduled. */
    publish_at: string | null;
    /** Time of the last publication. */
    published_at: string | null;
    /** Increases with every change. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  reviews: {
    id: string;
    book_id: string;
    /** The account that added the review. */
    account_id: string;
    reviewer: string;
    status: 'pending' | 'approved' | 'rejected';
    /** 1–5. */
    rating: number;
    title: string | null;
    body: string | null;
    created_at: string;
    updated_at: string;
  };
  /** Accounts that may add reviews to the books of another account. */
  review_accounts: { owner_id: string; account_id: string; created_at: string };
  sales: {
    id: string;
    account_id: string;
    order_id: string;
    /** Remains when the book is deleted. */
    book_id: string;
    quantity: number;
    /** Decimal string with all minor units of the currency. */
    unit_price: string;
    currency: string;
    click_id: string | null;
    /** Opaque buyer id of the account. */
    reader_id: string | null;
    /** Trace of the visit that led to the sale. */
    trace_id: string | null;
    occurred_at: string;
    /** Exchange rates at the time of the sale; sales share rows with equal rates. */
    rates_id: string;
    refunded_quantity: number;
    created_at: string;
    updated_at: string;
  };
  sale_refunds: {
    id: string;
    sale_id: string;
    quantity: number;
    reason: string | null;
    created_at: string;
  };
  sale_rates: {
    /** Digest of the other columns. */
    id: string;
    /** `YYYY-MM-DD` */
    date: string;
    source: string;
    pivot: string;
    /** JSON object: ISO 4217 code → decimal string. */
    rates: string;
  };
}

/** Published state of serials, updated with every change visible to readers. */
export interface SerialTables {
  /** Books with a chapter that is or was published. */
  serials: {
    book_id: string;
    /** Rises by 1 with every change visible to readers, in the order of commits. */
    change: number;
    /** Number of published chapters, and of their words. */
    chapters: number;
    words: number;
  };
  /** Chapters that are or were published. */
  serial_changes: {
    chapter_id: string;
    book_id: string;
    /** Change number of the book at the last visible change of the chapter. */
    change: number;
    /** Change number of the book at the last publication of the chapter. */
    published_change: number;
  };
}
