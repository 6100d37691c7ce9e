import type { z } from 'zod';
import type { Engine } from '../../../server/db/open.ts';
import { Deployment, Domain, type NewDeployment } from '../../../server/deployments/contract.ts';
import { testApi, type TestApiOptions } from '../harness.ts';
import { txtNameServer } from './txt-name-server.ts';
import assert from 'node:assert/strict';
import { Problem } from '../../../server/http/problem.ts';

export type DeployedApi = Awaited<ReturnType<typeof deployedApi>>;
/** A deployment as sent by the client. */
export type DeploymentBody = z.input<typeof NewDeployment>;

/** The app with a fake name server for TXT lookups. */
export async function deployedApi(engine: Engine, options: TestApiOptions = {}) {
  const nameServer = await txtNameServer();
  const api = await testApi(engine, { dnsServers: [nameServer.address], ...options });
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    api.request(`/v1/reader/deployments${path}`, {
      method,
      key,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    ...api,
    key,
    nameServer,
    send,

    async add(body: Partial<DeploymentBody> = {}): Promise<Deployment> {
      const response = await send('POST', '', { name: 'Example Books', ...body });
      if (response.status !== 201) throw new Error(await response.text());
      return Deployment.parse((await response.json()).data);
    },

    async read(id: string): Promise<Deployment> {
      const response = await send('GET', `/${id}`);
      if (response.status !== 200) throw new Error(await response.text());
      return Deployment.parse((await response.json()).data);
    },

    async addDomain(id: string, host: string): Promise<Domain> {
      const response = await send('POST', `/${id}/domains`, { host });
      if (response.status > 201) throw new Error(await response.text());
      return Domain.parse((await response.json()).data);
    },

    async verify(id: string, host: string): Promise<Domain> {
      const response = await send('POST', `/${id}/domains/${host}/verify`);
      if (response.status !== 200) throw new Error(await response.text());
      return Domain.parse((await response.json()).data);
    },

    /** Adds a domain with its record in place and verifies it. */
    async addVerifiedDomain(id: string, host: string): Promise<Domain> {
      const { record } = await this.addDomain(id, host);
      nameServer.texts.set(record.name, [record.value]);
      return this.verify(id, host);
    },
  };
}

/** Status and details of an error response. */
export async function readProblem(response: Response) {
  const text = await response.text();
  assert.match(response.headers.get('Content-Type') ?? '', /problem\+json/, text);
  const { status, code, errors = [] } = Problem.parse(JSON.parse(text));
  return { status, code, pointers: errors.map(({ pointer }) => pointer) };
}

/** Number of rows of a table. */
export async function countRows({ db }: DeployedApi, table: 'deployments' | 'deployment_files') {
  const { count } = await db.query
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
