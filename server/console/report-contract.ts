import type {
  Affiliate,
  AffiliateConversion,
  AffiliateReport,
  Payout,
  SignedMoney,
} from '../affiliates/contract.ts';
import type { AnalyticsReports } from '../analytics/reports.ts';
import type { Sale } from '../sales/contract.ts';
import type { SaleSum } from '../sales/sale-sums.ts';
import type { Checklist, ConsoleBookRow, ConsoleKey } from './contract.ts';

/** All reports of analytics for one query. The definitions are in `docs/reference/analytics.md`. */
export type ConsoleAnalytics = Awaited<ReturnType<AnalyticsReports['combined']>>;

/** A sale in the list of its account. */
export interface ConsoleSale extends Sale {
  /** Null if the book was removed. */
  bookTitle: string | null;
}

/** Sales in a period and in the preceding period of the same length, by currency. */
export interface SaleTotals {
  from: string;
  to: string;
  sums: SaleSum[];
  previous: SaleSum[];
  /** Currency of the account's newest price, in which a sum of no sales is zero. */
  priceCurrency: string | null;
}

/** An affiliate with the people who can see its statistics. */
export interface ConsoleAffiliate {
  affiliate: Affiliate;
  /** Changes whenever the affiliate changes. */
  revision: number;
  /** Members with the role `partner` for this affiliate. */
  people: { name: string; email: string }[];
  /** Pending invitations of further people. */
  invitations: { email: string; expiresAt: string }[];
}

/** Unpaid commissions by currency. */
export interface AffiliateBalance {
  /**
   * The amount that a payout would pay now. Negative if refunds since the last payout exceed
   * earnings.
   */
  due: SignedMoney[];
  /** Amount awaiting the end of the approval period. */
  pending: SignedMoney[];
  /** See `SaleTotals`. */
  priceCurrency: string | null;
}

/** A conversion as partners see it. */
export interface ConsoleConversion extends Pick<
  AffiliateConversion,
  | 'id'
  | 'bookId'
  | 'campaign'
  | 'sub'
  | 'rate'
  | 'sold'
  | 'net'
  | 'commission'
  | 'state'
  | 'reason'
  | 'approvesAt'
  | 'occurredAt'
> {
  bookTitle: string | null;
}

/** The affiliate of the signed-in partner, with its terms. */
export interface PartnerProfile extends Pick<
  Affiliate,
  'code' | 'name' | 'rate' | 'windowDays' | 'approvalDays' | 'couponCodes' | 'state'
> {
  /** Origin of this server. */
  origin: string;
}

/** A book that a partner can promote. */
export interface PartnerBook extends Pick<
  ConsoleBookRow,
  'id' | 'title' | 'authors' | 'coverUrl' | 'price' | 'readable'
> {
  /** The partner's share of a sale of this book, 0–1. */
  rate: string;
  /**
   * The book's page on a domain of the publisher, where readers need no key. Null if there is no
   * domain.
   */
  pageUrl: string | null;
}

export type { Affiliate, AffiliateReport, Payout };

/** The account's start page. Parts that the role cannot see are null. */
export interface HomeSummary {
  checklist: Checklist;
  attention: AttentionItem[] | null;
  /** The last 30 days, compared with the 30 days before. */
  analytics: ConsoleAnalytics | null;
  /** The same days. */
  sales: SaleTotals | null;
  usage: ConsoleUsage | null;
}

/** An item that needs the attention of the account's members. Times are ISO 8601. */
export type AttentionItem =
  | ({ kind: 'quota'; window: 'day' | 'month'; used: number; limit: number } & KeyLabel)
  | { kind: 'webhook'; name: string; isDisabled: boolean; since: string }
  | { kind: 'domain'; name: string; deploymentId: string; since: string }
  | { kind: 'book'; name: string; bookId: string; problems: number };

/** The newest key of a quota. */
type KeyLabel = Pick<ConsoleKey, 'label' | 'ending'>;

/** Counted requests of a quota. */
export interface KeyUsage extends KeyLabel {
  usedToday: number;
  usedThisMonth: number;
  dailyLimit: number;
  monthlyLimit: number;
}

/** An account's counted requests in the current UTC day and month. */
export interface ConsoleUsage {
  today: number;
  thisMonth: number;
  /** The keys closest to their limits. */
  keys: KeyUsage[];
}
