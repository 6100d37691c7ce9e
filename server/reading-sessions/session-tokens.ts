import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import { type Licence, readLicence, writeLicence } from '../books/licence/licence.ts';
import { Failure } from '../failure.ts';
import type { SessionOwner } from './session-gate.ts';

/** A token's life; the component refreshes it while the book is open. */
const tokenLifetimeSeconds = 15 * 60;
/** How long one embed may be refreshed: a day's reading, then the page must ask anew. */
const maxSessionSeconds = 24 * 60 * 60;
/** Resource signatures change this seldom, so that browsers keep what they have loaded. */
const resourceWindowSeconds = 6 * 60 * 60;

/** What a session may read, and for whom. */
export interface SessionGrant extends SessionOwner {
  /** Where the book lies below `/content/`: the version of its file, else the book itself. */
  contentId: string;
  bookId: string;
  /** Page that asked, such as `https://books.example`; null when a server did. */
  origin: string | null;
  /** Null for all of the book, with what is published later. */
  licence: Licence | null;
  /** `full`: the book's own account gave all of it, free or not. Else as much as everyone may read. */
  access?: 'full' | null;
  /** When what it may read ends, in Unix seconds; null when it does not. */
  accessEndsAt: number | null;
  /** Partner and campaign that brought the reader. */
  affiliate: string | null;
  campaign: string | null;
  /** Account of the key. Tokens of earlier releases lack this and what follows. */
  accountId?: string | null;
  /** Of this reading, and of all it leads to. */
  traceId?: string | null;
  partnerId?: string | null;
  /** The partner’s own sub id. */
  sub?: string | null;
  deploymentId?: string | null;
  /** The publisher’s own opaque name of the reader. */
  readerId?: string | null;
  /** `required`: nothing is kept of the reader until a beacon says `granted`. */
  consent?: 'required' | 'granted' | null;
}

/** A verified token: the grant and when the reading began (Unix seconds). */
export interface Session extends SessionGrant {
  startedAt: number;
  exp: number;
}

/** What a resource's address says of the session that it was made for. */
export interface ResourceQuery {
  /** Whose the session is: `key_…`, or `key_…~ses_…`. */
  g: string;
  /** The licence, as `writeLicence` writes it; none for all of the book. */
  l?: string | undefined;
  /** When the signature ends, in Unix seconds. */
  e: number;
  s: string;
}

export type SessionTokens = ReturnType<typeof sessionTokens>;

/**
 * Session tokens (JWT, HS256) and resource signatures. Nothing is stored: any process that has
 * the secret can check them.
 */
export function sessionTokens(secret: string, now: () => Date) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'reader session', 32));
  const resourceKey = Buffer.from(hkdfSync('sha256', secret, '', 'reader resource', 32));
  const sign = createSigner({ key, algorithm: 'HS256', noTimestamp: true });
  const verify = createVerifier({
    key,
    algorithms: ['HS256'],
    ignoreExpiration: true,
    cache: 1000,
  });
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  /** @throws Failure `session_invalid` when the signature is not ours, `access_expired`. */
  function read(token: string): Session {
    const session = verified(token);
    if (session.accessEndsAt !== null && session.accessEndsAt <= seconds()) {
      throw new Failure('access_expired', 'What this session may read has come to its end.');
    }
    return session;
  }

  function verified(token: string): Session {
    const refusal = 'This reading session’s token is not valid.';
    let session: Session;
    try {
      session = verify(token) as Session;
    } catch (cause) {
      throw new Failure('session_invalid', refusal, { cause });
    }
    // Without one it would license everything.
    if (session.licence === undefined) throw new Failure('session_invalid', refusal);
    return session;
  }

  function issue(grant: SessionGrant, startedAt = seconds()): { token: string; expiresAt: string } {
    const exp = Math.min(seconds() + tokenLifetimeSeconds, grant.accessEndsAt ?? Infinity);
    const session: Session = { ...grant, startedAt, exp };
    return { token: sign(session), expiresAt: new Date(exp * 1000).toISOString() };
  }

  function resourceSignature(contentId: string, { g, l, e }: Omit<ResourceQuery, 's'>): string {
    return createHmac('sha256', resourceKey)
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
     * A grant that may be issued again, although its token may have expired meanwhile.
     *
     * @throws Failure `session_invalid`, `access_expired`, `session_expired`.
     */
    verifyForRefresh(token: string): Session {
      const session = read(token);
      if (session.startedAt + maxSessionSeconds <= seconds()) {
        throw new Failure('session_expired', 'This reading session is over: open the book again.');
      }
      return session;
    },

    /** Query string that opens what is licensed of a book's images and fonts for 6 to 12 hours. */
    resourceQuery({ contentId, keyId, sessionId, licence, accessEndsAt }: SessionGrant): string {
      const window = (Math.floor(seconds() / resourceWindowSeconds) + 2) * resourceWindowSeconds;
      const e = Math.min(window, accessEndsAt ?? Infinity);
      const g = sessionId === null ? keyId : `${keyId}~${sessionId}`;
      const scope = licence ? { g, l: writeLicence(licence), e } : { g, e };
      const s = resourceSignature(contentId, scope);
      return Object.entries({ ...scope, s })
        .map(([name, value]) => `${name}=${value}`)
        .join('&');
    },

    /** What a signed address opens. @throws Failure `session_invalid`, `session_expired`. */
    verifyResource(
      contentId: string,
      { g, l, e, s }: ResourceQuery,
    ): SessionOwner & { licence: Licence | null } {
      const expected = Buffer.from(resourceSignature(contentId, { g, l, e }));
      const given = Buffer.from(s);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
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
