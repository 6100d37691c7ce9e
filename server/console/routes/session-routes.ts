import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { Email, NewPassword, type OpenSession, Password, type Session } from '../contract.ts';
import { hashPassword, isPassword, requireUncommon } from '../passwords.ts';
import { requireCurrentPassword } from './recovery-routes.ts';
import { startSession } from '../start-session.ts';
import { listAccounts } from '../store/accounts.ts';
import { endSessions, openSessions } from '../store/sessions.ts';
import { requireUser, setSessionCookie } from '../visitor.ts';

/** Sign-in, sign-out, and the user's own sessions and password. */
export const sessionRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, audit, attempts, publicUrl } = context;
  const isSecure = publicUrl.startsWith('https:');

  /** GET /console/api/session → the signed-in user and their accounts, or null. */
  app.get('/console/api/session', async ({ consoleUser: user }) => {
    if (!user) return { data: null };
    const { userId, email, name, isOperator } = user;
    const accounts = await listAccounts(db, user);
    return { data: { user: { id: userId, email, name, isOperator }, accounts } satisfies Session };
  });

  /** POST /console/api/sign-in. Fails: `sign_in_failed`, `too_many_requests`. */
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
      const setCookie = await audit.change(request, async (tx) => ({
        result: await startSession(context, tx.query, request, user.id),
        change: { accountId: null, action: 'session.start', target: email },
        actor: { userId: user.id, name: email, address: request.ip },
      }));
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

  /** DELETE /console/api/sessions/:sessionId. Fails: `not_found`. */
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
      return { data: {} };
    },
  );
};
