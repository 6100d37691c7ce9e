import { hashPassword, isPassword } from '../../server/console/passwords.ts';
import { insertAccount, putMember } from '../../server/console/store/accounts.ts';
import { idGenerator } from '../../server/db/id-generator.ts';
import type { Database, Queries } from '../../server/db/open.ts';

export const sampleAccountName = 'Harbor & Quill';
export const sampleEmail = 'demo@example.com';

/** Creates the account with the sample data and its owner, or finds them. The password works afterward. */
export async function createSampleAccount(db: Database, password: string): Promise<string> {
  const at = new Date().toISOString();
  const newId = idGenerator(Date.now);
  const user = await db.query
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', sampleEmail)
    .executeTakeFirst();
  const isCurrent = user !== undefined && (await isPassword(user.password_hash, password));
  const password_hash = isCurrent ? user.password_hash : await hashPassword(password);
  return db.transaction(async (tx) => {
    const userId = user?.id ?? newId('usr');
    await tx
      .insertInto('users')
      .values({
        id: userId,
        email: sampleEmail,
        name: 'Demo Owner',
        password_hash,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ password_hash }))
      .execute();
    const accountId = await findOrInsertAccount(tx, newId('acc'), at);
    await putMember(tx, { accountId, userId, role: 'owner', partnerId: null }, at);
    return accountId;
  });
}

async function findOrInsertAccount(tx: Queries, newId: string, at: string): Promise<string> {
  const name = sampleAccountName;
  const isNew = await insertAccount(tx, { id: newId, name, tiers: null }, at);
  if (isNew) {
    await tx.updateTable('accounts').set({ is_sample: 1 }).where('id', '=', newId).execute();
    return newId;
  }
  const existing = await tx
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', name)
    .where('is_sample', '=', 1)
    .executeTakeFirst();
  if (!existing) throw new Error(`The database has another account named ${name}.`);
  return existing.id;
}
