import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import { Permission, Tier } from '../values/permissions.ts';
import {
  type Environment,
  environmentOf,
  environments,
  liveAccountOf,
} from '../values/environment.ts';
import { issueKey, type KeyContext, revokeKey, rotateKey } from '../keys/issue-key.ts';
import { keyStore, type StoredKey } from '../keys/store.ts';
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

interface CreateFlags {
  tier: Tier;
  permissions?: Permission[];
  publishable?: boolean;
  origin?: string[];
  books?: string[];
  unlisted?: boolean;
  expires?: Date;
  environment: Environment;
  account: string;
  json?: boolean;
}

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('create, list, rotate and revoke API keys');

  keys
    .command('create')
    .description('create a key; it is shown only once')
    .addOption(
      new Option('--tier <tier>', 'quota and rate limits of the key')
        .choices(Tier.options)
        .makeOptionMandatory(),
    )
    .option(
      '--permissions <list>',
      'comma-separated, such as read:books,write:webhooks',
      parsePermissions,
    )
    .option(
      '--publishable',
      'key for pages on the given origins that can only read books and open the reader',
    )
    .option('--origin <url...>', 'origins that may use a publishable key')
    .addOption(
      new Option(
        '--books <ids>',
        'private books that a publishable key may show, comma-separated',
      ).argParser((list: string) => list.split(',').map((id) => id.trim())),
    )
    .addOption(
      new Option(
        '--unlisted',
        'let a publishable key open every private book of the account by its id, without listing them',
      ).conflicts('books'),
    )
    .addOption(
      new Option(
        '--environment <name>',
        'test keys work on separate sales, clicks, webhooks and events',
      )
        .choices(environments)
        .default('live'),
    )
    .option('--expires <iso>', 'expiry time, such as 2030-01-31T00:00:00Z', parseDate)
    .option('--account <name>', 'owner of the key (created if missing)', 'default')
    .option('--json', 'print {id, key, tier, permissions, …}')
    .action(async (flags: CreateFlags) => {
      const { text, key } = await withDatabase((db) =>
        issueKey(keyContext(db), {
          account: flags.account,
          tier: flags.tier,
          kind: flags.publishable ? 'publishable' : 'secret',
          environment: flags.environment,
          permissions: flags.permissions,
          allowedOrigins: flags.origin,
          privateBooks: flags.unlisted ? 'unlisted' : flags.books,
          expiresAt: flags.expires,
        }),
      );
      if (flags.json) printJson({ id: key.id, key: text, ...toKeyFields(key) });
      else printNewKey(text, key);
    });

  keys
    .command('list')
    .description('list keys')
    .option('--account <name>', 'only keys of this account')
    .option('--json', 'print [{id, tier, permissions, state, …}]')
    .action(async ({ account, json }: { account?: string; json?: boolean }) => {
      const all = await withDatabase((db) => keyStore(db).list());
      const shown = all.filter(({ accountName }) => !account || accountName === account);
      if (json) printJson(shown.map((key) => ({ id: key.id, ...toKeyFields(key) })));
      else
        printTable(shown.map(toRow), 'No keys yet. Create one with: svc keys create --tier basic');
    });

  keys
    .command('rotate <id>')
    .description(
      'create a successor that shares the quota; the old key keeps working for a grace period',
    )
    .option('--grace <seconds>', 'how long the old key remains valid', parseSeconds, 86_400)
    .option('--json', 'print {id, key, tier, permissions, …, predecessor}')
    .action(async (id: string, { grace, json }: { grace: number; json?: boolean }) => {
      const { text, key, predecessorExpiresAt } = await withDatabase((db) =>
        rotateKey(keyContext(db), id, grace),
      );
      if (json) {
        const predecessor = { id, expiresAt: predecessorExpiresAt };
        printJson({ id: key.id, key: text, ...toKeyFields(key), predecessor });
      } else {
        printNewKey(text, key);
        console.log(`The previous key ${id} remains valid until ${predecessorExpiresAt}.`);
      }
    });

  keys
    .command('revoke <id>')
    .description('revoke a key permanently (takes effect within a second)')
    .option('--json', 'print {id, tier, …, state, revokedAt}')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const key = await withDatabase((db) =>
        revokeKey({ store: keyStore(db), now: () => new Date() }, id),
      );
      if (json) printJson({ id: key.id, ...toKeyFields(key) });
      else console.log(`Revoked ${key.id} on ${key.revokedAt}.`);
    });
}

function keyContext(db: Database): KeyContext {
  const now = () => new Date();
  return { store: keyStore(db), newId: idGenerator(Date.now), random: randomBytes, now };
}

function toKeyFields(key: StoredKey) {
  const { tier, permissions, kind, allowedOrigins, privateBooks } = key;
  const { ending, createdAt, expiresAt, revokedAt } = key;
  return {
    tier,
    permissions,
    kind,
    allowedOrigins,
    privateBooks,
    ending,
    environment: environmentOf(key.accountId),
    account: { id: liveAccountOf(key.accountId) ?? key.accountId, name: key.accountName },
    state: stateOf(key),
    createdAt,
    expiresAt,
    revokedAt,
  };
}

function stateOf({ revokedAt, expiresAt }: StoredKey): 'active' | 'expired' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= new Date() ? 'expired' : 'active';
}

function toRow(key: StoredKey) {
  return {
    id: key.id,
    account: key.accountName,
    tier: key.tier,
    kind: key.kind,
    environment: environmentOf(key.accountId),
    key: `…${key.ending}`,
    state: stateOf(key),
    created: key.createdAt.slice(0, 10),
    expires: key.expiresAt,
  };
}

function printNewKey(text: string, key: StoredKey): void {
  printTable([toRow(key)], '');
  console.log(`\n${text}\n\nStore this key now. It cannot be shown again.`);
}

function parsePermissions(list: string): Permission[] {
  return list.split(',').map((one) => {
    const { data } = Permission.safeParse(one.trim());
    if (!data)
      throw new InvalidArgumentError(`Must be permissions such as read:books, got "${one}".`);
    return data;
  });
}

function parseDate(text: string): Date {
  const date = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError(`Must be a time such as 2030-01-31T00:00:00Z, got "${text}".`);
  }
  return date;
}

function parseSeconds(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError(`Must be a whole number of seconds, got "${text}".`);
  return Number(text);
}
