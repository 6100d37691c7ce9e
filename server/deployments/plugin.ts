import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { type Deployments, deployments } from './deployments.ts';
import { txtResolver } from './domains.ts';
import { deploymentRoutes } from './routes.ts';

export interface DeploymentOptions {
  /** Name servers for domain verification with ports, or null for the system's name servers. */
  dnsServers: string[] | null;
  /**
   * Addresses other than this machine's that may call internal routes; see `SVC_INTERNAL_PEERS`.
   */
  internalPeers: string | null;
  /** Creates a publishable key for a domain and returns its id. */
  createDomainKey: (accountId: string, host: string) => Promise<string>;
}

/** `/v1/deployments` */
export async function registerDeployments(
  app: FastifyInstance,
  context: AppContext,
  { dnsServers, internalPeers, createDomainKey }: DeploymentOptions,
): Promise<Deployments> {
  const { idempotentDb, publicUrl, allowLoopback, cursors } = context;
  const service = deployments({
    ...context,
    db: idempotentDb,
    createDomainKey,
    lookUpTxt: txtResolver(dnsServers),
    rules: { publicHost: new URL(publicUrl).hostname, allowLoopback },
  });
  await app.register(deploymentRoutes, { deployments: service, cursors, publicUrl, internalPeers });
  return service;
}
