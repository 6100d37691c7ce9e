import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { singleDeploymentRoutes, deploymentListRoutes } from './routes/deployments.ts';
import { domainRoutes } from './routes/domains.ts';
import { fileRoute } from './routes/file.ts';
import type { DeploymentRoutesOptions } from './routes/options.ts';
import { tlsAllowedRoute } from './routes/tls-allowed.ts';

/** Saved white-label configurations with their files and domains. */
export const deploymentRoutes: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  options,
) => {
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
