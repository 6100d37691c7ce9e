/** Timestamps are ISO 8601 UTC text, JSON is text, amounts and rates are decimal strings. */
export interface AffiliateTables {
  partners: {
    id: string;
    account_id: string;
    /** The account's own name of it, unique there. */
    code: string;
    name: string;
    /** Share of a sale, 0 to 1. */
    rate: string;
    window_days: number;
    approval_days: number;
    /** JSON list: sales to these readers earn the partner nothing. */
    own_reader_ids: string;
    state: 'active' | 'paused';
    /** Rises with every change. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** What was seen of a reading: one row for each kind of step and chapter, however often it is told. */
  visits: {
    trace_id: string;
    type: 'impression' | 'opened' | 'progressed' | 'finished-sample' | 'buy-clicked';
    /** Empty where the step is of no chapter. */
    chapter: string;
    account_id: string;
    partner_id: string | null;
    book_id: string;
    deployment_id: string | null;
    campaign: string | null;
    sub: string | null;
    /** The furthest told, 0 to 1. */
    fraction: number | null;
    occurred_at: string;
  };
  /** Presses of buy links: all of one reading are one. */
  clicks: {
    id: string;
    account_id: string;
    trace_id: string;
    /** Null where no partner brought the reader. */
    partner_id: string | null;
    book_id: string;
    deployment_id: string | null;
    campaign: string | null;
    sub: string | null;
    chapter: string | null;
    /** The account's own opaque name of the reader, where it told one. */
    reader_id: string | null;
    created_at: string;
  };
  /** What a sale earns a partner, or why it does not; the amounts are sums of `commission_entries`. */
  conversions: {
    id: string;
    account_id: string;
    sale_id: string;
    /** Null where the click is not known. */
    partner_id: string | null;
    click_id: string;
    trace_id: string | null;
    book_id: string;
    campaign: string | null;
    sub: string | null;
    chapter: string | null;
    /** As it was at the sale. */
    rate: string;
    currency: string;
    unit_price: string;
    quantity: number;
    refunded_quantity: number;
    commission: string;
    rounding: string;
    /** How much of each was in a payout. */
    paid_commission: string;
    paid_rounding: string;
    /** The first payout that it was in. */
    payout_id: string | null;
    /** Why it earns nothing. */
    reason: 'outside_window' | 'self_referral' | 'unknown_click' | 'partner_paused' | null;
    approves_at: string;
    occurred_at: string;
    rates_id: string;
    created_at: string;
  };
  /** The ledger: rows are added, never changed. */
  commission_entries: {
    id: string;
    partner_id: string;
    currency: string;
    conversion_id: string;
    refund_id: string | null;
    kind: 'commission' | 'rounding';
    /** With all minor units of the currency; negative where something is taken back. */
    amount: string;
    created_at: string;
  };
  /** A partner's sums in one currency: whoever adds to the ledger holds the row until the commit. */
  commission_totals: {
    partner_id: string;
    currency: string;
    /** Σ rate × (sales − refunds), not rounded. */
    exact: string;
    /** Σ entries. */
    entered: string;
  };
  payouts: {
    id: string;
    account_id: string;
    partner_id: string;
    currency: string;
    amount: string;
    /** How many conversions have entries in it. */
    conversions: number;
    until: string;
    created_at: string;
  };
  /** An entry is in one payout at most. */
  payout_entries: { entry_id: string; payout_id: string };
}
