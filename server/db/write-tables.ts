/** Timestamps are ISO 8601 UTC text, JSON is text. */
export interface WriteTables {
  /** Parts of serial fiction: written here, not in the book's EPUB. */
  serial_chapters: {
    id: string;
    book_id: string;
    title: string;
    /** Place among the chapters of the book; of the same place the older goes first. */
    position: number;
    state: 'draft' | 'scheduled' | 'published' | 'unpublished';
    /** As its author sent it. */
    content: string;
    /** `xhtml` or `text`. */
    format: string;
    /** The compiled `Section` as JSON. */
    section: string;
    /** Hex digest of format and content. */
    content_digest: string;
    words: number;
    length: number;
    /** When it is to be published, while it is scheduled. */
    publish_at: string | null;
    /** When it was published last. */
    published_at: string | null;
    /** Rises with every change. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  reviews: {
    id: string;
    book_id: string;
    /** Whose reader the reviewer is: only that account changes the review. */
    account_id: string;
    reviewer: string;
    /** 1 to 5. */
    rating: number;
    title: string | null;
    body: string | null;
    created_at: string;
    updated_at: string;
  };
  sales: {
    id: string;
    account_id: string;
    order_id: string;
    /** Stays when the book is removed. */
    book_id: string;
    quantity: number;
    /** Decimal string with all minor units of the currency. */
    unit_price: string;
    currency: string;
    click_id: string | null;
    /** The account's own opaque name of the buyer. */
    reader_id: string | null;
    /** Of the reading that led to it. */
    trace_id: string | null;
    occurred_at: string;
    /** The exchange rates of the moment: one row for all sales that have the same. */
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
    /** Digest of the rest. */
    id: string;
    /** `YYYY-MM-DD` */
    date: string;
    source: string;
    pivot: string;
    /** JSON object: ISO 4217 code → decimal string. */
    rates: string;
  };
}

/** What readers see of serial fiction: kept with every change that they notice. */
export interface SerialTables {
  /** Books of which a chapter is or was published. */
  serials: {
    book_id: string;
    /** Rises by 1 with every change that readers notice, in the order of commits. */
    change: number;
    /** Published ones, and their words. */
    chapters: number;
    words: number;
  };
  /** Chapters that readers have seen. */
  serial_changes: {
    chapter_id: string;
    book_id: string;
    /** Of the book, at the chapter’s last change that readers noticed. */
    change: number;
    /** Of the book, when the chapter was published last. */
    published_change: number;
  };
}
