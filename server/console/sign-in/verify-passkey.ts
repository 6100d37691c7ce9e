import { z } from 'zod';
import type { Queries } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { type ConsoleContext, newToken } from '../console-context.ts';
import {
  completeChallenge,
  findChallenge,
  insertChallenge,
  signInExpired,
} from '../store/challenges.ts';
import { type AuthenticationResponse, type RelyingParty, relyingParty } from './passkeys.ts';

export const PasskeyChallenge = z.object({ challenge: z.string() });

type PasskeyContext = Pick<ConsoleContext, 'db' | 'now' | 'random' | 'publicUrl'>;

/** @throws Failure `conflict` if this server's URL has no host name. */
export function requireRelyingParty({
  publicUrl,
}: Pick<ConsoleContext, 'publicUrl'>): RelyingParty {
  const party = relyingParty(publicUrl);
  if (party) return party;
  throw new Failure(
    'conflict',
    `Passkeys need a host name, but this server's URL is ${publicUrl}. Ask its operator to set SVC_PUBLIC_URL.`,
  );
}

/** Begins a sign-in with a passkey. The browser finds the passkey. */
export async function beginPasskeySignIn(context: PasskeyContext) {
  const { db, now } = context;
  const { id } = requireRelyingParty(context);
  // Loaded on demand because it takes 20 ms, and many servers have no passkeys.
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' });
  const token = newToken(context);
  const data = { challenge: options.challenge } satisfies z.infer<typeof PasskeyChallenge>;
  await db.relaxedTransaction((query) =>
    insertChallenge(query, { token, kind: 'passkey-sign-in', userId: null, data }, now()),
  );
  return { token, options };
}

/** The user of a passkey whose signature is correct. */
export interface VerifiedPasskey {
  userId: string;
  email: string;
  /** Completes the challenge. Call in the transaction of the change that the passkey permits. */
  consume: (query: Queries) => Promise<void>;
}

/**
 * Checks the response of a browser to `beginPasskeySignIn`.
 *
 * @throws Failure `sign_in_failed`, `sign_in_expired`.
 */
export async function verifyPasskey(
  context: PasskeyContext,
  token: string,
  response: AuthenticationResponse,
): Promise<VerifiedPasskey> {
  const { db, now } = context;
  const { id: expectedRPID, origin } = requireRelyingParty(context);
  const challenge = await findChallenge(db.query, 'passkey-sign-in', token, now());
  if (!challenge) throw signInExpired();
  const passkey = await db.query
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .selectAll('passkeys')
    .select('users.email')
    .where('credential_id', '=', response.id)
    .executeTakeFirst();
  if (!passkey) throw passkeyUnknown();
  const { userHandle } = response.response;
  const isOwn =
    userHandle === undefined ||
    Buffer.from(userHandle, 'base64url').toString('utf8') === passkey.user_id;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: withoutUndefined(response),
    expectedChallenge: PasskeyChallenge.parse(challenge.data).challenge,
    expectedOrigin: origin,
    expectedRPID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch((error: unknown) => {
    // The library throws if any check fails.
    throw new Failure('sign_in_failed', 'The passkey was not accepted.', { cause: error });
  });
  if (!verified || !isOwn) throw passkeyUnknown();
  return {
    userId: passkey.user_id,
    email: passkey.email,
    async consume(query) {
      if (!(await completeChallenge(query, token))) throw signInExpired();
      await query
        .updateTable('passkeys')
        .set({ counter: authenticationInfo.newCounter, used_at: now().toISOString() })
        .where('id', '=', passkey.id)
        .execute();
    },
  };
}

function withoutUndefined({ response, ...rest }: AuthenticationResponse) {
  const { userHandle, ...more } = response;
  return { ...rest, response: { ...more, ...(userHandle !== undefined && { userHandle }) } };
}

function passkeyUnknown(): Failure {
  return new Failure(
    'sign_in_failed',
    'This passkey is not registered here. Sign in with your password, or use another passkey.',
  );
}
