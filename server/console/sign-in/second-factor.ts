import type { Queries } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { isPassword } from '../passwords.ts';
import { findTotp } from '../store/factors.ts';
import { normalizeCode, positionIn } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';

/** A correct code, which `consumeCode` accepts once. */
export type MatchedCode = { step: number } | { position: number };

type CodeContext = Pick<ConsoleContext, 'db' | 'now' | 'attempts' | 'signInSecrets'>;

/**
 * Checks a code of the user's authenticator app, or a recovery code. Attempts are limited in the
 * same way as for passwords.
 *
 * @param address - IP address of the request.
 * @throws Failure `code_incorrect`, `too_many_requests`.
 */
export async function matchCode(
  context: CodeContext,
  userId: string,
  text: string,
  address: string,
): Promise<MatchedCode> {
  const { attempts } = context;
  const subject = `code ${userId}`;
  await attempts.begin(subject, address);
  const matched = await findMatch(context, userId, normalizeCode(text));
  if (!matched) throw codeIncorrect();
  await attempts.succeed(subject, address);
  return matched;
}

async function findMatch(
  { db, now, signInSecrets }: CodeContext,
  userId: string,
  code: string,
): Promise<MatchedCode | null> {
  const totp = await findTotp(db.query, userId);
  if (!totp) return null;
  const position = positionIn(code);
  if (position === null) {
    const step = findTotpStep(signInSecrets.open(totp.secret), code, now());
    return step === null || step <= totp.last_step ? null : { step };
  }
  const stored = await db.query
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('position', '=', position)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return (await isPassword(stored?.code_hash ?? null, code)) ? { position } : null;
}

/**
 * Marks a code as used. Call in the transaction of the change that the code permits.
 *
 * @throws Failure `code_incorrect` if another request has used it in the meantime.
 */
export async function consumeCode(
  query: Queries,
  userId: string,
  matched: MatchedCode,
  now: Date,
): Promise<void> {
  const update =
    'step' in matched
      ? query
          .updateTable('user_totp')
          .set({ last_step: matched.step })
          .where('user_id', '=', userId)
          .where('last_step', '<', matched.step)
      : query
          .updateTable('recovery_codes')
          .set({ used_at: now.toISOString() })
          .where('user_id', '=', userId)
          .where('position', '=', matched.position)
          .where('used_at', 'is', null);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n) throw codeIncorrect();
}

export function codeIncorrect(): Failure {
  return new Failure(
    'code_incorrect',
    'The code is incorrect, has expired, or was already used. Wait for the next code in your app.',
  );
}
