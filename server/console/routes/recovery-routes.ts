import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Queries } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { type ConsoleContext, sendOrLog } from '../console-context.ts';
import { Email, type LinkSent, Password, type UserLinkDetails } from '../contract.ts';
import { Token } from '../sign-in-contract.ts';
import { emailChangedMail, emailConfirmationMail, recoveryMail } from '../mail/mail-texts.ts';
import { languageFor } from '../mail/language.ts';
import { notify } from '../mail/notify.ts';
import { hashPassword, isPassword, requireNewPassword } from '../passwords.ts';
import { deletePasskeys, deleteTotpSince } from '../store/factors.ts';
import { endSessions } from '../store/sessions.ts';
import { consumeUserLink, deleteUserLinks, findUserLink } from '../store/user-links.ts';
import { createUserLink } from '../user-links.ts';
import { requireUser } from '../visitor.ts';

/** Password recovery, and changes of the email address. */
export const recoveryRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, audit, attempts, mailer } = context;
  const background = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(background)));

  /**
   * POST /console/api/recover with `{ email }` → whether this server sends email. The link is
   * created and sent after the response, so that neither its content nor its timing reveals whether
   * the address exists.
   */
  app.post(
    '/console/api/recover',
    { schema: { body: z.strictObject({ email: Email }) } },
    async (request) => {
      const { body, ip, log } = request;
      await attempts.begin(`recover ${body.email}`, ip);
      if (mailer) {
        const work = sendRecovery(body.email, request)
          .catch((error: unknown) =>
            log.error({ event: 'console.mail_failed', err: error }, 'a recovery link was not sent'),
          )
          .finally(() => background.delete(work));
        background.add(work);
      }
      return { data: { isSent: mailer !== null } satisfies LinkSent };
    },
  );

  async function sendRecovery(email: string, request: FastifyRequest): Promise<void> {
    const { ip: address } = request;
    const user = await db.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (!user) return;
    const order = { userId: user.id, kind: 'recovery', email, target: email } as const;
    const actor = { userId: null, name: email, address };
    const language = await languageFor(db, email, request);
    const link = await audit.record(actor, createUserLink(context, order));
    await mailer?.send({ to: email, ...recoveryMail(language, link) });
  }

  async function requireLink(token: string, address: string) {
    await attempts.begin(null, address);
    const link = await findUserLink(db.query, token, now());
    if (!link) throw linkGone();
    await attempts.cancel(null, address);
    return link;
  }

  /** POST /console/api/user-links/look-up → `UserLinkDetails`. Errors: `link_not_found`. */
  app.post(
    '/console/api/user-links/look-up',
    { schema: { body: z.strictObject({ token: Token }) } },
    async ({ body, ip }) => {
      const { kind, email } = await requireLink(body.token, ip);
      return { data: { kind, email } satisfies UserLinkDetails };
    },
  );

  /**
   * POST /console/api/user-links/use with `{ token, password? }`. Sets the password for `recovery`
   * and `email-undo`, and the email address for `email` and `email-undo`. Ends all sessions and
   * removes the passkeys. Does not sign in, so a code of the authenticator app is still required.
   * Errors: `link_not_found`, `invalid_request`, `conflict`.
   */
  app.post(
    '/console/api/user-links/use',
    { schema: { body: z.strictObject({ token: Token, password: Password.optional() }) } },
    async (request) => {
      const { token, password = '' } = request.body;
      const link = await requireLink(token, request.ip);
      const { kind, user_id: userId, user_email: oldEmail } = link;
      const setsPassword = kind !== 'email';
      if (setsPassword) await requireNewPassword(password, [link.email, link.user_name]);
      const hash = setsPassword ? await hashPassword(password) : null;
      const email = kind === 'recovery' ? oldEmail : link.email;
      const undoOrder = { userId, kind: 'email-undo', email: oldEmail, target: email } as const;
      const insertUndo = createUserLink(context, undoOrder);
      const actor = { userId, name: email, address: request.ip };
      const undo = await audit.change(request, async (tx) => {
        const { query } = tx;
        if (!(await consumeUserLink(query, link.id, now()))) throw linkGone();
        if (email !== oldEmail) await requireFree(query, email);
        await query
          .updateTable('users')
          .set({ email, ...(hash !== null && { password_hash: hash }) })
          .where('id', '=', userId)
          .execute();
        await endSessions(query, userId, 'all');
        await deleteUserLinks(query, userId, ['recovery', 'email']);
        // Another person may have added them. An authenticator app is removed only if it was added
        // after the email address changed, because access to a mailbox alone must not replace a
        // second factor.
        if (setsPassword) await deletePasskeys(query, userId);
        if (kind === 'email-undo') await deleteTotpSince(query, userId, link.created_at);
        const isUndone = kind !== 'email';
        const result = isUndone ? null : (await insertUndo(tx)).result;
        const change = { accountId: null, action: useActions[kind], target: email };
        const before = email === oldEmail ? null : { email: oldEmail };
        return { result, change: { ...change, before, after: { email } }, actor };
      });
      if (kind === 'recovery') await notify(context, request, email, 'passwordChanged');
      if (undo)
        await sendOrLog(
          context,
          request,
          oldEmail,
          emailChangedMail(await languageFor(db, email, request), email, undo),
        );
      return { data: {} };
    },
  );

  /**
   * POST /console/api/email with `{ email, current }`: sends a link to the new address. The
   * response does not depend on whether another user has it. Errors: `conflict` without SMTP,
   * `invalid_request`.
   */
  app.post(
    '/console/api/email',
    { schema: { body: z.strictObject({ email: Email, current: Password }) } },
    async (request) => {
      const { userId, email: target } = requireUser(request);
      const { email, current } = request.body;
      if (!mailer) {
        throw new Failure(
          'conflict',
          'This server sends no email, so it cannot confirm a new address. Ask its operator to set SVC_SMTP_URL.',
          { reason: 'no_mail' },
        );
      }
      await requireCurrentPassword(context, request, current);
      const order = { userId, kind: 'email', email, target } as const;
      const link = await audit.change(request, createUserLink(context, order));
      const isTaken = await db.query
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst();
      if (!isTaken) {
        const language = await languageFor(db, target, request);
        await sendOrLog(context, request, email, emailConfirmationMail(language, link));
      }
      return { data: {} };
    },
  );
};

const useActions = {
  recovery: 'password.recover',
  email: 'email.change',
  'email-undo': 'email.undo',
} as const;

/**
 * Requires the password again for sign-in changes.
 *
 * @throws Failure `invalid_request`, `too_many_requests`.
 */
export async function requireCurrentPassword(
  { db, attempts }: ConsoleContext,
  request: Parameters<typeof requireUser>[0],
  current: string,
): Promise<void> {
  const { userId, email } = requireUser(request);
  await attempts.begin(email, request.ip);
  const { password_hash: stored } = await db.query
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(stored, current))) {
    const detail = 'Is not your current password.';
    throw new Failure('invalid_request', `current: ${detail}`, {
      errors: [{ pointer: '/current', detail, reason: 'wrong_password' }],
    });
  }
  await attempts.succeed(email, request.ip);
}

/** @throws Failure `conflict`. */
async function requireFree(query: Queries, email: string): Promise<void> {
  const taken = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (taken)
    throw new Failure('conflict', `Another user has the email address ${email}.`, {
      reason: 'email_taken',
    });
}

function linkGone(): Failure {
  return new Failure(
    'link_not_found',
    'This link is incomplete, was already used, or has expired. Ask for a new one.',
  );
}
