import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Licence, readLicence, writeLicence } from '../books/licence/licence.ts';
import type { StoredBook } from '../books/stored-book.ts';
import { Failure } from '../failure.ts';

/**
 * URLs change at this interval and are valid for one to two intervals, so that readers share them.
 */
const windowSeconds = 60 * 60;

/** Everything after the tilde of a signed prefix: scope, expiry in Unix seconds, signature. */
const signedPrefix = /^(full|[\d.-]*(?:_\d+)?)~(\d{1,10})~([\w-]{43})$/;

const publicPrefix = 'public';

/** The access that a content URL with a prefix permits. */
export interface CacheGrant {
  /** Null for the whole book. */
  licence: Licence | null;
  /** Whether the book must be free for everyone. */
  isPublic: boolean;
  /** Until the signature expires. `Infinity` if it does not. */
  secondsLeft: number;
}

export type CacheUrls = ReturnType<typeof cacheUrls>;

/**
 * Prefixes of content URLs, with which a cache can respond without the server: `~public` for books
 * that are free for everyone, otherwise `~{scope}~{expiry}~{signature}`. The signature is the
 * HMAC-SHA256 of `{contentId}\n{scope}\n{expiry}` in base64url.
 *
 * @param secret - Shared with the cache. Null if there is no cache, which disables prefixes.
 */
export function cacheUrls(secret: string | null, now: () => Date) {
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  const sign = (key: string, contentId: string, scope: string, expiry: string): string =>
    createHmac('sha256', key).update(`${contentId}\n${scope}\n${expiry}`).digest('base64url');

  return {
    /**
     * Returns the path of a session's content below `/content/`: the content id, with a prefix if
     * there is a cache.
     *
     * @param accessEndsAt - Unix seconds, or null if access does not end.
     */
    contentPath(
      contentId: string,
      book: StoredBook,
      { licence, accessEndsAt }: { licence: Licence | null; accessEndsAt: number | null },
    ): string {
      if (secret === null) return contentId;
      if (licence === null && isFreeForEveryone(book)) return `~${publicPrefix}/${contentId}`;
      const window = (Math.floor(seconds() / windowSeconds) + 2) * windowSeconds;
      const expiry = String(Math.min(window, accessEndsAt ?? Infinity));
      const scope = licence ? writeLicence(licence) : 'full';
      return `~${scope}~${expiry}~${sign(secret, contentId, scope, expiry)}/${contentId}`;
    },

    /** @throws Failure `session_invalid`, `session_expired`. */
    verify(contentId: string, prefix: string): CacheGrant {
      if (secret !== null && prefix === publicPrefix) {
        return { licence: null, isPublic: true, secondsLeft: Infinity };
      }
      const [, scope, expiry, signature] = signedPrefix.exec(prefix) ?? [];
      if (secret === null || scope === undefined || expiry === undefined || !signature) {
        throw new Failure('session_invalid', 'This URL’s prefix is not valid.');
      }
      const expected = Buffer.from(sign(secret, contentId, scope, expiry));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new Failure('session_invalid', 'This URL’s signature is not valid.');
      }
      const secondsLeft = Number(expiry) - seconds();
      if (secondsLeft <= 0) {
        throw new Failure('session_expired', 'This URL’s signature has expired.');
      }
      return {
        licence: scope === 'full' ? null : readLicence(scope),
        isPublic: false,
        secondsLeft,
      };
    },
  };
}

/** Whether everyone may read the whole book, so that anyone may cache its content. */
export function isFreeForEveryone({ visibility, metadata }: StoredBook): boolean {
  return visibility === 'public' && (metadata.access ?? { mode: 'free' }).mode === 'free';
}
