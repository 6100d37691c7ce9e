import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import type { Caller } from './caller.ts';

export interface Authenticator {
  /** Fails with a 401 when the header names no usable key. */
  findCaller: (authorization: string | undefined) => Promise<Caller>;
  /** Counts a request without a key against its address. Fails: `too_many_requests`. */
  countAnonymousRequest: (address: string) => void;
}

/** Finds out whose key the request carries, where its route needs one. */
export function authenticateRequest({ findCaller, countAnonymousRequest }: Authenticator) {
  return async function authenticate(request: FastifyRequest) {
    if (!needsKey(request) || hasSessionToken(request)) return;
    try {
      request.caller = await findCaller(request.headers.authorization);
    } catch (error) {
      if (error instanceof Failure && error.code === 'key_missing')
        countAnonymousRequest(request.ip);
      throw error;
    }
  };
}

/** Everything below /v1 does unless it says otherwise, unknown addresses too; pages and probes do not. */
function needsKey({ routeOptions, url }: FastifyRequest): boolean {
  const { access } = routeOptions.config;
  return access ? access === 'key' || access === 'key-or-session' : /^\/v1(?:[/?]|$)/.test(url);
}

/** Tokens of reading sessions have dots (JWT), keys have none. Whether one is good the route finds out. */
function hasSessionToken({ routeOptions, headers }: FastifyRequest): boolean {
  return (
    routeOptions.config.access === 'key-or-session' &&
    /^Bearer +[\w-]+\.[\w-]+\.[\w-]+ *$/i.test(headers.authorization ?? '')
  );
}

/** Fails with a 403 when the caller lacks the permission, or may not call from this origin. */
export type CheckRights = (
  caller: Caller,
  permission: string | undefined,
  origin: string | undefined,
) => void;

/** Lets the caller do what the route's permission names. */
export function authorizeRequest(check: CheckRights) {
  return async function authorize({ caller, routeOptions, headers }: FastifyRequest) {
    if (caller) check(caller, routeOptions.config.permission, headers.origin);
  };
}
