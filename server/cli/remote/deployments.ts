import { type Schemas, unwrap } from '../../../client/index.ts';
import type { DeploymentPatch, NewDeployment } from '../../deployments/contract.ts';
import { printJson, printTable } from '../print.ts';
import { collectPages } from './pages.ts';
import { type RemoteServer, request } from './server.ts';

type Deployment = Schemas['Deployment'];
type Domain = Schemas['Domain'];

/** Above the maximum number of deployments per account. */
const maxDeployments = 1000;

export async function listDeployments(server: RemoteServer, json?: boolean): Promise<void> {
  const all = await collectPages(server, maxDeployments, (query) =>
    server.api.GET('/v1/reader/deployments', { params: { query } }),
  );
  if (json) return printJson(all);
  const rows = all.map(({ id, name, domains }) => ({
    id,
    name,
    domains: domains.map(({ host, state }) => `${host} (${state})`).join(', '),
  }));
  printTable(rows, 'No deployments yet. Create one with: svc deployments create --name NAME');
}

export async function createDeployment(
  server: RemoteServer,
  input: { deployment: NewDeployment; domains: string[] },
  json?: boolean,
): Promise<void> {
  const { data } = await request(server, () =>
    unwrap(server.api.POST('/v1/reader/deployments', { body: input.deployment })),
  );
  for (const host of input.domains) await requestDomain(server, data.id, host);
  await showDeployment(server, data.id, json);
}

export async function updateDeployment(
  server: RemoteServer,
  deploymentId: string,
  body: DeploymentPatch,
  json?: boolean,
): Promise<void> {
  const params = { path: { deploymentId } };
  await request(server, () =>
    unwrap(server.api.PATCH('/v1/reader/deployments/{deploymentId}', { params, body })),
  );
  await showDeployment(server, deploymentId, json);
}

export async function showDeployment(
  server: RemoteServer,
  id: string,
  json?: boolean,
): Promise<void> {
  const deployment = await readDeployment(server, id);
  if (json) return printJson(deployment);
  const { name, theme, locale, affiliate, links } = deployment;
  const facts = { id, name, theme: theme.name, locale, affiliate, 'buy link': links.buy };
  for (const [label, value] of Object.entries(facts)) {
    if (value) console.log(`${label.padEnd(12)} ${value}`);
  }
  if (deployment.domains.length > 0) printDomains(deployment.domains);
}

export async function addDomain(
  server: RemoteServer,
  id: string,
  host: string,
  json?: boolean,
): Promise<void> {
  const domain = await requestDomain(server, id, host);
  if (json) printJson(domain);
  else printDomains([domain]);
}

/** The exit code is 1 if any domain is pending. */
export async function verifyDomains(
  server: RemoteServer,
  id: string,
  given: string | undefined,
  json?: boolean,
): Promise<void> {
  const hosts = given === undefined ? await hostsOf(server, id) : [given];
  const checked: Domain[] = [];
  for (const host of hosts) {
    const params = { path: { deploymentId: id, host } };
    const { data } = await request(server, () =>
      unwrap(
        server.api.POST('/v1/reader/deployments/{deploymentId}/domains/{host}/verify', { params }),
      ),
    );
    checked.push(data);
  }
  if (json) printJson(checked);
  else printDomains(checked);
  if (checked.some(({ state }) => state === 'pending')) process.exitCode = 1;
}

export async function removeDeployment(
  server: RemoteServer,
  id: string,
  json?: boolean,
): Promise<void> {
  const params = { path: { deploymentId: id } };
  await request(server, () =>
    unwrap(server.api.DELETE('/v1/reader/deployments/{deploymentId}', { params })),
  );
  if (json) printJson({ id, removed: true });
  else console.log(`Removed ${id}.`);
}

async function readDeployment(server: RemoteServer, id: string): Promise<Deployment> {
  const params = { path: { deploymentId: id } };
  const { data } = await request(server, () =>
    unwrap(server.api.GET('/v1/reader/deployments/{deploymentId}', { params })),
  );
  return data;
}

async function hostsOf(server: RemoteServer, id: string): Promise<string[]> {
  return (await readDeployment(server, id)).domains.map(({ host }) => host);
}

async function requestDomain(server: RemoteServer, id: string, host: string): Promise<Domain> {
  const params = { path: { deploymentId: id } };
  const { data } = await request(server, () =>
    unwrap(
      server.api.POST('/v1/reader/deployments/{deploymentId}/domains', { params, body: { host } }),
    ),
  );
  return data;
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
