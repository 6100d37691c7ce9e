import type { FastifyRequest } from 'fastify';
import { Failure, type FailureCode } from '../failure.ts';
import type { Permission, Tier } from '../values/permissions.ts';
import type { Viewer } from '../values/viewer.ts';

/** A request's API key and its account. */
export interface Caller extends Viewer {
  keyId: string;
  /** Quota that counts the requests. Rotated keys share one quota. */
  quotaId: string;
  kind: 'secret' | 'publishable';
  tier: Tier;
  permissions: readonly Permission[];
  /** Origins that may use a publishable key, or empty for a secret key. */
  allowedOrigins: readonly string[];
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC, or null if the key does not expire. */
  expiresAt: string | null;
}

/**
 * The request's key is known, but it was revoked, has expired or belongs to a suspended account.
 */
export class RefusedKey extends Failure {
  readonly key: Pick<Caller, 'keyId' | 'accountId'>;

  constructor(
    code: 'key_revoked' | 'key_expired' | 'account_suspended',
    message: string,
    key: Pick<Caller, 'keyId' | 'accountId'>,
  ) {
    super(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
    this.key = key;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that require no key. */
    caller: Caller | null;
    /** The revoked or expired key of a request without a caller. */
    refusedKey: Pick<Caller, 'keyId' | 'accountId'> | null;
    /** Code of the problem response, or null if the request succeeded. */
    failureCode: FailureCode | 'internal_error' | null;
    /**
     * Origin of the publisher's own domain to which the request was sent, or null for the server's
     * own host. URLs in responses begin with it, because a publisher's domain must not reveal the
     * operator's.
     */
    ownOrigin: string | null;
    /**
     * Account of the publisher's own domain to which the request was sent, or null for the server's
     * own host.
     */
    ownAccountId: string | null;
  }

  interface FastifyContextConfig {
    /** Permission that the route requires. Implies that it requires a key. */
    permission?: Permission;
    /**
     * `key`: any key. `open`: no credentials. `session`: the token of a reading session, which the
     * route itself checks. `key-or-session`: either a key or a session token.
     */
    access?: 'key' | 'open' | 'session' | 'key-or-session';
    /** Whether the query can contain a publishable key, as `key`. */
    keyInQuery?: boolean;
    /** If false, requests do not count toward the quota and succeed even when it is used up. */
    counted?: boolean;
    /** The route's own failure codes, in addition to those of the hooks. */
    fails?: readonly FailureCode[];
    /**
     * Other media types that a request can select, each with the URL of the operation that
     * describes it. Each operation has one media type, so that generated clients know the type of
     * its body.
     */
    alternates?: Readonly<Record<string, string>>;
  }
}

/** The caller on a route that requires a key. */
export function requireCaller({ caller, url }: FastifyRequest): Caller {
  if (!caller)
    throw new Error(`The handler of ${url} needs a caller, but its route does not require a key.`);
  return caller;
}
