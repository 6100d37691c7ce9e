import { hashPassword, isPassword } from '../../server/console/passwords.ts';
import { insertAccount, putMember } from '../../server/console/store/accounts.ts';
import { idGenerator } from '../../server/db/id-generator.ts';
import type { Database, Queries } from '../../server/db/open.ts';

export const sampleAccountName = 'Harbor & Quill';
export const sampleEmail = 'demo@example.com';

export const samplePartnerEmail = 'partner@example.com';

/**
 * Creates or finds the account with the sample data and its owner, who can then sign in with the
 * given password.
 */
export async function createSampleAccount(db: Database, password: string): Promise<string> {
  const at = new Date().toISOString();
  const owner = await prepareUser(db, { email: sampleEmail, name: 'Demo Owner', password });
  return db.transaction(async (tx) => {
    const userId = await owner(tx, at);
    const accountId = await findOrInsertAccount(tx, idGenerator(Date.now)('acc'), at);
    await putMember(tx, { accountId, userId, role: 'owner', partnerId: null }, at);
    return accountId;
  });
}

/**
 * Creates or finds the user of the account's first affiliate, who can then sign in with the given
 * password.
 */
export async function createSamplePartner(
  db: Database,
  accountId: string,
  password: string,
): Promise<void> {
  const at = new Date().toISOString();
  const partner = await prepareUser(db, {
    email: samplePartnerEmail,
    name: 'Demo Partner',
    password,
  });
  await db.transaction(async (tx) => {
    const { id } = await tx
      .selectFrom('partners')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const userId = await partner(tx, at);
    await putMember(tx, { accountId, userId, role: 'partner', partnerId: id }, at);
  });
}

/**
 * Hashes the password before the transaction. Returns a function that writes the user and returns
 * the id.
 */
async function prepareUser(
  db: Database,
  { email, name, password }: { email: string; name: string; password: string },
) {
  const user = await db.query
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const isCurrent = user !== undefined && (await isPassword(user.password_hash, password));
  const password_hash = isCurrent ? user.password_hash : await hashPassword(password);
  const id = user?.id ?? idGenerator(Date.now)('usr');
  return async (tx: Queries, at: string): Promise<string> => {
    await tx
      .insertInto('users')
      .values({ id, email, name, password_hash, created_at: at })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ password_hash }))
      .execute();
    return id;
  };
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
