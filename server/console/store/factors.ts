import type { Queries } from '../../db/open.ts';
import type { SecretBox } from '../../values/secret-box.ts';
import type { NewRecoveryCode } from '../sign-in/recovery-codes.ts';

/** Returns the user's confirmed authenticator app, or undefined. */
export function findTotp(query: Queries, userId: string) {
  return query
    .selectFrom('user_totp')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
}

/** Replaces the user's recovery codes. */
export async function putRecoveryCodes(
  query: Queries,
  userId: string,
  codes: readonly NewRecoveryCode[],
): Promise<void> {
  await query.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map(({ position, hash }) => ({ user_id: userId, position, code_hash: hash }));
  if (rows.length > 0) await query.insertInto('recovery_codes').values(rows).execute();
}

/** Deletes the user's authenticator app and recovery codes. */
export async function deleteTotp(query: Queries, userId: string): Promise<void> {
  await query.deleteFrom('user_totp').where('user_id', '=', userId).execute();
  await putRecoveryCodes(query, userId, []);
}

/** Deletes the user's authenticator app if it was added at this ISO time or later. */
export async function deleteTotpSince(query: Queries, userId: string, since: string) {
  const { numDeletedRows } = await query
    .deleteFrom('user_totp')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await putRecoveryCodes(query, userId, []);
}

/** Deletes all of a user's sign-in methods except the password, and unfinished sign-ins. */
export async function deleteFactors(query: Queries, userId: string): Promise<void> {
  await deleteTotp(query, userId);
  await deletePasskeys(query, userId);
}

/** Deletes the user's passkeys and unfinished sign-ins. */
export async function deletePasskeys(query: Queries, userId: string): Promise<void> {
  await query.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await query.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}

/** Encrypts the secrets for console sign-in again. @returns The number of secrets. */
export async function resealSignInSecrets(query: Queries, box: SecretBox): Promise<number> {
  const apps = await query.selectFrom('user_totp').select(['user_id', 'secret']).execute();
  for (const { user_id: userId, secret } of apps) {
    await query
      .updateTable('user_totp')
      .set({ secret: box.seal(box.open(secret)) })
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .execute();
  }
  const connections = await query
    .selectFrom('sso_connections')
    .select(['account_id', 'client_secret'])
    .execute();
  for (const { account_id: accountId, client_secret: secret } of connections) {
    await query
      .updateTable('sso_connections')
      .set({ client_secret: box.seal(box.open(secret)) })
      .where('account_id', '=', accountId)
      .where('client_secret', '=', secret)
      .execute();
  }
  return apps.length + connections.length;
}
