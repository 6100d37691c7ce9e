import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readConfig, resolvePublicUrl } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import type { BookSelection } from '../deployments/book-selection.ts';
import type { Domain } from '../deployments/contract.ts';
import { type Deployments, deployments } from '../deployments/deployments.ts';
import { txtResolver } from '../deployments/domains.ts';
import { listAllDeployments, deploymentNotFound } from '../deployments/store.ts';
import { type StoredDeployment, toDeployment } from '../deployments/stored-deployment.ts';
import { domainKeyCreator } from '../keys/domain-key.ts';
import { keyStore } from '../keys/store.ts';
import {
  type DeploymentFlags,
  readDeploymentInput,
  readDeploymentPatch,
} from './deployment-input.ts';
import { parseAccountName, rowsOfAccount } from './account.ts';
import { printJson, printTable } from './print.ts';
import {
  addDomain,
  createDeployment,
  listDeployments,
  removeDeployment,
  showDeployment,
  updateDeployment,
  verifyDomains,
} from './remote/deployments.ts';
import { remoteServer } from './remote/server.ts';
import { environmentOf } from '../values/environment.ts';
import { withDatabase } from './with-database.ts';

const now = () => new Date();
const newId = idGenerator(Date.now);

export function addDeploymentsCommands(program: Command): void {
  const group = program
    .command('deployments')
    .description('manage white-label deployments: theme, logo, links and domains');

  group
    .command('list')
    .description('list deployments')
    .option('--account <name>', 'only deployments of this account')
    .option('--json', 'print [{id, name, theme, domains, …}]')
    .action(async ({ account, json }: { account?: string; json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) return listDeployments(server, json);
      const shown = await withDatabase(async (db) =>
        rowsOfAccount(db, await listAllDeployments(db.query), account),
      );
      if (json) return printJson(shown.map(toDocument));
      const rows = shown.map(({ id, accountId, accountName, name, domains }) => ({
        id,
        account: accountName,
        environment: environmentOf(accountId),
        name,
        domains: domains.map(({ host, state }) => `${host} (${state})`).join(', '),
      }));
      printTable(rows, 'No deployments yet. Create one with: svc deployments create --name NAME');
    });

  group
    .command('create')
    .description('create a deployment; options take precedence over the file')
    .option(
      '--file <json>',
      'JSON file with the body of POST /v1/reader/deployments and, optionally, `domains`',
    )
    .option('--name <name>', 'display name (shown on pages without a logo)')
    .option(
      '--account <name>',
      'owner of the deployment (created if missing)',
      parseAccountName,
      'default',
    )
    .option('--domain <host>', 'custom domain (can be repeated)', collect)
    .option(
      '--token <name=value>',
      'theme token, such as accent=#9a1b1b or accent.dark=#ff9d94',
      collect,
    )
    .option('--logo <file>', 'PNG, JPEG, WebP or SVG file, up to 200 kB')
    .option('--affiliate <code>', 'affiliate credited with sales unless a page names another')
    .option('--buy-url <template>', 'buy link, such as https://shop.example/{isbn}?ref={affiliate}')
    .option('--key <id>', 'publishable key for pages on its domains (created if missing)')
    .option('--books <ids>', bookOptions.books)
    .option('--subject <name>', bookOptions.subject, collect)
    .addOption(new Option('--consent <policy>', consentHelp).choices(['none', 'required']))
    .option('--json', 'print {id, name, theme, domains, …}')
    .action(async ({ account, json, ...flags }: CreateFlags, command: Command) => {
      const { deployment, domains } = readDeploymentInput(flags);
      const server = remoteServer(command);
      if (server) return createDeployment(server, { deployment, domains }, json);
      const created = await withDeployments(async (service, db) => {
        const accountId = await keyStore(db).findOrCreateAccount(
          account,
          newId('acc'),
          now().toISOString(),
        );
        const { id } = await service.add(accountId, deployment, domains);
        return requireDeployment(db, id);
      });
      if (json) return printJson(toDocument(created));
      printDeployment(created);
    });

  group
    .command('update <id>')
    .description('change a deployment; options take precedence over the file')
    .option('--file <json>', 'JSON file with the body of PATCH /v1/reader/deployments/{id}')
    .option('--name <name>', 'display name (shown on pages without a logo)')
    .option('--token <name=value>', 'theme token, such as accent=#9a1b1b', collect)
    .option('--logo <file>', 'PNG, JPEG, WebP or SVG file, up to 200 kB')
    .option('--affiliate <code>', 'affiliate credited with sales (none removes it)')
    .option('--buy-url <template>', 'buy link (none removes it)')
    .option('--key <id>', 'publishable key for pages on its domains')
    .option('--books <ids>', bookOptions.books)
    .option('--subject <name>', bookOptions.subject, collect)
    .addOption(new Option('--consent <policy>', consentHelp).choices(['none', 'required']))
    .option('--json', 'print {id, name, theme, domains, …}')
    .action(async (id: string, options: DeploymentFlags & JsonFlag, command: Command) => {
      const { json, ...flags } = options;
      const patch = readDeploymentPatch(flags);
      const server = remoteServer(command);
      if (server) return updateDeployment(server, id, patch, json);
      const changed = await withDeployments(async (service, db) => {
        const { accountId } = await requireDeployment(db, id);
        await service.change(accountId, id, patch, () => undefined);
        return requireDeployment(db, id);
      });
      if (json) return printJson(toDocument(changed));
      printDeployment(changed);
    });

  group
    .command('show <id>')
    .description('show a deployment and its domains’ DNS records')
    .option('--json', 'print {id, name, theme, domains, …}')
    .action(async (id: string, { json }: { json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) return showDeployment(server, id, json);
      const found = await withDatabase((db) => requireDeployment(db, id));
      if (json) printJson(toDocument(found));
      else printDeployment(found);
    });

  group
    .command('add-domain <id> <host>')
    .description('add a custom domain')
    .option('--json', 'print {host, state, record, …}')
    .action(async (id: string, host: string, flags: JsonFlag, command: Command) => {
      const { json } = flags;
      const server = remoteServer(command);
      if (server) return addDomain(server, id, host, json);
      const { domain } = await withDeployments(async (service, db) => {
        const { accountId } = await requireDeployment(db, id);
        return service.domains.add(accountId, id, host);
      });
      if (json) printJson(domain);
      else printDomains([domain]);
    });

  group
    .command('verify <id> [host]')
    .description('check its domains’ DNS records now (exit code 1 if any is pending)')
    .option('--json', 'print [{host, state, record, problem, …}]')
    .action(async (id: string, host: string | undefined, flags: JsonFlag, command: Command) => {
      const { json } = flags;
      const server = remoteServer(command);
      if (server) return verifyDomains(server, id, host, json);
      const checked = await withDeployments(async (service, db) => {
        const { accountId, domains } = await requireDeployment(db, id);
        const hosts = host === undefined ? domains.map((one) => one.host) : [host];
        const all: Domain[] = [];
        for (const one of hosts) all.push(await service.domains.verify(accountId, id, one));
        return all;
      });
      if (json) printJson(checked);
      else printDomains(checked);
      if (checked.some(({ state }) => state === 'pending')) process.exitCode = 1;
    });

  group
    .command('remove <id>')
    .description('remove a deployment and its domains')
    .option('--json', 'print {id, removed}')
    .action(async (id: string, { json }: { json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) return removeDeployment(server, id, json);
      await withDeployments(async (service, db) => {
        const { accountId } = await requireDeployment(db, id);
        await service.remove(accountId, id, () => undefined);
      });
      if (json) printJson({ id, removed: true });
      else console.log(`Removed ${id}.`);
    });
}

