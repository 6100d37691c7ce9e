import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import { Failure } from '../failure.ts';
import type { Licence } from './licence.ts';

/** A token's life; the component refreshes it while the book is open. */
const sessionSeconds = 15 * 60;
/** How long one embed may be refreshed: a day's reading, then the page must ask anew. */
const readingSeconds = 24 * 60 * 60;
/** Resource signatures change this seldom, so that browsers keep what they have loaded. */
const resourceWindowSeconds = 6 * 60 * 60;

/** What a session may read, and for whom. */
export interface SessionGrant {
  /** Where the book lies below `/content/`: the version of its file, else the book itself. */
  contentId: string;
  bookId: string;
  keyId: string;
  /** Page that asked, such as `https://books.example`; null when a server did. */
  origin: string | null;
  licence: Licence;
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

export type Sessions = ReturnType<typeof readerSessions>;

/**
 * Session tokens (JWT, HS256) and resource signatures. Nothing is stored: any process that has
 * the secret can check them.
 */
export function readerSessions(secret: string, now: () => Date) {
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

  /** @throws Failure `session_invalid` when the signature is not ours. */
  function read(token: string): Session {
    try {
      return verify(token) as Session;
    } catch (cause) {
      throw new Failure('session_invalid', 'This reading session’s token is not valid.', { cause });
    }
  }

  function issue(grant: SessionGrant, startedAt = seconds()): { token: string; expiresAt: string } {
    const exp = seconds() + sessionSeconds;
    const session: Session = { ...grant, startedAt, exp };
    return { token: sign(session), expiresAt: new Date(exp * 1000).toISOString() };
  }

  function resourceSignature(contentId: string, expires: number): string {
    return createHmac('sha256', resourceKey)
      .update(`${contentId} ${expires}`)
      .digest('base64url')
      .slice(0, 22);
  }

  return {
    issue,

    /** @throws Failure `session_invalid`, `session_expired`. */
    check(token: string): Session {
      const session = read(token);
      if (session.exp <= seconds()) {
        throw new Failure('session_expired', 'This reading session’s token has expired.');
      }
      return session;
    },

    /**
     * A grant that may be issued again, although its token may have expired meanwhile.
     *
     * @throws Failure `session_invalid`, `session_expired`.
     */
    checkForRefresh(token: string): Session {
      const session = read(token);
      if (session.startedAt + readingSeconds <= seconds()) {
        throw new Failure('session_expired', 'This reading session is over: open the book again.');
      }
      return session;
    },

    /** Query string that opens a book's images and fonts for 6 to 12 hours. */
    resourceQuery(contentId: string): string {
      const expires = (Math.floor(seconds() / resourceWindowSeconds) + 2) * resourceWindowSeconds;
      return `e=${expires}&s=${resourceSignature(contentId, expires)}`;
    },

    /** @throws Failure `session_invalid`, `session_expired`. */
    checkResource(contentId: string, expires: number, signature: string): void {
      const expected = Buffer.from(resourceSignature(contentId, expires));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new Failure('session_invalid', 'This resource’s signature is not valid.');
      }
      if (expires <= seconds()) {
        throw new Failure('session_expired', 'This resource’s signature has expired.');
      }
    },
  };
}
