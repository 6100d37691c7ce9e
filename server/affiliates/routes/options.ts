import { z } from 'zod';
import type { Database } from '../../db/open.ts';
import type { CursorCodec } from '../../http/pagination.ts';
import type { BuyLinks } from '../buy-links.ts';
import { AffiliateId } from '../contract.ts';
import type { Partners } from '../partners.ts';
import type { Payouts } from '../payouts.ts';
import type { Consent, Visits } from '../visits.ts';

/** A verified session token, as much of it as counts here; tokens of earlier releases lack the rest. */
export interface ReadingSession {
  bookId: string;
  /** Page that asked; null when a server did. */
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
 * The template of a buy link: the book's own, else the deployment's; null where neither sells it.
 * `buyTemplateFault` finds nothing wrong with it.
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
  /** Fails: `session_invalid`, `session_expired`, `access_expired`, `key_revoked`, `session_ended`. */
  checkSession: (token: string) => Promise<ReadingSession>;
  buyTemplateOf: BuyTemplateOf;
  /** Null where it has none, or is not to be seen by the account. */
  isbnOf: (accountId: string, bookId: string) => Promise<string | null>;
  cursors: CursorCodec;
  /** Origin that clients reach this server at, without a trailing slash. */
  publicUrl: string;
}

export const tags = ['Affiliates'];
export const NoQuery = z.strictObject({});
export const AffiliateParams = z.strictObject({ affiliateId: AffiliateId });