interface JsonFlag {
  json?: boolean;
}

const bookOptions = {
  books: 'public books that its domains show: all, or comma-separated ids',
  subject: 'show books with this subject (can be repeated)',
};
const consentHelp = 'required: store no reader data before the reader agrees';

function describeBooks(books: BookSelection): string | null {
  if (books.show === 'all') return null;
  return books.show === 'listed' ? books.ids.join(', ') : `subjects ${books.subjects.join(', ')}`;
}

type CreateFlags = DeploymentFlags & { account: string; json?: boolean };

/** Runs `work` with the deployments of the configured database. */
function withDeployments<T>(work: (service: Deployments, db: Database) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  return withDatabase((db) =>
    work(
      deployments({
        db,
        now,
        newId,
        random: randomBytes,
        lookUpTxt: txtResolver(config.dnsServers),
        createDomainKey: domainKeyCreator({ newId, random: randomBytes, now }),
        rules: {
          publicHost: new URL(resolvePublicUrl(config)).hostname,
          allowLoopback: config.allowLoopback,
        },
      }),
      db,
    ),
  );
}

async function requireDeployment(db: Database, id: string): Promise<OwnedDeployment> {
  const found = (await listAllDeployments(db.query)).find((one) => one.id === id);
  if (!found) throw deploymentNotFound(id);
  return found;
}

type OwnedDeployment = StoredDeployment & { accountName: string };

function toDocument({ accountName, ...stored }: OwnedDeployment) {
  const deployment = toDeployment(stored, resolvePublicUrl(readConfig(process.env)));
  return { ...deployment, account: { id: stored.accountId, name: accountName } };
}

function printDeployment(stored: StoredDeployment): void {
  const { theme, links, features } = stored;
  const facts = {
    id: stored.id,
    name: stored.name,
    theme: theme.name,
    tokens: Object.entries(theme.tokens)
      .map(
        ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join('; '),
    themes: features.themes.join(', '),
    logo: stored.logo && `${stored.logo.width} × ${stored.logo.height}`,
    fonts: stored.fonts.map(({ family }) => family).join(', '),
    locale: stored.locale,
    currency: stored.currency,
    affiliate: stored.affiliate,
    'buy link': links.buy,
    books: describeBooks(stored.books),
    consent: stored.consent,
    key: stored.keyId,
  };
  for (const [name, value] of Object.entries(facts)) {
    if (value) console.log(`${name.padEnd(12)} ${value}`);
  }
  if (stored.domains.length > 0) printDomains(stored.domains);
}

function printDomains(domains: Domain[]): void {
  const rows = domains.map(({ host, state, record, problem }) => ({
    host,
    state,
    'TXT record': record.name,
    value: record.value,
    problem,
  }));
  printTable(rows, 'No domains. Add one with: svc deployments add-domain ID HOST');
}

function collect(value: string, previous: string[] = []): string[] {
  if (value === '') throw new InvalidArgumentError('Must not be empty.');
  return [...previous, value];
}
