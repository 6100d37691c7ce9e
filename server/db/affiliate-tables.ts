/**
 * Timestamps are ISO 8601 UTC text, JSON is stored as text, and amounts and rates are decimal
 * strings.
 */
export interface AffiliateTables {
  partners: {
    id: string;
    account_id: string;
    /** Unique within the account. */
    code: string;
    name: string;
    /** Share of a sale, 0–1. */
    rate: string;
    window_days: number;
    approval_days: number;
    /** Number of orders for which one click can earn a commission. */
    max_conversions_per_click: number;
    /** JSON list of readers whose purchases earn no commission. */
    own_reader_ids: string;
    /** JSON list of coupon codes, as entered. `partner_coupons` has the same codes for lookups. */
    coupon_codes: string;
    /** JSON list of `{bookId, rate}` and `{subject, rate}`. */
    special_rates: string;
    state: 'active' | 'paused';
    /** Increases with every change. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** Coupon codes in upper case. Each belongs to one partner of the account. */
  partner_coupons: { account_id: string; code: string; partner_id: string };
  /**
   * Steps of a visit, with one row per type and chapter even if a step is reported several times.
   */
  visits: {
    trace_id: string;
    type: 'impression' | 'opened' | 'progressed' | 'finished-sample' | 'buy-clicked';
    /** Empty for steps without a chapter. */
    chapter: string;
    account_id: string;
    partner_id: string | null;
    book_id: string;
    deployment_id: string | null;
    campaign: string | null;
    sub: string | null;
    /** Furthest reported progress, 0–1. */
    fraction: number | null;
    occurred_at: string;
  };
  /** Clicks on buy links, with one per visit. */
  clicks: {
    id: string;
    account_id: string;
    trace_id: string;
    /** Null if there is no affiliate. */
    partner_id: string | null;
    book_id: string;
    deployment_id: string | null;
    campaign: string | null;
    sub: string | null;
    chapter: string | null;
    /** The account's opaque reader id. Null if not given. */
    reader_id: string | null;
    created_at: string;
  };
  /** Commission on a sale, or why there is none. Amounts are sums of `commission_entries`. */
  conversions: {
    id: string;
    account_id: string;
    sale_id: string;
    /** Null if the click is unknown. */
    partner_id: string | null;
    /** Empty if a coupon code led to the sale. */
    click_id: string;
    trace_id: string | null;
    book_id: string;
    campaign: string | null;
    sub: string | null;
    chapter: string | null;
    /** Value at the time of the sale. */
    rate: string;
    currency: string;
    unit_price: string;
    quantity: number;
    refunded_quantity: number;
    commission: string;
    rounding: string;
    /** Amount included in payouts. */
    paid_commission: string;
    paid_rounding: string;
    /** First payout that includes the conversion. */
    payout_id: string | null;
    /** Why there is no commission. */
    reason:
      | 'outside_window'
      | 'self_referral'
      | 'unknown_click'
      | 'partner_paused'
      | 'click_used'
      | null;
    approves_at: string;
    occurred_at: string;
    rates_id: string;
    created_at: string;
  };
  /** Append-only ledger. */
  commission_entries: {
    id: string;
    partner_id: string;
    currency: string;
    conversion_id: string;
    refund_id: string | null;
    kind: 'commission' | 'rounding';
    /** With all of the currency's minor units. Negative for refunds. */
    amount: string;
    created_at: string;
  };
  /** An affiliate's totals in one currency. Locked until the commit while entries are added. */
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
    /** Number of conversions with entries in the payout. */
    conversions: number;
    until: string;
    created_at: string;
  };
  /** An entry belongs to at most one payout. */
  payout_entries: { entry_id: string; payout_id: string };
}
