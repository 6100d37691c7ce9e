import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { type ConsoleContext, newToken } from '../console-context.ts';
import { Email, NewPassword, type OpenSession, Password, type Session } from '../contract.ts';
import { Code, type NextSignInStep, Token } from '../sign-in-contract.ts';
import { requestLanguage, saveLanguage } from '../mail/language.ts';
import { notify } from '../mail/notify.ts';
import { hashPassword, isPassword, requireUncommon } from '../passwords.ts';
import { requireCurrentPassword } from './recovery-routes.ts';
import { consumeCode, matchCode } from '../sign-in/second-factor.ts';
import {
  signInExpired,
  completeChallenge,
  findChallenge,
  insertChallenge,
} from '../store/challenges.ts';
import { startSession } from '../start-session.ts';
import { listAccounts } from '../store/accounts.ts';
import { findTotp } from '../store/factors.ts';
import { endSessions, openSessions } from '../store/sessions.ts';
import { requireUser, setSessionCookie } from '../visitor.ts';

const PendingSignIn = z.object({ email: z.string() });

/** Sign-in, sign-out, and the user's own sessions and password. */
export const sessionRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, audit, attempts, publicUrl } = context;
  const isSecure = publicUrl.startsWith('https:');

  /**
   * GET /console/api/session → the signed-in user and their accounts, or null. Stores the console's
   * language for the user's email.
   */
  app.get('/console/api/session', async (request) => {
    const { consoleUser: user } = request;
    if (!user) return { data: null };
    const { userId, email, name, isOperator, onlyAccountId } = user;
    await saveLanguage(db, userId, requestLanguage(request));
    const accounts = await listAccounts(db, user);
    const shown = { id: userId, email, name, isOperator };
    const isSingleSignOn = onlyAccountId !== null;
    return { data: { user: shown, isSingleSignOn, accounts } satisfies Session };
  });

  /**
   * POST /console/api/sign-in → `NextSignInStep`. Errors: `sign_in_failed`, `too_many_requests`.
   */
  app.post(
    '/console/api/sign-in',
    { schema: { body: z.strictObject({ email: Email, password: Password }) } },
    async (request, reply) => {
      const { email, password } = request.body;
      await attempts.begin(email, request.ip);
      const user = await db.query
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (!(await isPassword(user?.password_hash ?? null, password)) || !user) {
        throw new Failure('sign_in_failed', 'The email address or password is incorrect.');
      }
      await attempts.succeed(email, request.ip);
      const actor = { userId: user.id, name: email, address: request.ip };
      const change = { accountId: null, target: email };
      if (await findTotp(db.query, user.id)) {
        const token = newToken(context);
        const challenge = {
          token,
          kind: 'second-factor',
          userId: user.id,
          data: { email },
        } as const;
        await audit.change(request, async ({ query }) => ({
          result: await insertChallenge(query, challenge, now()),
          change: { ...change, action: 'session.first_step' },
          actor,
        }));
        return { data: { codeToken: token } satisfies NextSignInStep };
      }
      const setCookie = await audit.change(request, async ({ query }) => ({
        result: await startSession(context, query, request, user.id, { method: 'password' }),
        change: { ...change, action: 'session.start' },
        actor,
      }));
      setCookie(reply);
      return { data: { codeToken: null } satisfies NextSignInStep };
    },
  );

  /**
   * POST /console/api/sign-in/code with the token of `POST /console/api/sign-in` and a code of the
   * authenticator app, or a recovery code. Errors: `code_incorrect`, `sign_in_expired`,
   * `too_many_requests`.
   */
  app.post(
    '/console/api/sign-in/code',
    { schema: { body: z.strictObject({ token: Token, code: Code }) } },
    async (request, reply) => {
      const { token, code } = request.body;
      const challenge = await findChallenge(db.query, 'second-factor', token, now());
      if (!challenge?.userId) throw signInExpired();
      const { userId } = challenge;
      const { email } = PendingSignIn.parse(challenge.data);
      const matched = await matchCode(context, userId, code, request.ip);
      const setCookie = await audit.change(request, async ({ query }) => {
        if (!(await completeChallenge(query, token))) throw signInExpired();
        await consumeCode(query, userId, matched, now());
        return {
          result: await startSession(context, query, request, userId, { method: 'totp' }),
          change: {
            accountId: null,
            action: 'session.start',
            target: email,
            after: { factor: 'position' in matched ? 'recovery code' : 'authenticator app' },
          },
          actor: { userId, name: email, address: request.ip },
        };
      });
      if ('position' in matched) await notify(context, request, email, 'codeUsed');
      setCookie(reply);
      return { data: {} };
    },
  );

  /** DELETE /console/api/session: signs out. */
  app.delete('/console/api/session', async (request, reply) => {
    const { userId, sessionId, email } = requireUser(request);
    await audit.change(request, async (tx) => ({
      result: await endSessions(tx.query, userId, { only: sessionId }),
      change: { accountId: null, action: 'session.end', target: email },
    }));
    setSessionCookie(reply, null, isSecure);
    return { data: {} };
  });

  /** GET /console/api/sessions → the user's open sessions, newest first. */
  app.get('/console/api/sessions', async (request) => {
    const { userId, sessionId } = requireUser(request);
    const rows = await openSessions(db.query, now())
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute();
    return {
      data: rows.map((row): OpenSession => ({
        id: row.id,
        address: row.address,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        usedAt: row.used_at,
        isCurrent: row.id === sessionId,
      })),
    };
  });

  /** DELETE /console/api/sessions: ends all of the user's other sessions. */
  app.delete('/console/api/sessions', async (request) => {
    const { userId, sessionId, email } = requireUser(request);
    const ended = await audit.change(request, async (tx) => {
      const result = await endSessions(tx.query, userId, { except: sessionId });
      const change = { accountId: null, action: 'session.end_others', target: email };
      return { result, change: { ...change, after: { ended: result } } };
    });
    return { data: { ended } };
  });

  /** DELETE /console/api/sessions/:sessionId. Errors: `not_found`. */
  app.delete(
    '/console/api/sessions/:sessionId',
    { schema: { params: z.object({ sessionId: z.string().max(100) }) } },
    async (request) => {
      const { userId, email } = requireUser(request);
      const { sessionId } = request.params;
      await audit.change(request, async (tx) => {
        const ended = await endSessions(tx.query, userId, { only: sessionId });
        if (ended === 0) throw new Failure('not_found', `No open session with id ${sessionId}.`);
        return {
          result: ended,
          change: { accountId: null, action: 'session.end', target: email },
        };
      });
      return { data: {} };
    },
  );

  /** POST /console/api/password: changes the password and ends all other sessions. */
  app.post(
    '/console/api/password',
    { schema: { body: z.strictObject({ current: Password, password: NewPassword }) } },
    async (request) => {
      const { userId, email, name, sessionId } = requireUser(request);
      const { current, password } = request.body;
      await requireCurrentPassword(context, request, current);
      await requireUncommon(password, [email, name]);
      const hash = await hashPassword(password);
      await audit.change(request, async ({ query }) => {
        await query
          .updateTable('users')
          .set({ password_hash: hash })
          .where('id', '=', userId)
          .execute();
        const ended = await endSessions(query, userId, { except: sessionId });
        return {
          result: ended,
          change: { accountId: null, action: 'password.change', target: email },
        };
      });
      await notify(context, request, email, 'passwordChanged');
      return { data: {} };
    },
  );
};
