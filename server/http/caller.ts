import type { FastifyRequest } from 'fastify';
import type { FailureCode } from '../failure.ts';
import type { Permission, Tier } from '../values/permissions.ts';
import type { Viewer } from '../values/viewer.ts';

/** The API key of a request, and its account. */
export interface Caller extends Viewer {
  keyId: string;
  /** Quota that counts the requests; rotated keys share one. */
  quotaId: string;
  kind: 'secret' | 'publishable';
  tier: Tier;
  permissions: readonly Permission[];
  /** Origins that may use a publishable key; empty for a secret key. */
  allowedOrigins: readonly string[];
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC; null if the key does not expire. */
  expiresAt: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes without a key. */
    caller: Caller | null;
  }

  interface FastifyContextConfig {
    /** Permission that the route requires, and with it a key. */
    permission?: Permission;
    /**
     * `key`: any key. `open`: no credentials. `session`: the route itself checks the token of a reading
     * session. `key-or-session`: either of the two.
     */
    access?: 'key' | 'open' | 'session' | 'key-or-session';
    /** False: requests do not count toward the quota, and succeed when it is used up. */
    counted?: boolean;
    /** Failure codes of the route itself, in addition to those of the hooks. */
    fails?: readonly FailureCode[];
  }
}

/** The caller on a route that requires a key. */
export function requireCaller({ caller, url }: FastifyRequest): Caller {
  if (!caller)
    throw new Error(`The handler of ${url} needs a caller, but its route does not require a key.`);
  return caller;
}
