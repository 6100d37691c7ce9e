import type { FastifyRequest } from 'fastify';
import type { FailureCode } from '../failure.ts';
import type { Permission, Tier } from '../values/permissions.ts';

/** The key that a request carries, and whose it is. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** The count that its requests go to; keys that replace each other share one. */
  quotaId: string;
  kind: 'secret' | 'publishable';
  tier: Tier;
  permissions: readonly Permission[];
  /** Where a publishable key may be used from; empty for a secret one. */
  allowedOrigins: readonly string[];
  /** ISO 8601 UTC, as every timestamp. */
  createdAt: string;
  /** Null when the key does not expire. */
  expiresAt: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that need no key. */
    caller: Caller | null;
  }

  interface FastifyContextConfig {
    /** The one permission that the route needs; it needs a key then. */
    permission?: Permission;
    /**
     * `key`: any key will do. `open`: for anyone. `session`: the route checks a reading session itself, as it
     * does in the place of a key with `key-or-session`.
     */
    access?: 'key' | 'open' | 'session' | 'key-or-session';
    /** False: answers cost no quota, and a used-up quota does not stop them. */
    counted?: boolean;
    /** What the route itself can refuse, besides what its way through the pipeline does. */
    fails?: readonly FailureCode[];
  }
}

/** The caller of a route that needs a key. */
export function requireCaller({ caller, url }: FastifyRequest): Caller {
  if (!caller) throw new Error(`${url} needs a caller, but its route lets anyone in.`);
  return caller;
}
