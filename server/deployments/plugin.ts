import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { Database } from '../db/open.ts';
import { type DeploymentContext, type Deployments, deployments } from './deployments.ts';
import { txtResolver } from './domains.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { singleDeploymentRoutes, deploymentListRoutes } from './routes/deployments.ts';
import { domainRoutes } from './routes/domains.ts';
import { fileRoute } from './routes/file.ts';
import type { DeploymentRoutesOptions } from './routes/options.ts';
import { tlsAllowedRoute } from './routes/tls-allowed.ts';

export interface DeploymentOptions {
  /** Name servers for domain verification with ports, or null for the system's name servers. */
  dnsServers: string[] | null;
  /**
   * Addresses other than this machine's that may call internal routes; see `SVC_INTERNAL_PEERS`.
   */
  internalPeers: string | null;
  createDomainKey: DeploymentContext['createDomainKey'];
}

/** The deployments. They can be changed in the same transaction as other data. */
export type SharedDeployments = Deployments & {
  /** The same deployments inside a transaction. Call `forgetHosts` after its commit. */
  within: (tx: Database) => Deployments;
};

/** `/v1/deployments` */
export async function registerDeployments(
  app: FastifyInstance,
  context: AppContext,
  { dnsServers, internalPeers, createDomainKey }: DeploymentOptions,
): Promise<SharedDeployments> {
  const { idempotentDb, publicUrl, allowLoopback, cursors } = context;
  const deploymentContext: DeploymentContext = {
    ...context,
    db: idempotentDb,
    createDomainKey,
    lookUpTxt: txtResolver(dnsServers),
    rules: { publicHost: new URL(publicUrl).hostname, allowLoopback },
  };
  const service = deployments(deploymentContext);
  await app.register(deploymentRoutes, { deployments: service, cursors, publicUrl, internalPeers });
  return { ...service, within: (tx) => deployments({ ...deploymentContext, db: tx }) };
}

/** Saved white-label configurations with their files and domains. */
const deploymentRoutes: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (app, options) => {
  for (const route of [
    deploymentListRoutes,
    singleDeploymentRoutes,
    domainRoutes,
    fileRoute,
    tlsAllowedRoute,
  ]) {
    await app.register(route, options);
  }
};
