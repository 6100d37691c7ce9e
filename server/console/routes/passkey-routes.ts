import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { type ConsoleContext, newToken } from '../console-context.ts';
import { notify } from '../mail/notify.ts';
import { PasskeyName, Token } from '../sign-in-contract.ts';
import {
  AuthenticationResponse,
  RegistrationResponse,
  signatureAlgorithms,
} from '../sign-in/passkeys.ts';
import {
  signInExpired,
  completeChallenge,
  findChallenge,
  insertChallenge,
} from '../store/challenges.ts';
import {
  beginPasskeySignIn,
  PasskeyChallenge,
  requireRelyingParty,
  verifyPasskey,
} from '../sign-in/verify-passkey.ts';
import { startSession } from '../start-session.ts';
import { confirmSession, endSessions } from '../store/sessions.ts';
import { requireUser } from '../visitor.ts';

const PasskeyParams = z.object({ passkeyId: z.string().max(100) });
const maxPasskeys = 20;

/** Sign-in with passkeys, and the user's own passkeys. */
export const passkeyRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, newId, audit, attempts } = context;

  /** POST /console/api/sign-in/passkey/options → `PasskeyRequest`. Errors: `conflict`. */
  app.post('/console/api/sign-in/passkey/options', async ({ ip }) => {
    // Counts as a failed attempt until the sign-in, which limits the unfinished challenges in the
    // database.
    await attempts.begin(null, ip);
    return { data: await beginPasskeySignIn(context) };
  });

  /** POST /console/api/sign-in/passkey. Errors: `sign_in_failed`, `sign_in_expired`. */
  app.post(
    '/console/api/sign-in/passkey',
    { schema: { body: z.strictObject({ token: Token, response: AuthenticationResponse }) } },
    async (request, reply) => {
      const { token, response } = request.body;
      const { userId, email, consume } = await verifyPasskey(context, token, response);
      const setCookie = await audit.change(request, async ({ query }) => {
        await consume(query);
        return {
          result: await startSession(context, query, request, userId, { method: 'passkey' }),
          change: {
            accountId: null,
            action: 'session.start',
            target: email,
            after: { factor: 'passkey' },
          },
          actor: { userId, name: email, address: request.ip },
        };
      });
      await attempts.succeed(null, request.ip);
      setCookie(reply);
      return { data: {} };
    },
  );

  /** POST /console/api/passkeys/options → `PasskeyRequest` to register one. Errors: `conflict`. */
  app.post('/console/api/passkeys/options', async (request) => {
    const { userId, email, name } = requireUser(request);
    const { id } = requireRelyingParty(context);
    const known = await db.query
      .selectFrom('passkeys')
      .select(['credential_id'])
      .where('user_id', '=', userId)
      .execute();
    if (known.length >= maxPasskeys) {
      throw new Failure('conflict', `You have ${maxPasskeys} passkeys. Remove one first.`, {
        reason: 'passkey_limit',
      });
    }
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const options = await generateRegistrationOptions({
      rpName: id,
      rpID: id,
      userName: email,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(userId)),
      attestationType: 'none',
      supportedAlgorithmIDs: signatureAlgorithms,
      excludeCredentials: known.map(({ credential_id: credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const token = newToken(context);
    const data = { challenge: options.challenge } satisfies z.infer<typeof PasskeyChallenge>;
    const challenge = { token, kind: 'passkey-registration', userId, data } as const;
    await db.relaxedTransaction((query) => insertChallenge(query, challenge, now()));
    return { data: { token, options } };
  });

  /**
   * POST /console/api/passkeys with `{ token, name, response }`: registers a passkey.
   * Errors: `invalid_request`, `sign_in_expired`, `conflict`.
   */
  app.post(
    '/console/api/passkeys',
    {
      schema: {
        body: z.strictObject({ token: Token, name: PasskeyName, response: RegistrationResponse }),
      },
    },
    async (request, reply) => {
      const { userId, email, sessionId } = requireUser(request);
      const { token, name, response } = request.body;
      const { id: expectedRPID, origin } = requireRelyingParty(context);
      const challenge = await findChallenge(db.query, 'passkey-registration', token, now());
      if (challenge?.userId !== userId) throw signInExpired();
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: PasskeyChallenge.parse(challenge.data).challenge,
        expectedOrigin: origin,
        expectedRPID,
        supportedAlgorithmIDs: signatureAlgorithms,
        requireUserVerification: true,
      }).catch((error: unknown) => {
        throw new Failure('invalid_request', 'The passkey was not accepted. Try again.', {
          cause: error,
        });
      });
      if (!registrationInfo) throw new Failure('invalid_request', 'The passkey was not accepted.');
      const { credential } = registrationInfo;
      const row = {
        id: newId('pk'),
        credential_id: credential.id,
        user_id: userId,
        name,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(response.response.transports),
        created_at: now().toISOString(),
      };
      await audit.change(request, async ({ query }) => {
        if (!(await completeChallenge(query, token))) throw signInExpired();
        const { numInsertedOrUpdatedRows } = await query
          .insertInto('passkeys')
          .values(row)
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) {
          throw new Failure('conflict', 'This passkey is already registered.', {
            reason: 'passkey_known',
          });
        }
        await confirmSession(query, sessionId, 'passkey', now());
        const change = { accountId: null, action: 'passkey.add', target: email };
        return { result: null, change: { ...change, after: { name } } };
      });
      await notify(context, request, email, 'passkeyAdded', name);
      reply.status(201);
      return { data: { id: row.id } };
    },
  );

  /** PATCH /console/api/passkeys/:passkeyId with `{ name }`. Errors: `not_found`. */
  app.patch(
    '/console/api/passkeys/:passkeyId',
    { schema: { params: PasskeyParams, body: z.strictObject({ name: PasskeyName }) } },
    async (request) => {
      const { userId, email } = requireUser(request);
      const { name } = request.body;
      await audit.change(request, async ({ query }) => {
        const { numUpdatedRows } = await query
          .updateTable('passkeys')
          .set({ name })
          .where('id', '=', request.params.passkeyId)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw noPasskey(request.params.passkeyId);
        const change = { accountId: null, action: 'passkey.rename', target: email };
        return { result: null, change: { ...change, after: { name } } };
      });
      return { data: {} };
    },
  );

  /** DELETE /console/api/passkeys/:passkeyId. Ends all other sessions. Errors: `not_found`. */
  app.delete(
    '/console/api/passkeys/:passkeyId',
    { schema: { params: PasskeyParams } },
    async (request) => {
      const { userId, email, sessionId } = requireUser(request);
      const name = await audit.change(request, async ({ query }) => {
        const removed = await query
          .deleteFrom('passkeys')
          .where('id', '=', request.params.passkeyId)
          .where('user_id', '=', userId)
          .returning('name')
          .executeTakeFirst();
        if (!removed) throw noPasskey(request.params.passkeyId);
        await endSessions(query, userId, { except: sessionId });
        const change = { accountId: null, action: 'passkey.remove', target: email };
        return { result: removed.name, change: { ...change, before: { name: removed.name } } };
      });
      await notify(context, request, email, 'passkeyRemoved', name);
      return { data: {} };
    },
  );
};

function noPasskey(id: string): Failure {
  return new Failure('not_found', `You have no passkey with id ${id}.`);
}
