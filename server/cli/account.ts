import { UsageError } from '../config.ts';
import { AccountName } from '../console/contract.ts';
import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { quoteValue } from '../values/quote-value.ts';

/** Returns an account's name without superfluous white space. @throws UsageError */
export function parseAccountName(text: string): string {
  const { data: name } = AccountName.safeParse(text);
  if (name !== undefined) return name;
  throw new UsageError(
    `The name of an account must have 1 to 100 visible characters, got ${quoteValue(text)}.`,
  );
}

/** The account with a name or id. @throws Failure `account_not_found`. */
export async function requireAccount({ query }: Database, text: string) {
  const account = await query
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('id', '=', text), eb('name', '=', text)]))
    .where('live_account_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (account) return account;
  throw new Failure(
    'account_not_found',
    `No account has the name or id ${text}. List the accounts with: svc accounts list`,
  );
}

/**
 * The rows of the account with a name or id, or all rows without one.
 *
 * @throws Failure `account_not_found`.
 */
export async function rowsOfAccount<Row extends { accountName: string }>(
  db: Database,
  rows: Row[],
  text: string | undefined,
): Promise<Row[]> {
  if (text === undefined) return rows;
  const { name } = await requireAccount(db, text);
  return rows.filter(({ accountName }) => accountName === name);
}
