import { stdin } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type Schemas, unwrap } from '../../client/index.ts';
import { UsageError } from '../config.ts';
import { printJson, printTable } from './print.ts';
import { credentialsPath, readCredentials, writeCredentials } from './remote/credentials.ts';
import {
  connect,
  parseServerUrl,
  type RemoteServer,
  request,
  requireServer,
  selectedServer,
} from './remote/server.ts';

export function addLoginCommands(program: Command): void {
  program
    .command('login <url>')
    .description('use a server with a key; later commands use it instead of the local database')
    .option('--key <key>', 'API key; by default SVC_KEY or standard input')
    .option('--context <name>', 'name under which to keep the key (by default the host)')
    .action(async (typed: string, { key, context }: { key?: string; context?: string }) => {
      const url = parseServerUrl(typed);
      const name = context ?? new URL(url).host;
      if (!/^[\w.:[\]-]{1,100}$/.test(name) || name === 'local') {
        throw new UsageError(`--context must be a name such as staging, got "${name}".`);
      }
      const server = connect({ url, key: key ?? (process.env['SVC_KEY'] || (await readKey(url))) });
      const record = await readKeyRecord(server);
      const path = credentialsPath(process.env);
      const { contexts } = readCredentials(path);
      const known = { ...contexts, [name]: { url, key: server.key } };
      writeCredentials(path, { current: name, contexts: known });
      console.log(
        `Logged in to ${url} with key ${record.id} (${record.environment}, ${record.tier}).`,
      );
      console.log(
        `Commands now use the context "${name}". Add --server local for the local database.`,
      );
    });

  program
    .command('logout [context]')
    .description('remove a context’s stored key (by default the current context’s)')
    .action((given?: string) => {
      const path = credentialsPath(process.env);
      const { current, contexts } = readCredentials(path);
      const name = given ?? current;
      if (name === null) throw new UsageError('You are not logged in.');
      const { [name]: removed, ...others } = contexts;
      if (!removed) throw new UsageError(`No context is named "${name}".${namesOf(contexts)}`);
      writeCredentials(path, { current: name === current ? null : current, contexts: others });
      console.log(`Logged out of ${removed.url}. The key itself stays valid until it is revoked.`);
    });

  program
    .command('whoami')
    .description('show the server, the key and its quota')
    .option('--json', 'print {server, id, tier, environment, permissions, usage, …}')
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const server = requireServer(command);
      const record = await readKeyRecord(server);
      if (json) printJson({ server: server.url, ...record });
      else printKey(server, record);
    });

  const contexts = program
    .command('contexts')
    .description('list the servers that you are logged in to')
    .option('--json', 'print [{name, url, isCurrent}]')
    .action(({ json }: { json?: boolean }, command: Command) => {
      const stored = readCredentials(credentialsPath(process.env));
      const selected = selectedServer(command) ?? stored.current;
      const rows = Object.entries(stored.contexts).map(([name, { url }]) => ({
        name,
        url,
        isCurrent: name === selected,
      }));
      if (json) return printJson(rows);
      const shown = rows.map(({ isCurrent, ...row }) => ({
        ...row,
        current: isCurrent ? '✔' : '',
      }));
      printTable(shown, 'No servers yet. Log in with: svc login URL');
    });

  contexts
    .command('use <name>')
    .description('select the server that commands use')
    .action((name: string) => {
      const path = credentialsPath(process.env);
      const stored = readCredentials(path);
      const isKnown = name === 'local' || Object.hasOwn(stored.contexts, name);
      if (!isKnown)
        throw new UsageError(`No context is named "${name}".${namesOf(stored.contexts)}`);
      writeCredentials(path, { ...stored, current: name === 'local' ? null : name });
      console.log(
        name === 'local' ? 'Commands use the local database.' : `Commands use "${name}".`,
      );
    });
}

async function readKeyRecord(server: RemoteServer): Promise<Schemas['KeyRecord']> {
  const { data } = await request(server, () => unwrap(server.api.GET('/v1/keys/me')));
  return data;
}

function printKey({ url }: RemoteServer, key: Schemas['KeyRecord']): void {
  const { today, dailyLimit, thisMonth, monthlyLimit } = key.usage;
  const facts = {
    server: url,
    key: key.id,
    tier: key.tier,
    environment: key.environment,
    permissions: key.permissions.join(', '),
    requests: `${today} of ${dailyLimit} today, ${thisMonth} of ${monthlyLimit} this month`,
    expires: key.expiresAt ?? 'never',
  };
  for (const [name, value] of Object.entries(facts)) console.log(`${name.padEnd(12)} ${value}`);
}

/** Reads the key from a pipe, or prompts for it without showing it. */
async function readKey(url: string): Promise<string> {
  const typed = stdin.isTTY ? await ask(`API key for ${url}: `) : await text(stdin);
  if (typed.trim() !== '') return typed.trim();
  throw new UsageError('No key was given. Pass it with --key, SVC_KEY or standard input.');
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

function namesOf(contexts: object): string {
  const names = Object.keys(contexts);
  return names.length > 0 ? ` Known: ${names.join(', ')}.` : ' Log in with: svc login URL';
}
