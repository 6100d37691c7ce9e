import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { type ConsoleContext, newToken } from '../console-context.ts';
import { Email } from '../contract.ts';
import { identify, type SsoRejection } from '../single-sign-on/identify.ts';
import { type ProviderService, SsoChallenge } from '../single-sign-on/provider.ts';
import { startSession } from '../start-session.ts';
import { completeChallenge, findChallenge, insertChallenge } from '../store/challenges.ts';
import { findConnection, findConnectionOf } from '../store/single-sign-on.ts';

type Outcome =
  | { rejection: SsoRejection | 'expired' | 'provider' }
  | { setSessionCookie: (reply: FastifyReply) => void };

/** Sign-in with an account's OpenID Connect provider. */
export const singleSignOnRoutes: FastifyPluginAsyncZod<
  ConsoleContext & { provider: ProviderService }
> = async (app, context) => {
  const { db, now, audit, attempts, publicUrl, signInSecrets, provider } = context;
  const isSecure = publicUrl.startsWith('https:');
  const cookieName = isSecure ? '__Host-svc-console-sso' : 'svc-console-sso';

  /**
   * Binds the sign-in to the browser that started it, so that an attacker cannot sign in a victim
   * as someone else.
   */
  function setCookie(reply: FastifyReply, token: string | null): void {
    const cookie = stringifySetCookie({
      name: cookieName,
      value: token ?? '',
      path: '/',
      httpOnly: true,
      secure: isSecure,
      sameSite: 'lax',
      maxAge: token === null ? 0 : 600,
    });
    reply.header('Set-Cookie', cookie);
  }

  const clientOf = (connection: { issuer: string; client_id: string; client_secret: string }) => ({
    issuer: connection.issuer,
    clientId: connection.client_id,
    clientSecret: signInSecrets.open(connection.client_secret),
  });

  /**
   * POST /console/api/single-sign-on/start with `{ email }` → `{ url }` of the provider.
   * Errors: `not_found` if the domain has no single sign-on, `sign_in_failed`.
   */
  app.post(
    '/console/api/single-sign-on/start',
    { schema: { body: z.strictObject({ email: Email }) } },
    async ({ body, ip, log }, reply) => {
      await attempts.begin(null, ip);
      const domain = body.email.slice(body.email.lastIndexOf('@') + 1);
      const connection = await findConnectionOf(db.query, domain);
      if (!connection) throw new Failure('not_found', `${domain} has no single sign-on here.`);
      const begun = await provider
        .begin(clientOf(connection), connection.account_id, body.email)
        .catch((error: unknown) => {
          log.warn(
            { event: 'sign_in.provider_unavailable', err: error },
            'a provider of single sign-on was unavailable',
          );
          throw new Failure('sign_in_failed', `The provider of ${domain} did not respond.`);
        });
      const token = newToken(context);
      const challenge = {
        token,
        kind: 'single-sign-on',
        userId: null,
        data: begun.challenge,
      } as const;
      await db.relaxedTransaction((query) => insertChallenge(query, challenge, now()));
      setCookie(reply, token);
      return { data: { url: begun.url } };
    },
  );

  /**
   * GET /console/api/single-sign-on/callback: completes the sign-in, and redirects to the console.
   */
  app.get('/console/api/single-sign-on/callback', async (request, reply) => {
    setCookie(reply, null);
    const outcome = await complete(request).catch((error: unknown): Outcome => {
      // Invalid signatures, issuers, codes and nonces, and canceled sign-ins.
      request.log.warn({ event: 'sign_in.failed', err: error }, 'a single sign-on failed');
      return { rejection: 'provider' };
    });
    if ('rejection' in outcome) {
      return reply.redirect(`/console/sign-in?sso=${outcome.rejection}`, 303);
    }
    await attempts.succeed(null, request.ip);
    outcome.setSessionCookie(reply);
    return reply.redirect('/console/', 303);
  });

  async function complete(request: FastifyRequest): Promise<Outcome> {
    const token = parseCookie(request.headers.cookie ?? '')[cookieName] ?? '';
    const found = await findChallenge(db.query, 'single-sign-on', token, now());
    const isFirst = found && (await db.relaxedTransaction((tx) => completeChallenge(tx, token)));
    if (!isFirst) return { rejection: 'expired' };
    const challenge = SsoChallenge.parse(found.data);
    const connection = await findConnection(db.query, challenge.accountId);
    if (!connection) return { rejection: 'expired' };
    const { search } = new URL(request.url, publicUrl);
    const claims = await provider.complete(clientOf(connection), search, challenge);
    const { account_id: accountId, issuer } = connection;
    return audit.change<Outcome>(request, async ({ query }) => {
      const identified = await identify(context, query, connection, claims);
      if ('rejection' in identified) {
        const after = { reason: identified.rejection, issuer };
        const change = {
          accountId,
          action: 'sso.reject',
          target: claims.email ?? claims.sub,
          after,
        };
        return { result: identified, change };
      }
      const { id: userId, email } = identified.user;
      const by = { method: 'sso', accountId } as const;
      const after = { issuer, isNew: identified.isNew };
      return {
        result: { setSessionCookie: await startSession(context, query, request, userId, by) },
        change: { accountId, action: 'session.start_sso', target: email, after },
        actor: { userId, name: email, address: request.ip },
      };
    });
  }
};
