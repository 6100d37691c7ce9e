import type { FastifyRequest } from 'fastify';

/** Whose key a request carries. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** The count that its requests go to; keys that replace each other share one. */
  quotaId: string;
  kind: 'secret' | 'publishable';
  tier: string;
  /** `<action>:<resource>` each. */
  permissions: readonly string[];
  /** Where a publishable key may be used from; empty for a secret one. */
  allowedOrigins: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that need no key. */
    caller: Caller | null;
  }

  interface FastifyContextConfig {
    /** The one permission that the route needs, such as `read:books`; a key is needed either way. */
    permission?: string;
    /** `open`: for anyone. `session`: the route itself checks a reading session's token. */
    access?: 'key' | 'open' | 'session';
    /** False: answers cost no quota, and a used-up quota does not stop them. */
    counted?: boolean;
  }
}

/** The caller of a route that needs a key. */
export function callerOf({ caller, url }: FastifyRequest): Caller {
  if (!caller) throw new Error(`${url} needs a caller, but its route lets anyone in.`);
  return caller;
}
