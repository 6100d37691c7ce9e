import { z } from 'zod';
import type { BookStore } from '../../books/store.ts';
import type { Database } from '../../db/open.ts';
import type { CursorCodec } from '../../http/pagination.ts';
import type { BuyLinks } from '../buy-links.ts';
import { AffiliateId } from '../contract.ts';
import type { Partners } from '../partners.ts';
import type { Payouts } from '../payouts.ts';
import type { Consent, Visits } from '../visits.ts';

/**
 * The fields of a verified session token that are used here. Tokens from earlier releases lack the
 * optional fields.
 */
export interface ReadingSession {
  bookId: string;
  /** Origin of the page that opened the session, or null if a server opened it. */
  origin: string | null;
  campaign: string | null;
  /** Unix seconds. */
  startedAt: number;
  accountId?: string | null;
  traceId?: string | null;
  partnerId?: string | null;
  sub?: string | null;
  deploymentId?: string | null;
  readerId?: string | null;
  consent?: Consent;
}

/**
 * The book's buy link template, otherwise the deployment's, or null if neither has one. Validated
 * by `buyTemplateError`.
 */
export type BuyTemplateOf = (
  accountId: string,
  bookId: string,
  deploymentId: string | null,
) => Promise<string | null>;

export interface AffiliateRoutesOptions {
  db: Database;
  now: () => Date;
  /** Returns a new, sortable id with this prefix. */
  newId: (prefix: string) => string;
  /** Counts a request without a key by client address. False if the address has sent too many. */
  isWithinAddressLimit: (address: string) => boolean;
  books: Pick<BookStore, 'find' | 'findByIsbn'>;
  partners: Partners;
  payouts: Payouts;
  visits: Visits;
  buyLinks: BuyLinks;
  /**
   * @throws Failure `session_invalid`, `session_expired`, `access_expired`, `key_revoked`,
   * `session_ended`.
   */
  checkSession: (token: string) => Promise<ReadingSession>;
  buyTemplateOf: BuyTemplateOf;
  /** Returns null if the book has no ISBN or is not visible to the account. */
  isbnOf: (accountId: string, bookId: string) => Promise<string | null>;
  cursors: CursorCodec;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
}

export const tags = ['Affiliates'];
export const NoQuery = z.strictObject({});
export const AffiliateParams = z.strictObject({ affiliateId: AffiliateId });
