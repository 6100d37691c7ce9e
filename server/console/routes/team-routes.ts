import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Queries } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { type ConsoleContext, sendOrLog } from '../console-context.ts';
import {
  AccountRole,
  Email,
  type Invitation,
  InvitedRole,
  type Member,
  type NewLink,
} from '../contract.ts';
import { languageFor } from '../mail/language.ts';
import { notify } from '../mail/notify.ts';
import { invitationMail, recoveryMail } from '../mail/mail-texts.ts';
import { createUserLink } from '../user-links.ts';
import { createInvitation, requireNoOtherRole } from '../invitations.ts';
import { lockMembers, requireOtherOwner } from '../store/accounts.ts';
import { deleteFactors } from '../store/factors.ts';
import { selectOpenLinks } from '../store/links.ts';
import { endSessions, openSessions } from '../store/sessions.ts';
import { requireAccount } from '../visitor.ts';

const MemberParams = z.object({ accountId: z.string(), userId: z.string().max(100) });
const InvitationParams = z.object({ accountId: z.string(), invitationId: z.string().max(100) });

/** Members and invitations of an account. */
export const teamRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, audit } = context;
  const url = '/console/api/accounts/:accountId';

  /** GET …/members → `Member[]`, sorted by name. */
  app.get(`${url}/members`, async (request) => {
    const sessions = openSessions(db.query, now())
      .select((eb) => [
        'user_id',
        eb.fn.countAll().as('count'),
        eb.fn.max('used_at').as('last_seen_at'),
      ])
      .groupBy('user_id')
      .as('open');
    const rows = await db.query
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .leftJoin(sessions, 'open.user_id', 'members.user_id')
      .select(['users.id', 'users.email', 'users.name', 'members.role', 'members.created_at'])
      .select(['open.count', 'open.last_seen_at'])
      .where('members.account_id', '=', requireAccount(request).id)
      .orderBy('users.name')
      .orderBy('users.id')
      .execute();
    return {
      data: rows.map((row): Member => ({
        userId: row.id,
        email: row.email,
        name: row.name,
        role: row.role,
        createdAt: row.created_at,
        sessions: Number(row.count ?? 0),
        lastSeenAt: row.last_seen_at,
      })),
    };
  });

  /** PATCH …/members/:userId with `{ role }`. Errors: `not_found`, `conflict`. */
  app.patch(
    `${url}/members/:userId`,
    { schema: { params: MemberParams, body: z.strictObject({ role: InvitedRole }) } },
    async (request) => {
      const account = requireAccount(request);
      const { role } = request.body;
      await audit.change(request, async ({ query }) => {
        await lockMembers(query, account.id);
        const member = await requireMember(query, account.id, request.params.userId);
        if (role !== 'owner') await requireOtherOwner(query, account.id, member.id);
        await query
          .updateTable('members')
          .set({ role, partner_id: null })
          .where('account_id', '=', account.id)
          .where('user_id', '=', member.id)
          .execute();
        const change = { action: 'member.change_role', target: member.email };
        const values = { before: { role: member.role }, after: { role } };
        return { result: null, change: { accountId: account.id, ...change, ...values } };
      });
      return { data: {} };
    },
  );

  /** DELETE …/members/:userId. Errors: `not_found`, `conflict`. */
  app.delete(`${url}/members/:userId`, { schema: { params: MemberParams } }, async (request) => {
    const account = requireAccount(request);
    await audit.change(request, async ({ query }) => {
      await lockMembers(query, account.id);
      const member = await requireMember(query, account.id, request.params.userId);
      await requireOtherOwner(query, account.id, member.id);
      await query
        .deleteFrom('members')
        .where('account_id', '=', account.id)
        .where('user_id', '=', member.id)
        .execute();
      // Someone else may receive the email address later, and with it a new identity at the
      // provider.
      await query
        .deleteFrom('sso_identities')
        .where('account_id', '=', account.id)
        .where('user_id', '=', member.id)
        .execute();
      const change = { action: 'member.remove', target: member.email };
      const before = { role: member.role };
      return { result: null, change: { accountId: account.id, ...change, before } };
    });
    return { data: {} };
  });

  /** DELETE …/members/:userId/sessions: signs a member out everywhere. Errors: `not_found`. */
  app.delete(
    `${url}/members/:userId/sessions`,
    { schema: { params: MemberParams } },
    async (request) => {
      const account = requireAccount(request);
      const ended = await audit.change(request, async ({ query }) => {
        const member = await requireMember(query, account.id, request.params.userId);
        const result = await endSessions(query, member.id, 'all');
        const change = { action: 'member.end_sessions', target: member.email };
        const after = { ended: result };
        return { result, change: { accountId: account.id, ...change, after } };
      });
      return { data: { ended } };
    },
  );

  /**
   * POST …/members/:userId/recovery → `NewLink` with which the member sets a new password. Only for
   * people without other rights, because the owner could otherwise gain those rights. Errors:
   * `not_found`, `conflict`.
   */
  app.post(
    `${url}/members/:userId/recovery`,
    { schema: { params: MemberParams } },
    async (request, reply) => {
      const { id: accountId } = requireAccount(request);
      const { id: userId, email } = await requireMember(db.query, accountId, request.params.userId);
      await requireNoOtherRights(db.query, accountId, userId);
      const order = { userId, kind: 'recovery', email, target: email, accountId } as const;
      const link = await audit.change(request, createUserLink(context, order));
      const language = await languageFor(db, email, request);
      const isSent = await sendOrLog(context, request, email, recoveryMail(language, link));
      reply.status(201);
      return { data: { ...link, isSent } satisfies NewLink };
    },
  );

  /**
   * DELETE …/members/:userId/factors: removes the authenticator app, recovery codes and passkeys of
   * a member who lost them, and ends the member's sessions. Only for people without other rights,
   * as above. Errors: `not_found`, `conflict`.
   */
  app.delete(
    `${url}/members/:userId/factors`,
    { schema: { params: MemberParams } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { id: userId, email } = await requireMember(db.query, accountId, request.params.userId);
      await requireNoOtherRights(db.query, accountId, userId);
      await audit.change(request, async ({ query }) => {
        await deleteFactors(query, userId);
        await endSessions(query, userId, 'all');
        return { result: null, change: { accountId, action: 'factors.reset', target: email } };
      });
      await notify(context, request, email, 'factorsReset');
      return { data: {} };
    },
  );

  /** GET …/invitations → `Invitation[]` that were neither accepted nor withdrawn, newest first. */
  app.get(`${url}/invitations`, async (request) => {
    const rows = await selectOpenLinks(db.query, now())
      .where('console_links.account_id', '=', requireAccount(request).id)
      .orderBy('console_links.id', 'desc')
      .execute();
    return {
      data: rows.map((row): Invitation => ({
        id: row.id,
        email: row.email ?? '',
        role: AccountRole.parse(row.role),
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      })),
    };
  });

  /**
   * POST …/invitations with `{ email, role }` → `NewLink`. Sends it if the server sends email.
   * Errors: `conflict` for members, whose role can be changed instead.
   */
  app.post(
    `${url}/invitations`,
    { schema: { body: z.strictObject({ email: Email, role: InvitedRole }) } },
    async (request, reply) => {
      const { id: accountId, name } = requireAccount(request);
      const order = { ...request.body, accountId, partnerId: null };
      const invite = createInvitation(context, order);
      const link = await audit.change(request, async (tx) => {
        await requireNoOtherRole(tx.query, accountId, order.email);
        return invite(tx);
      });
      const mail = invitationMail(await languageFor(db, order.email, request), name, link);
      const isSent = await sendOrLog(context, request, order.email, mail);
      reply.status(201);
      return { data: { ...link, isSent } satisfies NewLink };
    },
  );

  /** DELETE …/invitations/:invitationId. Errors: `not_found`. */
  app.delete(
    `${url}/invitations/:invitationId`,
    { schema: { params: InvitationParams } },
    async (request) => {
      const account = requireAccount(request);
      const { invitationId } = request.params;
      await audit.change(request, async ({ query }) => {
        const link = await selectOpenLinks(query, now())
          .where('console_links.id', '=', invitationId)
          .where('console_links.account_id', '=', account.id)
          .executeTakeFirst();
        if (!link) throw new Failure('not_found', `No pending invitation with id ${invitationId}.`);
        await query.deleteFrom('console_links').where('id', '=', link.id).execute();
        const change = { action: 'invitation.withdraw', target: link.email };
        const before = { role: link.role };
        return { result: null, change: { accountId: account.id, ...change, before } };
      });
      return { data: {} };
    },
  );
};

async function requireMember(query: Queries, accountId: string, userId: string) {
  const member = await query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.email', 'members.role'])
    .where('members.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!member) throw new Failure('not_found', `No member with id ${userId} in this account.`);
  return member;
}

/** @throws Failure `conflict` if the user is an operator or a member of another account. */
async function requireNoOtherRights(query: Queries, accountId: string, userId: string) {
  const { is_operator: isOperator } = await query
    .selectFrom('users')
    .select('is_operator')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const other = await query
    .selectFrom('members')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('account_id', '!=', accountId)
    .limit(1)
    .executeTakeFirst();
  if (isOperator === 0 && !other) return;
  throw new Failure(
    'conflict',
    'This person also has rights outside this account. Ask the operator of this server for a recovery link.',
    { reason: 'other_accounts' },
  );
}
