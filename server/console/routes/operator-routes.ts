import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { type ConsoleContext, sendOrLog } from '../console-context.ts';
import { Email, type NewLink } from '../contract.ts';
import { createInvitation } from '../invitations.ts';
import { languageFor } from '../mail/language.ts';
import { invitationMail } from '../mail/mail-texts.ts';
import type { Operators } from '../sign-in-contract.ts';
import { selectOpenLinks } from '../store/links.ts';
import { endSessions } from '../store/sessions.ts';
import { requireUser } from '../visitor.ts';
import { readSystemStatus } from '../system-status.ts';

/** Operators of the server. */
export const operatorRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, audit } = context;

  /** GET /console/api/operator/operators → `Operators`. */
  app.get('/console/api/operator/operators', async (request) => {
    const { userId } = requireUser(request);
    const operators = await db.query
      .selectFrom('users')
      .select(['id', 'email', 'name', 'created_at'])
      .where('is_operator', '=', 1)
      .orderBy('name')
      .orderBy('id')
      .execute();
    const invitations = await selectOpenLinks(db.query, now())
      .where('console_links.kind', '=', 'invitation')
      .where('console_links.account_id', 'is', null)
      .orderBy('console_links.id', 'desc')
      .execute();
    const data: Operators = {
      operators: operators.map((row) => ({
        userId: row.id,
        email: row.email,
        name: row.name,
        createdAt: row.created_at,
        isYou: row.id === userId,
      })),
      invitations: invitations.map((row) => ({
        id: row.id,
        email: row.email ?? '',
        expiresAt: row.expires_at,
      })),
    };
    return { data };
  });

  /** POST /console/api/operator/invitations with `{ email }` → `NewLink`. */
  app.post(
    '/console/api/operator/invitations',
    { schema: { body: z.strictObject({ email: Email }) } },
    async (request, reply) => {
      const { email } = request.body;
      const order = { accountId: null, email, role: 'operator', partnerId: null } as const;
      const link = await audit.change(request, createInvitation(context, order));
      const mail = invitationMail(await languageFor(db, email, request), null, link);
      const isSent = await sendOrLog(context, request, email, mail);
      reply.status(201);
      return { data: { ...link, isSent } satisfies NewLink };
    },
  );

  /** DELETE /console/api/operator/invitations/:invitationId. Errors: `not_found`. */
  app.delete(
    '/console/api/operator/invitations/:invitationId',
    { schema: { params: z.object({ invitationId: z.string().max(100) }) } },
    async (request) => {
      const { invitationId } = request.params;
      await audit.change(request, async ({ query }) => {
        const removed = await query
          .deleteFrom('console_links')
          .where('id', '=', invitationId)
          .where('kind', '=', 'invitation')
          .where('account_id', 'is', null)
          .where('used_at', 'is', null)
          .returning('email')
          .executeTakeFirst();
        if (!removed)
          throw new Failure('not_found', `No pending invitation with id ${invitationId}.`);
        const change = { action: 'invitation.withdraw', target: removed.email };
        return { result: null, change: { accountId: null, ...change } };
      });
      return { data: {} };
    },
  );

  /**
   * DELETE /console/api/operator/operators/:userId: revokes the operator's rights and ends the
   * operator's sessions. Errors: `not_found`, `conflict`.
   */
  app.delete(
    '/console/api/operator/operators/:userId',
    { schema: { params: z.object({ userId: z.string().max(100) }) } },
    async (request) => {
      const { userId } = request.params;
      if (userId === requireUser(request).userId) {
        throw new Failure('conflict', 'You cannot remove yourself. Ask another operator.');
      }
      await audit.change(request, async ({ engine, query }) => {
        // Two operators who remove each other must not both succeed.
        const operators = await query
          .selectFrom('users')
          .select('id')
          .where('is_operator', '=', 1)
          .orderBy('id')
          .$if(engine === 'postgres', (rows) => rows.forUpdate())
          .execute();
        if (operators.length < 2) throw new Failure('not_found', `No operator with id ${userId}.`);
        const removed = await query
          .updateTable('users')
          .set({ is_operator: 0 })
          .where('id', '=', userId)
          .where('is_operator', '=', 1)
          .returning('email')
          .executeTakeFirst();
        if (!removed) throw new Failure('not_found', `No operator with id ${userId}.`);
        await endSessions(query, userId, 'all');
        const change = { action: 'operator.remove', target: removed.email };
        return { result: null, change: { accountId: null, ...change } };
      });
      return { data: {} };
    },
  );
};

/** Health of the server, for operators. */
export const systemRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  /** GET /console/api/operator/system → `SystemStatus`. */
  app.get('/console/api/operator/system', async () => ({ data: await readSystemStatus(context) }));
};
