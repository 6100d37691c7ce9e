import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { UsageError } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import { type Permission, Tier } from '../values/permissions.ts';
import {
  type Environment,
  environmentOf,
  environments,
  liveAccountOf,
} from '../values/environment.ts';
import { issueKey, type KeyContext, revokeKey, rotateKey, updateKey } from '../keys/issue-key.ts';
import { keyStore } from '../keys/store.ts';
import { keyState, type StoredKey } from '../keys/stored-key.ts';
import {
  addKeyOptions,
  expiryOf,
  type KeyFlags,
  parsePermissions,
  parseSeconds,
  privateBooksOf,
  rejectAccount,
} from './key-options.ts';
import { changeKey, createKey, listKeys, revokeRemoteKey, rotateRemoteKey } from './remote/keys.ts';
import { remoteServer } from './remote/server.ts';
import { parseAccountName, rowsOfAccount } from './account.ts';
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

interface CreateFlags extends KeyFlags {
  tier: Tier;
  permissions?: Permission[];
  publishable?: boolean;
  environment?: Environment;
  account?: string;
  json?: boolean;
}

/** Account of keys that are created without `--account`. */
const defaultAccount = 'default';

export function addKeysCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('create, list, update, rotate and revoke API keys');

  const create = keys
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
    .addOption(
      new Option(
        '--environment <name>',
        'test keys work on separate sales, clicks, webhooks and events',
      ).choices(environments),
    )
    .option(
      '--account <name>',
      `owner of the key (created if missing), by default "${defaultAccount}"`,
      parseAccountName,
    )
    .option('--json', 'print {id, key, tier, permissions, …}');
  addKeyOptions(create).action(async (flags: CreateFlags, command: Command) => {
    const { tier, permissions, environment, name, account, json } = flags;
    const kind = flags.publishable ? 'publishable' : 'secret';
    const allowedOrigins = flags.origin;
    const privateBooks = privateBooksOf(flags);
    const server = remoteServer(command);
    if (server) {
      rejectAccount(account);
      const expiresAt = expiryOf(flags)?.toISOString() ?? null;
      const rights = { permissions, environment, allowedOrigins, privateBooks };
      return createKey(server, { name: name ?? '', kind, tier, ...rights, expiresAt }, json);
    }
    const { text, key } = await withDatabase((db) =>
      issueKey(keyContext(db), {
        account: account ?? defaultAccount,
        label: name,
        tier,
        kind,
        environment: environment ?? 'live',
        permissions,
        allowedOrigins,
        privateBooks,
        expiresAt: expiryOf(flags) ?? undefined,
      }),
    );
    if (json) printJson({ id: key.id, key: text, ...toKeyFields(key) });
    else printNewKey(text, key);
  });

  keys
    .command('list')
    .description('list keys')
    .option('--account <name>', 'only keys of this account')
    .option('--json', 'print [{id, tier, permissions, state, …}]')
    .action(async ({ account, json }: { account?: string; json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) {
        rejectAccount(account);
        return listKeys(server, json);
      }
      const shown = await withDatabase(async (db) =>
        rowsOfAccount(db, await keyStore(db).list(), account),
      );
      if (json) return printJson(shown.map((key) => ({ id: key.id, ...toKeyFields(key) })));
      printTable(shown.map(toRow), 'No keys yet. Create one with: svc keys create --tier basic');
    });

  const update = keys
    .command('update <id>')
    .description(
      'change a key’s name, origins, private books or expiry (takes effect within a second)',
    )
    .option('--no-books', 'let a publishable key show no private books')
    .option('--json', 'print {id, tier, permissions, …}');
  addKeyOptions(update).action(
    async (id: string, flags: KeyFlags & { json?: boolean }, command: Command) => {
      const { name, origin, json } = flags;
      const expires = expiryOf(flags);
      const given =
        command.getOptionValueSource('books') === 'cli' ? flags : { ...flags, books: undefined };
      const rights = { allowedOrigins: origin, privateBooks: privateBooksOf(given) };
      const changes = { ...rights, name };
      if (expires === undefined && Object.values(changes).every((value) => value === undefined)) {
        throw new UsageError(
          'Nothing to change. Set --name, --origin, --books, --no-books, --unlisted or --expires.',
        );
      }
      const server = remoteServer(command);
      if (server) {
        const expiresAt = expires === undefined ? undefined : (expires?.toISOString() ?? null);
        return changeKey(server, id, { ...changes, expiresAt }, json);
      }
      const { after } = await withDatabase((db) =>
        updateKey(keyContext(db), id, { ...rights, label: name, expiresAt: expires }),
      );
      if (json) printJson({ id: after.id, ...toKeyFields(after) });
      else printTable([toRow(after)], '');
    },
  );

  keys
    .command('rotate <id>')
    .description(
      'create a successor that shares the quota; the old key keeps working for a grace period',
    )
    .option('--grace <seconds>', 'how long the old key remains valid', parseSeconds, 86_400)
    .option('--json', 'print {id, key, tier, permissions, …, predecessor}')
    .action(
      async (id: string, { grace, json }: { grace: number; json?: boolean }, command: Command) => {
        const server = remoteServer(command);
        if (server) return rotateRemoteKey(server, id, grace, json);
        const { text, key, predecessorExpiresAt } = await withDatabase((db) =>
          rotateKey(keyContext(db), id, grace),
        );
        if (json) {
          const predecessor = { id, expiresAt: predecessorExpiresAt };
          return printJson({ id: key.id, key: text, ...toKeyFields(key), predecessor });
        }
        printNewKey(text, key);
        console.log(`The previous key ${id} remains valid until ${predecessorExpiresAt}.`);
      },
    );

  keys
    .command('revoke <id>')
    .description('revoke a key permanently (takes effect within a second)')
    .option('--json', 'print {id, tier, …, state, revokedAt}')
    .action(async (id: string, { json }: { json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) return revokeRemoteKey(server, id, json);
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
    name: key.label ?? '',
    tier,
    permissions,
    kind,
    allowedOrigins,
    privateBooks,
    ending,
    environment: environmentOf(key.accountId),
    account: { id: liveAccountOf(key.accountId) ?? key.accountId, name: key.accountName },
    state: keyState(key, new Date()),
    createdAt,
    expiresAt,
    revokedAt,
  };
}

function toRow(key: StoredKey) {
  return {
    id: key.id,
    name: key.label ?? '',
    account: key.accountName,
    tier: key.tier,
    kind: key.kind,
    environment: environmentOf(key.accountId),
    key: `…${key.ending}`,
    state: keyState(key, new Date()),
    created: key.createdAt.slice(0, 10),
    expires: key.expiresAt,
  };
}

function printNewKey(text: string, key: StoredKey): void {
  printTable([toRow(key)], '');
  console.log(`\n${text}\n\nStore this key now. It cannot be shown again.`);
}
