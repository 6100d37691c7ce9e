import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { type Caller, RefusedKey } from './caller.ts';

export interface Authenticator {
  /** @throws Failure with status 401 if the header contains no valid key. */
  findCaller: (authorization: string | undefined) => Caller | Promise<Caller>;
  /** Counts a request without a key against its IP address. @throws Failure `too_many_requests`. */
  countAnonymousRequest: (address: string) => void;
}

/** Sets `request.caller` on routes that require a key. */
export function authenticateRequest({ findCaller, countAnonymousRequest }: Authenticator) {
  function accept(request: FastifyRequest, caller: Caller): void {
    request.caller = caller;
    if (caller.kind === 'secret' && request.headers.authorization === undefined) {
      throw new Failure(
        'secret_key_in_browser',
        'A secret key must not be part of a URL. Revoke this key and use a publishable key instead.',
      );
    }
  }

  function refuse(request: FastifyRequest, error: unknown): never {
    if (error instanceof Failure && error.code === 'key_missing') countAnonymousRequest(request.ip);
    if (error instanceof RefusedKey) request.refusedKey = error.key;
    throw error;
  }

  return (request: FastifyRequest): Promise<void> | null => {
    if (!needsKey(request) || hasSessionToken(request)) return null;
    try {
      const found = findCaller(authorizationOf(request));
      if (found instanceof Promise) {
        return found.then(
          (caller) => accept(request, caller),
          (error: unknown) => refuse(request, error),
        );
      }
      accept(request, found);
      return null;
    } catch (error) {
      return refuse(request, error);
    }
  };
}

/** The header or, on routes that accept it, the same text made from the query's `key`. */
function authorizationOf({ headers, query, routeOptions }: FastifyRequest): string | undefined {
  if (headers.authorization !== undefined || !routeOptions.config.keyInQuery)
    return headers.authorization;
  const key: unknown = Reflect.get(Object(query), 'key');
  return typeof key === 'string' ? `Bearer ${key}` : undefined;
}

/**
 * True below `/v1`, including unknown paths, unless the route sets `access`. False for pages and
 * probes.
 */
function needsKey({ routeOptions, url }: FastifyRequest): boolean {
  const { access } = routeOptions.config;
  return access ? access === 'key' || access === 'key-or-session' : /^\/v1(?:[/?]|$)/.test(url);
}

/** Session tokens (JWT) contain dots, and keys do not. The route validates the token. */
function hasSessionToken({ routeOptions, headers }: FastifyRequest): boolean {
  return (
    routeOptions.config.access === 'key-or-session' &&
    /^Bearer +[\w-]+\.[\w-]+\.[\w-]+ *$/i.test(headers.authorization ?? '')
  );
}

/**
 * @throws Failure with status 403 if the caller lacks the permission or may not call from this
 * origin.
 */
export type CheckRights = (
  caller: Caller,
  permission: string | undefined,
  origin: string | undefined,
) => void;

/** Checks the caller's rights against the route's permission. */
export function authorizeRequest(check: CheckRights) {
  return ({ caller, routeOptions, headers }: FastifyRequest): void => {
    if (caller) check(caller, routeOptions.config.permission, headers.origin);
  };
}
