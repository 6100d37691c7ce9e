import { type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { defaultMaxSaleAmount, highestMaxSaleAmount } from '../sales/amount-limit.ts';
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

/** A parsed limit. Commander would convert a bare null to an empty string. */
interface ParsedLimit {
  units: number | null;
}

interface LimitFlags {
  maxSaleAmount?: ParsedLimit;
  json?: boolean;
}

export function addAccountsCommands(program: Command): void {
  const accounts = program.command('accounts').description('list accounts and set their limits');

  accounts
    .command('list')
    .description('list accounts with their limits')
    .option('--json', 'print an array')
    .action(async ({ json }: LimitFlags) => {
      const rows = await withDatabase(listAccounts);
      if (json) return printJson(rows);
      printTable(rows, 'No accounts. `svc keys create` creates one.');
    });

  accounts
    .command('limits')
    .argument('<account>', 'name or id of the account')
    .description('set the limits of an account')
    .requiredOption(
      '--max-sale-amount <units>',
      'largest total of one sale in minor units, such as 100000000000 (default restores 1000000000)',
      parseLimit,
    )
    .action(async (account: string, { maxSaleAmount }: LimitFlags) => {
      await withDatabase((db) => setMaxSaleAmount(db, account, maxSaleAmount?.units ?? null));
    });
}

async function listAccounts({ query }: Database) {
  const rows = await query
    .selectFrom('accounts')
    .select(['id', 'name', 'max_sale_amount'])
    .where('live_account_id', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map(({ id, name, max_sale_amount: limit }) => ({
    id,
    name,
    maxSaleAmount: Number(limit ?? defaultMaxSaleAmount),
  }));
}

/** @throws Failure `account_not_found`. */
async function setMaxSaleAmount({ query }: Database, account: string, limit: number | null) {
  const { numUpdatedRows } = await query
    .updateTable('accounts')
    .set({ max_sale_amount: limit })
    .where((eb) => eb.or([eb('id', '=', account), eb('name', '=', account)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Failure('account_not_found', `No account has the name or id ${account}.`);
}

function parseLimit(text: string): ParsedLimit {
  if (text === 'default') return { units: null };
  const units = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (units >= 1 && units <= highestMaxSaleAmount) return { units };
  throw new InvalidArgumentError(
    `Must be a whole number from 1 to ${highestMaxSaleAmount}, or default, got "${text}".`,
  );
}
