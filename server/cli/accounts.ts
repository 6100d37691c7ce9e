import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readConfig, resolvePublicUrl, UsageError } from '../config.ts';
import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { defaultMaxSaleAmount, highestMaxSaleAmount } from '../sales/amount-limit.ts';
import { type Actor, auditLog } from '../console/audit-log.ts';
import { type AccountRole, Email, InvitedRole } from '../console/contract.ts';
import { createInvitation } from '../console/invitations.ts';
import { createUserLink } from '../console/user-links.ts';
import { insertAccount } from '../console/store/accounts.ts';
import { deleteFactors } from '../console/store/factors.ts';
import { endSessions } from '../console/store/sessions.ts';
import { idGenerator } from '../db/id-generator.ts';
import { parseAccountName, requireAccount } from './account.ts';
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

interface InviteFlags {
  role: Exclude<AccountRole, 'partner'>;
  json?: boolean;
}

const now = () => new Date();
const newId = idGenerator(Date.now);
const commandLine: Actor = { userId: null, name: 'command line', address: null };

export function addAccountsCommands(program: Command): void {
  const accounts = program
    .command('accounts')
    .description('list, create and suspend accounts, invite members, and set limits');

  accounts
    .command('list')
    .description('list accounts with their limits')
    .option('--json', 'print an array')
    .action(async ({ json }: LimitFlags) => {
      const rows = await withDatabase(listAccounts);
      if (json) return printJson(rows);
      printTable(rows, 'No accounts. Create one with: svc accounts create NAME');
    });

  accounts
    .command('create')
    .argument('<name>', 'name of the account')
    .description('create an account')
    .option('--json', 'print {id, name}')
    .action(async (name: string, { json }: LimitFlags) => {
      const account = await withDatabase((db) => createAccount(db, parseAccountName(name)));
      if (json) return printJson(account);
      console.log(`Created ${account.name} (${account.id}). Invite its owner with:`);
      console.log(`  svc accounts invite ${account.id} EMAIL`);
    });

  accounts
    .command('invite')
    .argument('<account>', 'name or id of the account')
    .argument('<email>', 'email address of the person')
    .description('create a one-time link with which a person becomes a member in the console')
    .addOption(
      new Option('--role <role>', 'role of the member')
        .choices(InvitedRole.options)
        .default('owner'),
    )
    .option('--json', 'print {url, expiresAt}')
    .action(async (account: string, address: string, { role, json }: InviteFlags) => {
      const email = parseEmail(address);
      const invitation = await withDatabase((db) => invite(db, account, email, role));
      if (json) return printJson(invitation);
      console.log(`Send this link to ${email}. It works once, until ${invitation.expiresAt}:`);
      console.log(invitation.url);
    });

  accounts
    .command('recover')
    .argument('<email>', 'email address of the user')
    .description('create a one-time link with which a user of the console sets a new password')
    .option('--json', 'print {url, expiresAt}')
    .action(async (address: string, { json }: LimitFlags) => {
      const email = parseEmail(address);
      const link = await withDatabase((db) => recover(db, email));
      if (json) return printJson(link);
      console.log(`Send this link to ${email}. It works once, until ${link.expiresAt}:`);
      console.log(link.url);
    });

  accounts
    .command('reset-factors')
    .argument('<email>', 'email address of the user')
    .description('remove the authenticator app and the passkeys of a user who lost them')
    .action(async (address: string) => {
      const email = parseEmail(address);
      await withDatabase((db) => resetFactors(db, email));
      console.log(`${email} now signs in with the password only. All sessions were ended.`);
    });

  for (const isSuspended of [true, false]) {
    accounts
      .command(isSuspended ? 'suspend' : 'resume')
      .argument('<account>', 'name or id of the account')
      .description(
        isSuspended
          ? 'reject the keys and members of an account until it is resumed'
          : 'accept the keys and members of a suspended account again',
      )
      .action(async (account: string) => {
        await withDatabase((db) => suspend(db, account, isSuspended));
        console.log(`${isSuspended ? 'Suspended' : 'Resumed'} ${account}.`);
      });
  }

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
    .select(['id', 'name', 'max_sale_amount', 'suspended_at'])
    .where('live_account_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map(({ id, name, max_sale_amount: limit, suspended_at: suspendedAt }) => ({
    id,
    name,
    maxSaleAmount: Number(limit ?? defaultMaxSaleAmount),
    suspendedAt,
  }));
}

/** @throws Failure `conflict`. */
async function createAccount(db: Database, name: string): Promise<{ id: string; name: string }> {
  const id = newId('acc');
  return auditLog({ db, now, newId }).record(commandLine, async ({ query }) => {
    if (!(await insertAccount(query, { id, name, tiers: null }, now().toISOString()))) {
      throw new Failure('conflict', `An account named ${name} exists. Choose another name.`);
    }
    const change = { accountId: id, action: 'account.create', target: name };
    return { result: { id, name }, change: { ...change, after: { name } } };
  });
}

/** @throws Failure `account_not_found`. */
async function invite(db: Database, text: string, email: string, role: InviteFlags['role']) {
  const { id: accountId } = await requireAccount(db, text);
  const publicUrl = resolvePublicUrl(readConfig(process.env));
  const context = { db, now, newId, random: randomBytes, publicUrl };
  const order = { accountId, email, role, partnerId: null };
  return auditLog(context).record(commandLine, createInvitation(context, order));
}

/** @throws Failure `not_found`. */
async function findUser({ query }: Database, email: string) {
  const user = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!user) throw new Failure('not_found', `No user of the console has the address ${email}.`);
  return user;
}

/** @throws Failure `not_found`. */
async function resetFactors(db: Database, email: string): Promise<void> {
  const { id } = await findUser(db, email);
  await auditLog({ db, now, newId }).record(commandLine, async ({ query }) => {
    await deleteFactors(query, id);
    await endSessions(query, id, 'all');
    const change = { accountId: null, action: 'factors.reset', target: email };
    return { result: null, change };
  });
}

/** @throws Failure `not_found`. */
async function recover(db: Database, email: string) {
  const user = await findUser(db, email);
  const publicUrl = resolvePublicUrl(readConfig(process.env));
  const context = { db, now, newId, random: randomBytes, publicUrl };
  const order = { userId: user.id, kind: 'recovery', email, target: email } as const;
  return auditLog(context).record(commandLine, createUserLink(context, order));
}

/** @throws Failure `account_not_found`. */
async function suspend(db: Database, text: string, isSuspended: boolean): Promise<void> {
  const { id, name } = await requireAccount(db, text);
  await auditLog({ db, now, newId }).record(commandLine, async ({ query }) => {
    await query
      .updateTable('accounts')
      .set({ suspended_at: isSuspended ? now().toISOString() : null })
      .where('id', '=', id)
      .execute();
    const change = { accountId: id, action: 'account.change', target: name };
    return { result: null, change: { ...change, after: { isSuspended } } };
  });
}

function parseEmail(text: string): string {
  const { success, data } = Email.safeParse(text);
  if (success) return data;
  throw new UsageError(`The email address must look like ada@example.com, got "${text}".`);
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
