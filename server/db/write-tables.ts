/** Timestamps are ISO 8601 UTC text, and JSON is stored as text. */
export interface WriteTables {
  /** Serial chapters, which are not part of the book's EPUB. */
  serial_chapters: {
    id: string;
    book_id: string;
    title: string;
    /** Position among the book's chapters. Equal positions are ordered by id. */
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
    /** Scheduled publication time. Null unless scheduled. */
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
    /** Decimal string with all of the currency's minor units. */
    unit_price: string;
    currency: string;
    click_id: string | null;
    /** As sent. Null if the buyer used none. */
    coupon_code: string | null;
    /** The account's opaque buyer id. */
    reader_id: string | null;
    /** Trace of the visit that led to the sale. */
    trace_id: string | null;
    occurred_at: string;
    /** Exchange rates at the time of the sale. Sales with equal rates share a row. */
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

/** Published state of serials, updated with every reader-visible change. */
export interface SerialTables {
  /** Books with a chapter that is or was published. */
  serials: {
    book_id: string;
    /** Increases by 1 with every reader-visible change, in commit order. */
    change: number;
    /** Number of published chapters and of their words. */
    chapters: number;
    words: number;
  };
  /** Chapters that are or were published. */
  serial_changes: {
    chapter_id: string;
    book_id: string;
    /** The book's change number at the chapter's last visible change. */
    change: number;
    /** The book's change number at the chapter's last publication. */
    published_change: number;
  };
  /** Deleted chapters, kept for a month so that open readers remove them. */
  deleted_chapters: {
    chapter_id: string;
    book_id: string;
    /** The book's change number at the last visible change, or 0 if it was never published. */
    change: number;
    /** JSON: the members of the chapter that its reading order item contains. */
    item: string;
    deleted_at: string;
  };
}
