import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { Password } from '../contract.ts';
import { notify } from '../mail/notify.ts';
import { Code, type Factors, type NewTotp, type RecoveryCodes } from '../sign-in-contract.ts';
import { newRecoveryCodes } from '../sign-in/recovery-codes.ts';
import { codeIncorrect, consumeCode, matchCode } from '../sign-in/second-factor.ts';
import { findTotpStep, newTotpSecret, totpUri } from '../sign-in/totp.ts';
import { relyingParty } from '../sign-in/passkeys.ts';
import { deleteTotp, findTotp, putRecoveryCodes } from '../store/factors.ts';
import { confirmSession, endSessions } from '../store/sessions.ts';
import { requireUser } from '../visitor.ts';
import { requireCurrentPassword } from './recovery-routes.ts';

/** The user's authenticator app and recovery codes. */
export const factorRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, random, audit, attempts, publicUrl, signInSecrets } = context;

  /** GET /console/api/factors → `Factors`. */
  app.get('/console/api/factors', async (request) => {
    const { userId } = requireUser(request);
    const totp = await findTotp(db.query, userId);
    const { left } = await db.query
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    const passkeys = await db.query
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    const data: Factors = {
      totp: { addedAt: totp?.confirmed_at ?? null, recoveryCodes: Number(left) },
      passkeys,
      canAddPasskeys: relyingParty(publicUrl) !== null,
    };
    return { data };
  });

  /**
   * POST /console/api/totp → `NewTotp`. It has no effect until it is confirmed. Errors: `conflict`.
   */
  app.post('/console/api/totp', async (request, reply) => {
    const { userId, email } = requireUser(request);
    const secret = newTotpSecret(random);
    await audit.change(request, async ({ query }) => {
      if (await findTotp(query, userId)) throw hasTotp();
      const values = {
        secret: signInSecrets.seal(secret),
        last_step: 0,
        created_at: now().toISOString(),
      };
      await query
        .insertInto('user_totp')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
      return { result: null, change: { accountId: null, action: 'totp.begin', target: email } };
    });
    reply.status(201);
    const uri = totpUri(secret, email, new URL(publicUrl).host);
    return { data: { uri, secret } satisfies NewTotp };
  });

  /**
   * POST /console/api/totp/confirm with a first code → `RecoveryCodes`. Ends all other sessions.
   * Errors: `code_incorrect`, `conflict`, `too_many_requests`.
   */
  app.post(
    '/console/api/totp/confirm',
    { schema: { body: z.strictObject({ code: Code }) } },
    async (request) => {
      const { userId, email, sessionId } = requireUser(request);
      await attempts.begin(`code ${userId}`, request.ip);
      const pending = await db.query
        .selectFrom('user_totp')
        .select(['secret', 'confirmed_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!pending || pending.confirmed_at !== null) throw hasTotp();
      const code = request.body.code.replaceAll(/\s/g, '');
      const step = findTotpStep(signInSecrets.open(pending.secret), code, now());
      if (step === null) throw codeIncorrect();
      await attempts.succeed(`code ${userId}`, request.ip);
      const codes = await newRecoveryCodes(random);
      await audit.change(request, async ({ query }) => {
        const { numUpdatedRows } = await query
          .updateTable('user_totp')
          .set({ confirmed_at: now().toISOString(), last_step: step })
          .where('user_id', '=', userId)
          .where('secret', '=', pending.secret)
          .where('confirmed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw hasTotp();
        await putRecoveryCodes(query, userId, codes);
        await endSessions(query, userId, { except: sessionId });
        await confirmSession(query, sessionId, 'totp', now());
        return { result: null, change: { accountId: null, action: 'totp.add', target: email } };
      });
      await notify(context, request, email, 'appAdded');
      return { data: { codes: codes.map(({ text }) => text) } satisfies RecoveryCodes };
    },
  );

  /**
   * POST /console/api/totp/remove with `{ current, code }`: deletes the authenticator app and the
   * recovery codes, and ends all other sessions. Errors: `invalid_request`, `code_incorrect`,
   * `too_many_requests`.
   */
  app.post(
    '/console/api/totp/remove',
    { schema: { body: z.strictObject({ current: Password, code: Code }) } },
    async (request) => {
      const { userId, email, sessionId } = requireUser(request);
      const { current, code } = request.body;
      await requireCurrentPassword(context, request, current);
      const matched = await matchCode(context, userId, code, request.ip);
      await audit.change(request, async ({ query }) => {
        await consumeCode(query, userId, matched, now());
        await deleteTotp(query, userId);
        await endSessions(query, userId, { except: sessionId });
        await confirmSession(query, sessionId, 'password', now());
        return { result: null, change: { accountId: null, action: 'totp.remove', target: email } };
      });
      await notify(context, request, email, 'appRemoved');
      return { data: {} };
    },
  );

  /**
   * POST /console/api/recovery-codes → `RecoveryCodes`, which replace the current ones. Errors:
   * `conflict`.
   */
  app.post('/console/api/recovery-codes', async (request) => {
    const { userId, email } = requireUser(request);
    const codes = await newRecoveryCodes(random);
    await audit.change(request, async ({ query }) => {
      if (!(await findTotp(query, userId))) {
        throw new Failure(
          'conflict',
          'Recovery codes require an authenticator app. Add one first.',
        );
      }
      await putRecoveryCodes(query, userId, codes);
      const change = { accountId: null, action: 'recovery_codes.create', target: email };
      return { result: null, change };
    });
    await notify(context, request, email, 'codesReplaced');
    return { data: { codes: codes.map(({ text }) => text) } satisfies RecoveryCodes };
  });
};

function hasTotp(): Failure {
  return new Failure(
    'conflict',
    'There is no authenticator app to confirm, or one is already in use. Reload the page.',
  );
}
