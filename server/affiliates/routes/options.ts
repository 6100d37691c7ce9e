import { z } from 'zod';
import type { Database } from '../../db/open.ts';
import type { CursorCodec } from '../../http/pagination.ts';
import type { BuyLinks } from '../buy-links.ts';
import { AffiliateId } from '../contract.ts';
import type { Partners } from '../partners.ts';
import type { Payouts } from '../payouts.ts';
import type { Consent, Visits } from '../visits.ts';

/** The fields of a verified session token used here; tokens of earlier releases lack the optional ones. */
export interface ReadingSession {
  bookId: string;
  /** Origin of the page that opened the session; null if a server did. */
  origin: string | null;
  campaign: string | null;
  /** Unix seconds. */
  startedAt: number;
  accountId?: string | null;
  traceId?: string | null;
  partnerId?: string | null;
  sub?: string | null;
  deploymentId?: string | null;
  consent?: Consent;
}

/**
 * Template of a buy link, validated by `buyTemplateError`: the book's own, otherwise the deployment's;
 * null if neither has one.
 */
export type BuyTemplateOf = (
  accountId: string,
  bookId: string,
  deploymentId: string | null,
) => Promise<string | null>;

export interface AffiliateRoutesOptions {
  db: Database;
  now: () => Date;
  partners: Partners;
  payouts: Payouts;
  visits: Visits;
  buyLinks: BuyLinks;
  /** @throws Failure `session_invalid`, `session_expired`, `access_expired`, `key_revoked`, `session_ended`. */
  checkSession: (token: string) => Promise<ReadingSession>;
  buyTemplateOf: BuyTemplateOf;
  /** Null if the book has no ISBN or is not visible to the account. */
  isbnOf: (accountId: string, bookId: string) => Promise<string | null>;
  cursors: CursorCodec;
  /** Origin of this server as seen by clients, without a trailing slash. */
  publicUrl: string;
}

export const tags = ['Affiliates'];
export const NoQuery = z.strictObject({});
export const AffiliateParams = z.strictObject({ affiliateId: AffiliateId });
