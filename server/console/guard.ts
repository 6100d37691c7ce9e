import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { payloadStep, step } from '../http/hook-steps.ts';
import { confirmedRoutes, type RouteAccess, routeAccess, unauditedWrites } from './route-access.ts';
import { findAccount } from './store/accounts.ts';
import { findSession } from './store/sessions.ts';
import { readPortalToken, readSessionToken, requireUser } from './visitor.ts';
import type { WebhookPortal } from '../webhooks/portal.ts';

export interface GuardOptions {
  db: Database;
  now: () => Date;
  /** Origin at which clients reach the server. */
  publicUrl: string;
  portal: Pick<WebhookPortal, 'find'>;
}

const apiPath = /^\/console\/api(?:\/|$)/;

/**
 * Checks access for every route below `/console/api`, regardless of where it is registered. Call
 * this before registering any of these routes. Throws for a route that is missing from
 * `routeAccess`.
 */
export function guardConsole(app: FastifyInstance, options: GuardOptions): void {
  const { db, now, publicUrl, portal } = options;
  const isSecure = publicUrl.startsWith('https:');
  const registered = new Set<string>();
  app.decorateRequest('consoleUser', null);
  app.decorateRequest('consoleAccount', null);
  app.decorateRequest('webhookPortal', null);
  app.decorateRequest('isAudited', false);
  app.addHook('onRoute', (route) => {
    if (!apiPath.test(route.url)) return;
    for (const name of routeNames(route)) {
      if (!Object.hasOwn(routeAccess, name)) {
        throw new Error(`${name} is missing in server/console/route-access.ts.`);
      }
      registered.add(name);
    }
    route.schema = { ...route.schema, hide: true };
    route.config = { ...route.config, access: 'open' };
  });
  app.addHook('onReady', async () => {
    const missing = Object.keys(routeAccess).filter((name) => !registered.has(name));
    if (missing.length > 0) throw new Error(`No such console routes: ${missing.join(', ')}.`);
  });
  async function checkAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('Cache-Control', 'no-store');
    reply.header('X-Content-Type-Options', 'nosniff');
    const name = routeName(request);
    const access = Object.hasOwn(routeAccess, name) ? routeAccess[name] : undefined;
    if (access === undefined) return;
    requireOwnOrigin(request, publicUrl);
    if (access === 'portal') {
      const portalToken = readPortalToken(request, isSecure);
      request.webhookPortal = portalToken ? await portal.find(portalToken) : null;
      if (request.webhookPortal) return;
      throw new Failure(
        'not_signed_in',
        'This page has expired. Request a new link where you got the last one.',
      );
    }
    const token = readSessionToken(request, isSecure);
    request.consoleUser = token ? await findSession(db, token, now()) : null;
    await authorize(request, access, db);
    if (confirmedRoutes.has(name)) requireConfirmed(request, now());
  }
  app.addHook(
    'onRequest',
    step((request, reply) => apiPath.test(request.url) && checkAccess(request, reply)),
  );
  app.addHook('onSend', payloadStep(requireAudit));
}

/** Rejects the response to a change that was not entered in the audit log. */
function requireAudit(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD' || reply.statusCode >= 300) return payload;
  if (!apiPath.test(request.url) || request.isAudited) return payload;
  const name = routeName(request);
  if (unauditedWrites.has(name)) return payload;
  // Calling `reply.send` here would run this hook again.
  request.isAudited = true;
  throw new Error(`${name} changed something without an entry in the audit log.`);
}

function routeNames({ method, url }: RouteOptions): string[] {
  return [method].flat().map((one) => `${one === 'HEAD' ? 'GET' : one} ${url}`);
}

function routeName({ method, routeOptions }: FastifyRequest): string {
  return `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
}

/**
 * Rejects writes that other sites send with the user's cookie.
 *
 * @throws Failure `origin_not_allowed`.
 */
function requireOwnOrigin({ method, headers, host }: FastifyRequest, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin } = headers;
  if (origin === publicUrl) return;
  const own = origin === undefined ? null : URL.parse(origin);
  // Pages without https can be forged on the network, so they must not change a server with https.
  const schemes = publicUrl.startsWith('https:') ? ['https:'] : ['http:', 'https:'];
  if (own?.host === host && schemes.includes(own.protocol)) return;
  throw new Failure(
    'origin_not_allowed',
    `The console accepts changes only from its own pages at ${publicUrl}, got ${origin ?? 'no Origin header'}.`,
  );
}

/** @throws Failure `not_signed_in`, `account_not_found`, `account_suspended`, `role_denied`. */
async function authorize(
  request: FastifyRequest,
  access: Exclude<RouteAccess, 'portal'>,
  db: Database,
): Promise<void> {
  if (access === 'anyone') return;
  const { consoleUser: user } = request;
  if (!user) throw new Failure('not_signed_in', 'Sign in at /console/ first.');
  if (access === 'session') return;
  if (access === 'user') {
    if (user.onlyAccountId === null) return;
    throw new Failure(
      'role_denied',
      'Single sign-on gives access only to the account. Sign in with your password or a passkey to change your sign-in.',
    );
  }
  if (access === 'operator') {
    // Operator routes return 404 to other users.
    if (!user.isOperator) throw new Failure('not_found', `No route at ${request.url}.`);
    return;
  }
  const accountId = String(Reflect.get(Object(request.params), 'accountId'));
  const account = await findAccount(db, user, accountId);
  if (!account) {
    throw new Failure('account_not_found', `No account with id ${accountId.slice(0, 80)}.`);
  }
  if (account.role !== 'operator') {
    if (account.isSuspended) {
      throw new Failure(
        'account_suspended',
        `${account.name} is suspended. Contact the operator of this server.`,
      );
    }
    if (!access.includes(account.role)) {
      throw new Failure(
        'role_denied',
        `Your role ${account.role} cannot do this. It requires ${access.join(' or ')}.`,
      );
    }
  }
  if (account.needsSecondFactor) {
    throw new Failure(
      'second_factor_required',
      `${account.name} requires a second factor. Set up an authenticator app or a passkey first.`,
    );
  }
  request.consoleAccount = account;
}

/**
 * How long people can make sensitive changes after they enter the password or use another factor.
 */
const confirmationMs = 15 * 60_000;

/** @throws Failure `confirmation_required`. */
function requireConfirmed(request: FastifyRequest, now: Date): void {
  const { confirmedAt } = requireUser(request);
  if (Date.parse(confirmedAt) > now.getTime() - confirmationMs) return;
  throw new Failure(
    'confirmation_required',
    'Enter your password, or use another factor, before this change.',
  );
}
