import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { bookOwnersFor, liveAccountOf } from '../values/environment.ts';
import type { Webhook } from './contract.ts';

/** Lifetime of a link and of the session that it opens. */
const linkMs = 10 * 60_000;
const sessionMs = 60 * 60_000;

export interface PortalContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  /** Returns bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  /** Origin at which clients reach the server, without a trailing slash. */
  publicUrl: string;
}

/** The webhooks that a customer manages. */
export interface PortalScope {
  accountId: string;
  /**
   * Only webhooks that are restricted to some of these books. Empty for all of the account's
   * webhooks.
   */
  bookIds: readonly string[];
}

/** An open portal session. */
export interface PortalSession extends PortalScope {
  /** Name of the customer. */
  name: string;
  expiresAt: string;
}

export type WebhookPortal = ReturnType<typeof webhookPortal>;

/** Links with which an account's customers manage webhooks. Only hashes of tokens are stored. */
export function webhookPortal({ db, now, newId, random, publicUrl }: PortalContext) {
  const newToken = () => Buffer.from(random(32)).toString('base64url');
  const later = (ms: number) => new Date(now().getTime() + ms).toISOString();

  return {
    /** Creates a link, which works once, within ten minutes. @throws Failure `book_not_found`. */
    async createLink(
      { accountId, bookIds }: PortalScope,
      name: string,
    ): Promise<{ url: string; expiresAt: string }> {
      const token = newToken();
      const expiresAt = later(linkMs);
      await db.transaction(async (tx) => {
        await tx.deleteFrom('webhook_portals').where('expires_at', '<', later(0)).execute();
        const ids = [...new Set(bookIds)];
        const known = ids.length
          ? await tx
              .selectFrom('books')
              .select('id')
              .where('id', 'in', ids)
              .where('account_id', 'in', bookOwnersFor(accountId))
              .execute()
          : [];
        const missing = ids.find((id) => !known.some((book) => book.id === id));
        if (missing !== undefined) {
          throw new Failure('book_not_found', `No book with id ${missing} in this account.`);
        }
        await tx
          .insertInto('webhook_portals')
          .values({
            id: newId('whp'),
            account_id: accountId,
            name,
            book_ids: JSON.stringify(ids),
            token_hash: hash(token),
            session_hash: null,
            created_at: later(0),
            expires_at: expiresAt,
          })
          .execute();
      });
      // The fragment is not part of requests, so no server or proxy logs the token.
      return { url: `${publicUrl}/console/webhook-portal#${token}`, expiresAt };
    },

    /** Uses a link and starts a one-hour session. @throws Failure `link_not_found`. */
    async open(token: string): Promise<{ sessionToken: string }> {
      const sessionToken = newToken();
      const { numUpdatedRows } = await db.query
        .updateTable('webhook_portals')
        .set({ session_hash: hash(sessionToken), expires_at: later(sessionMs) })
        .where('token_hash', '=', hash(token))
        .where('session_hash', 'is', null)
        .where('expires_at', '>', later(0))
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return { sessionToken };
      throw new Failure(
        'link_not_found',
        'This link is incomplete, was already used, or has expired. Request a new link where you got this one.',
      );
    },

    /** Returns an open session, or null if it has ended or its account is suspended. */
    async find(sessionToken: string): Promise<PortalSession | null> {
      const row = await db.query
        .selectFrom('webhook_portals')
        .select(['account_id', 'name', 'book_ids', 'expires_at'])
        .where('session_hash', '=', hash(sessionToken))
        .where('expires_at', '>', later(0))
        .executeTakeFirst();
      if (!row) return null;
      const account = await db.query
        .selectFrom('accounts')
        .select('suspended_at')
        .where('id', '=', liveAccountOf(row.account_id) ?? row.account_id)
        .executeTakeFirst();
      if (!account || account.suspended_at !== null) return null;
      return {
        accountId: row.account_id,
        name: row.name,
        bookIds: BookIds.parse(JSON.parse(row.book_ids)),
        expiresAt: row.expires_at,
      };
    },
  };
}

const BookIds = z.array(z.string());

/** Tokens are random, so a fast hash is sufficient. */
function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a customer manages a webhook. */
export function isInScope({ filters }: Webhook, { bookIds }: PortalScope): boolean {
  if (bookIds.length === 0) return true;
  return filters.bookIds.length > 0 && filters.bookIds.every((id) => bookIds.includes(id));
}

/**
 * Returns the book filter that a customer requests, restricted to the customer's books.
 *
 * @throws Failure `book_not_found` for any other book.
 */
export function scopedBooks(asked: readonly string[], { bookIds }: PortalScope): string[] {
  if (bookIds.length === 0) return [...asked];
  if (asked.length === 0) return [...bookIds];
  const other = asked.findIndex((id) => !bookIds.includes(id));
  if (other === -1) return [...asked];
  const pointer = `/filters/bookIds/${other}`;
  const detail = `No book has the id ${asked[other]}.`;
  throw new Failure('book_not_found', `${pointer}: ${detail}`, {
    errors: [{ pointer, detail, reason: 'not_found' }],
  });
}
