import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { PortalSession } from '../webhooks/portal.ts';
import type { AccountAccess } from './store/accounts.ts';
import { maxSessionMs, type SignedInUser } from './store/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** User of the console's session cookie. Null without a session and outside the console. */
    consoleUser: SignedInUser | null;
    /** Account in the console route's path, to which the user has access. */
    consoleAccount: AccountAccess | null;
    /** Session of a customer on a route of the webhook portal. Null elsewhere. */
    webhookPortal: PortalSession | null;
    /** Whether the audit log has an entry for this request. */
    isAudited: boolean;
  }
}

/** Returns the user on a route that requires a session. */
export function requireUser({ consoleUser, url }: FastifyRequest): SignedInUser {
  if (!consoleUser) throw new Error(`The handler of ${url} needs a user, but its route does not.`);
  return consoleUser;
}

/** Returns the account on a route with an account in its path. */
export function requireAccount({ consoleAccount, url }: FastifyRequest): AccountAccess {
  if (!consoleAccount) throw new Error(`The path of ${url} contains no account.`);
  return consoleAccount;
}

/** Returns the session on a route of the webhook portal. */
export function requirePortal({ webhookPortal, url }: FastifyRequest): PortalSession {
  if (!webhookPortal) throw new Error(`The handler of ${url} needs a portal's session.`);
  return webhookPortal;
}

const portalPath = '/console/api/webhook-portal';
const portalCookieName = (isSecure: boolean) =>
  isSecure ? '__Secure-svc-webhook-portal' : 'svc-webhook-portal';

/** Returns the token in the cookie of the webhook portal, or undefined. */
export function readPortalToken({ headers }: FastifyRequest, isSecure: boolean) {
  return parseCookie(headers.cookie ?? '')[portalCookieName(isSecure)];
}

/** The cookie is sent only to the portal's routes. */
export function setPortalCookie(reply: FastifyReply, token: string, isSecure: boolean) {
  const cookie = stringifySetCookie({
    name: portalCookieName(isSecure),
    value: token,
    path: portalPath,
    httpOnly: true,
    secure: isSecure,
    sameSite: 'strict',
  });
  reply.header('Set-Cookie', cookie);
}

/** With https, the prefix prevents other hosts and paths of the domain from setting the cookie. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-svc-console' : 'svc-console');

/** Returns the token in the session cookie, or undefined. */
export function readSessionToken({ headers }: FastifyRequest, isSecure: boolean) {
  return parseCookie(headers.cookie ?? '')[cookieName(isSecure)];
}

/** @param token - Null to delete the cookie. */
export function setSessionCookie(reply: FastifyReply, token: string | null, isSecure: boolean) {
  const cookie = stringifySetCookie({
    name: cookieName(isSecure),
    value: token ?? '',
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'lax',
    maxAge: token === null ? 0 : maxSessionMs / 1000,
  });
  reply.header('Set-Cookie', cookie);
}
