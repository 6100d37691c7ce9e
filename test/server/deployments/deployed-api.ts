import type { z } from 'zod';
import type { Engine } from '../../../server/db/open.ts';
import { Deployment, Domain, type NewDeployment } from '../../../server/deployments/contract.ts';
import { testApi, type TestApiOptions } from '../harness.ts';
import { textNameServer } from './text-name-server.ts';

export type DeployedApi = Awaited<ReturnType<typeof deployedApi>>;
/** As a caller sends it. */
export type DeploymentBody = z.input<typeof NewDeployment>;

/** The app with a name server beside it that it asks about domains. */
export async function deployedApi(engine: Engine, options: TestApiOptions = {}) {
  const names = await textNameServer();
  const api = await testApi(engine, { dnsServers: [names.address], ...options });
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    api.ask(`/v1/reader/deployments${path}`, {
      method,
      key,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    ...api,
    key,
    names,
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

    async askFor(id: string, host: string): Promise<Domain> {
      const response = await send('POST', `/${id}/domains`, { host });
      if (response.status > 201) throw new Error(await response.text());
      return Domain.parse((await response.json()).data);
    },

    async verify(id: string, host: string): Promise<Domain> {
      const response = await send('POST', `/${id}/domains/${host}/verify`);
      if (response.status !== 200) throw new Error(await response.text());
      return Domain.parse((await response.json()).data);
    },

    /** A domain with its record in place. */
    async verified(id: string, host: string): Promise<Domain> {
      const { record } = await this.askFor(id, host);
      names.texts.set(record.name, [record.value]);
      return this.verify(id, host);
    },
  };
}
