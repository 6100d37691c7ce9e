import { createHmac, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import { type Licence, readLicence, writeLicence } from '../books/licence/licence.ts';
import { Failure } from '../failure.ts';
import { deriveKeys, firstAccepted, type Secrets } from '../values/secrets.ts';
import type { SessionOwner } from './session-gate.ts';

/** Lifetime of a token. The reader refreshes it while the book is open. */
const tokenLifetimeSeconds = 15 * 60;
/** How long a session can be refreshed. After that, the page must request a new embed. */
const maxSessionSeconds = 24 * 60 * 60;
/** Interval at which resource signatures change. Long enough to keep browser caches valid. */
const resourceWindowSeconds = 6 * 60 * 60;

/** Access that a session grants, and to whom. */
export interface SessionGrant extends SessionOwner {
  /**
   * Id in `/content/{contentId}`, which is that of the book's file version, or of the book if it
   * has no file.
   */
  contentId: string;
  bookId: string;
  /**
   * Origin of the requesting page, such as `https://books.example`, or null if a server made the
   * request.
   */
  origin: string | null;
  /**
   * Whether the page that shows the book was served with the session. Sandboxed frames, such as
   * those of WordPress, send `Origin: null`, so this origin is accepted as well.
   */
  isServedPage?: boolean;
  /** Null for the whole book, including chapters published later. */
  licence: Licence | null;
  /**
   * `full` if the book's own account granted the whole book. Otherwise, only what everyone may
   * read.
   */
  access?: 'full' | null;
  /** When access ends, in Unix seconds, or null if it does not end. */
  accessEndsAt: number | null;
  /** Code of the affiliate who referred the reader. */
  affiliate: string | null;
  campaign: string | null;
  /** The key's account. Tokens from earlier releases lack this field and those below. */
  accountId?: string | null;
  /** Identifies this visit and every later step, up to a sale. */
  traceId?: string | null;
  partnerId?: string | null;
  /** The affiliate's sub id. */
  sub?: string | null;
  deploymentId?: string | null;
  /** The publisher's opaque identifier for the reader. */
  readerId?: string | null;
  /** `required`: nothing about the reader is stored until a beacon reports `granted`. */
  consent?: 'required' | 'granted' | null;
}

/**
 * A verified token: the grant, and when the session began and when the token expires (Unix
 * seconds).
 */
export interface Session extends SessionGrant {
  startedAt: number;
  exp: number;
}

/** Query parameters of a signed resource URL. */
export interface ResourceQuery {
  /** The session's owner: `key_…` or `key_…~ses_…`. */
  g: string;
  /** The license in the format of `writeLicence`, or undefined for the whole book. */
  l?: string | undefined;
  /** When the signature expires, in Unix seconds. */
  e: number;
  s: string;
}

export type SessionTokens = ReturnType<typeof sessionTokens>;

/**
 * Session tokens (JWT, HS256) and resource signatures. Nothing is stored because every process with
 * the secret can verify them.
 */
export function sessionTokens(secrets: Secrets, now: () => Date) {
  const [current, ...accepted] = deriveKeys(secrets, 'reader session');
  const resourceKeys = deriveKeys(secrets, 'reader resource');
  const sign = createSigner({ key: current, algorithm: 'HS256', noTimestamp: true });
  const verifierOf = (key: Buffer) =>
    createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true, cache: 1000 });
  const verifiers = [verifierOf(current), ...accepted.map(verifierOf)] as const;
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  /** @throws Failure `session_invalid` if the signature does not match, `access_expired`. */
  function read(token: string): Session {
    const session = verified(token);
    if (session.accessEndsAt !== null && session.accessEndsAt <= seconds()) {
      throw new Failure('access_expired', 'This reading session’s access has expired.');
    }
    return session;
  }

  function verified(token: string): Session {
    const message = 'This reading session’s token is not valid.';
    let session: Session;
    try {
      session = firstAccepted(verifiers, (verify) => verify(token) as Session);
    } catch (cause) {
      throw new Failure('session_invalid', message, { cause });
    }
    // A missing license must not count as null, which grants the whole book.
    if (session.licence === undefined) throw new Failure('session_invalid', message);
    return session;
  }

  function issue(grant: SessionGrant, startedAt = seconds()): { token: string; expiresAt: string } {
    const exp = Math.min(seconds() + tokenLifetimeSeconds, grant.accessEndsAt ?? Infinity);
    const session: Session = { ...grant, startedAt, exp };
    return { token: sign(session), expiresAt: new Date(exp * 1000).toISOString() };
  }

  function resourceSignature(
    key: Buffer,
    contentId: string,
    { g, l, e }: Omit<ResourceQuery, 's'>,
  ): string {
    return createHmac('sha256', key)
      .update(JSON.stringify([contentId, g, l ?? null, e]))
      .digest('base64url')
      .slice(0, 22);
  }

  return {
    issue,

    /** @throws Failure `session_invalid`, `access_expired`, `session_expired`. */
    verify(token: string): Session {
      const session = read(token);
      if (session.exp <= seconds()) {
        throw new Failure('session_expired', 'This reading session’s token has expired.');
      }
      return session;
    },

    /**
     * Returns the session of a token that may be replaced by a new one, even if it has expired.
     *
     * @throws Failure `session_invalid`, `access_expired`, `session_expired`.
     */
    verifyForRefresh(token: string): Session {
      const session = read(token);
      if (session.startedAt + maxSessionSeconds <= seconds()) {
        throw new Failure(
          'session_expired',
          'This reading session is older than a day. Open the book again.',
        );
      }
      return session;
    },

    /**
     * Returns a query string that signs requests for a book's licensed resources for 6 to 12 hours.
     */
    resourceQuery({ contentId, keyId, sessionId, licence, accessEndsAt }: SessionGrant): string {
      const window = (Math.floor(seconds() / resourceWindowSeconds) + 2) * resourceWindowSeconds;
      const e = Math.min(window, accessEndsAt ?? Infinity);
      const g = sessionId === null ? keyId : `${keyId}~${sessionId}`;
      const scope = licence ? { g, l: writeLicence(licence), e } : { g, e };
      const s = resourceSignature(resourceKeys[0], contentId, scope);
      return Object.entries({ ...scope, s })
        .map(([name, value]) => `${name}=${value}`)
        .join('&');
    },

    /**
     * Returns the owner and license of a signed resource URL.
     *
     * @throws Failure `session_invalid`, `session_expired`.
     */
    verifyResource(
      contentId: string,
      { g, l, e, s }: ResourceQuery,
    ): SessionOwner & { licence: Licence | null } {
      const given = Buffer.from(s);
      const isSignedWith = (key: Buffer) => {
        const expected = Buffer.from(resourceSignature(key, contentId, { g, l, e }));
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (!resourceKeys.some(isSignedWith)) {
        throw new Failure('session_invalid', 'This resource’s signature is not valid.');
      }
      if (e <= seconds()) {
        throw new Failure('session_expired', 'This resource’s signature has expired.');
      }
      const [keyId = '', sessionId = null] = g.split('~');
      return { keyId, sessionId, licence: l === undefined ? null : readLicence(l) };
    },
  };
}
