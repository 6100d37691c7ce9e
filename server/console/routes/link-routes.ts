import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { AccountRole, Email, type LinkDetails, Password, PersonName } from '../contract.ts';
import { Code, Token } from '../sign-in-contract.ts';
import { hashPassword, isPassword, requireNewPassword } from '../passwords.ts';
import { consumeCode, matchCode, type MatchedCode } from '../sign-in/second-factor.ts';
import { startSession } from '../start-session.ts';
import { putMember } from '../store/accounts.ts';
import { findTotp } from '../store/factors.ts';
import { findLink, hasOperator, useLink } from '../store/links.ts';
import type { SignInMethod } from '../store/sessions.ts';

const Acceptance = z.strictObject({
  token: Token,
  /** Ignored if the link is for an email address. */
  email: Email.optional(),
  /** Ignored for existing users. */
  name: PersonName.optional(),
  /** Not required for existing users who are signed in. */
  password: Password.default(''),
  /** Required for existing users with an authenticator app who are not signed in. */
  code: Code.optional(),
});

/** Set-up and invitation links. Pages pass the token in the body, because URLs are logged. */
export const linkRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, newId, audit, attempts } = context;

  async function requireLink(token: string, address: string) {
    await attempts.begin(null, address);
    const link = await findLink(db, token, now());
    if (!link) throw linkGone();
    await attempts.cancel(null, address);
    return link;
  }

  /** POST /console/api/links/look-up → `LinkDetails`. Errors: `link_not_found`. */
  app.post(
    '/console/api/links/look-up',
    { schema: { body: z.strictObject({ token: Token }) } },
    async (request) => {
      const link = await requireLink(request.body.token, request.ip);
      const { kind, email, accountName, role, hasUser } = link;
      const isSignedIn = email !== null && isOwnSession(request, email);
      return {
        data: { kind, email, accountName, role, hasUser, isSignedIn } satisfies LinkDetails,
      };
    },
  );

  /** POST /console/api/links/accept: creates the user if necessary, and signs in. */
  app.post(
    '/console/api/links/accept',
    { schema: { body: Acceptance } },
    async (request, reply) => {
      const { token, password } = request.body;
      const link = await requireLink(token, request.ip);
      const email = link.email ?? request.body.email;
      if (email === undefined) throw missing('email');
      const existing = await db.query
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst();
      const confirmed = existing && (await confirmUser(existing, request, request.body));
      const user = existing ?? (await prepareUser(email, request.body.name, password));
      const setCookie = await audit.change(request, async (tx) => {
        const { query } = tx;
        const isSetup = link.kind === 'setup';
        if (!(await useLink(query, link.id, now()))) throw linkGone();
        const { code = null, method = 'password' } = confirmed ?? {};
        if (code) await consumeCode(query, user.id, code, now());
        if (isSetup && (await hasOperator(query))) throw linkGone();
        if (!existing) {
          const created = { ...user, is_operator: 0, created_at: now().toISOString() };
          await query.insertInto('users').values(created).execute();
        }
        if (link.role === 'operator') {
          await query
            .updateTable('users')
            .set({ is_operator: 1 })
            .where('id', '=', user.id)
            .execute();
        } else if (link.accountId !== null) {
          const { accountId, partnerId } = link;
          const role = AccountRole.parse(link.role);
          const member = { accountId, userId: user.id, role, partnerId };
          await putMember(query, member, now().toISOString());
        }
        return {
          result: await startSession(context, query, request, user.id, { method }),
          change: {
            accountId: link.accountId,
            action: isSetup ? 'operator.set_up' : 'invitation.accept',
            target: email,
            after: { role: link.role },
          },
          actor: { userId: user.id, name: email, address: request.ip },
        };
      });
      setCookie(reply);
      return { data: {} };
    },
  );

  type KnownUser = { id: string; email: string; password_hash: string | null };

  /** @throws Failure `sign_in_failed`, `code_incorrect`, `second_factor_required`. */
  async function confirmUser(
    user: KnownUser,
    request: FastifyRequest,
    { password, code }: z.infer<typeof Acceptance>,
  ): Promise<{ code: MatchedCode | null; method: SignInMethod }> {
    const { consoleUser: visitor, ip } = request;
    if (visitor && isOwnSession(request, user.email)) return { code: null, method: visitor.method };
    await attempts.begin(user.email, ip);
    if (!(await isPassword(user.password_hash, password))) {
      throw new Failure('sign_in_failed', `The password for ${user.email} is incorrect.`);
    }
    await attempts.succeed(user.email, ip);
    if (!(await findTotp(db.query, user.id))) return { code: null, method: 'password' };
    if (code === undefined) {
      throw new Failure('second_factor_required', 'Also enter a code from your authenticator app.');
    }
    return { code: await matchCode(context, user.id, code, ip), method: 'totp' };
  }

  async function prepareUser(email: string, name: string | undefined, text: string) {
    if (name === undefined) throw missing('name');
    await requireNewPassword(text, [email, name]);
    return { id: newId('usr'), email, name, password_hash: await hashPassword(text) };
  }
};

/**
 * Whether the user with this email address is signed in by a method other than an account's single
 * sign-on.
 */
function isOwnSession({ consoleUser: user }: FastifyRequest, email: string): boolean {
  return user?.email === email && user.onlyAccountId === null;
}

function linkGone(): Failure {
  return new Failure(
    'link_not_found',
    'This link is incomplete, was already used, or has expired. Ask for a new one.',
  );
}

function missing(member: string): Failure {
  return new Failure('invalid_request', `${member}: is missing.`, {
    errors: [{ pointer: `/${member}`, detail: 'is missing.', reason: 'required' }],
  });
}
