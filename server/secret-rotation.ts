import { UsageError } from './config.ts';
import { resealSignInSecrets } from './console/store/factors.ts';
import type { Database, Queries } from './db/open.ts';
import { secretFingerprint, type Secrets } from './values/secrets.ts';
import { secretBox } from './values/secret-box.ts';
import { resealSecrets } from './webhooks/stored-webhook.ts';

const setting = 'secret_fingerprint';

/** Relation of the configured secrets to the secret with which the stored data is encrypted. */
export type SecretState = 'current' | 'rotating' | 'foreign';

/**
 * `current`: the first secret encrypts the stored data. `rotating`: one of the others does.
 * `foreign`: none does. A new database adopts the first secret.
 */
export async function secretState(db: Database, secrets: Secrets): Promise<SecretState> {
  const [current, ...accepted] = secrets.map(secretFingerprint);
  await db.query
    .insertInto('settings')
    .values({ name: setting, value: current ?? '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.query
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirstOrThrow();
  if (value === current) return 'current';
  return accepted.includes(value) ? 'rotating' : 'foreign';
}

/**
 * Ensures that all processes of a database use the same secret. With different secrets, each
 * process would reject the sessions, cursors and webhook secrets of the others.
 *
 * @throws UsageError if the database belongs to another secret.
 */
export async function checkSecret(db: Database, secrets: Secrets): Promise<void> {
  if ((await secretState(db, secrets)) !== 'foreign') return;
  throw new UsageError(
    'secret_mismatch: this database was set up with another secret. Set SVC_SECRET to the value that the ' +
      'other processes use (by default the file "secret" in their data folder), or change the secret with ' +
      '"svc secret rotate".',
  );
}

/**
 * Encrypts the stored secrets of webhooks and of the console's sign-in with the first secret, in
 * one transaction.
 *
 * @returns The number of webhooks.
 * @throws Error if a stored value matches none of the secrets.
 */
export async function adoptSecret(db: Database, secrets: Secrets): Promise<number> {
  const box = secretBox(secrets);
  return db.transaction(async (tx: Queries) => {
    const rows = await tx
      .selectFrom('webhooks')
      .select(['id', 'secrets'])
      .$if(db.engine === 'postgres', (query) => query.forUpdate())
      .execute();
    for (const { id, secrets: stored } of rows) {
      const resealed = resealSecrets(stored, (sealed) => box.seal(box.open(sealed)));
      await tx.updateTable('webhooks').set({ secrets: resealed }).where('id', '=', id).execute();
    }
    await resealSignInSecrets(tx, secretBox(secrets, undefined, 'sign-in secrets'));
    await tx
      .updateTable('settings')
      .set({ value: secretFingerprint(secrets[0]) })
      .where('name', '=', setting)
      .execute();
    return rows.length;
  });
}
