import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { selectableThemes, themes, tokenNames } from '../../../shared/theme-tokens.ts';
import { checkTokens } from '../../deployments/check-tokens.ts';
import {
  type Deployment,
  DeploymentId,
  DeploymentPatch,
  NewDeployment,
  NewDomain,
} from '../../deployments/contract.ts';
import { prepareFilePatch, prepareNewFiles } from '../../deployments/deployment-files.ts';
import { domainNotFound } from '../../deployments/domain-store.ts';
import { maxBodyBytes } from '../../deployments/routes/options.ts';
import { maxDeployments } from '../../deployments/store.ts';
import { type StoredDeployment, toDeployment } from '../../deployments/stored-deployment.ts';
import { Failure } from '../../failure.ts';
import { keyStore } from '../../keys/store.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsoleDeployment, DeploymentList, PublishableKey } from '../developer-contract.ts';
import { requireAccount } from '../visitor.ts';

const Text = z.string().max(1000);
const TokenInput = z.union([
  Text,
  z.strictObject({ light: Text, dark: Text, sepia: Text }).partial(),
]);
const TokenCheckInput = z.strictObject({
  tokens: z.partialRecord(z.enum(tokenNames), TokenInput),
  themes: z
    .array(z.enum(selectableThemes))
    .max(10)
    .default([...themes]),
});
const DeploymentParams = z.object({ accountId: z.string(), deploymentId: DeploymentId });
const DomainParams = DeploymentParams.extend({ host: z.string().min(1).max(300) });
/** The revision that the change is based on. */
const Revision = z.strictObject({ revision: z.coerce.number().int() });

/** Deployments of an account, with their domains. */
export const deploymentRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, audit, publicUrl, deployments } = context;
  const url = '/console/api/accounts/:accountId/deployments';

  /** GET …/deployments → `DeploymentList`, newest first. */
  app.get(url, async (request) => {
    const { id } = requireAccount(request);
    const page = await deployments.list(id, maxDeployments, null);
    const data: DeploymentList = page.deployments.map((one) => ({
      id: one.id,
      name: one.name,
      accent: one.theme.tokens['--svc-accent'] ?? null,
      domains: one.domains.map(({ host, state }) => ({ host, state })),
      updatedAt: one.updatedAt,
    }));
    return { data };
  });

  /** POST …/deployments with `NewDeployment` → `{ id }`. Errors: `contrast_too_low`, `conflict`. */
  app.post(
    url,
    { bodyLimit: maxBodyBytes, schema: { body: NewDeployment } },
    async (request, reply) => {
      const { id: accountId } = requireAccount(request);
      const files = await prepareNewFiles(request.body);
      const id = await audit.change(request, async (tx) => {
        const created = await deployments.within(tx).add(accountId, request.body, [], files);
        const change = { accountId, action: 'deployment.create', target: created.id };
        return { result: created.id, change: { ...change, after: shown(created) } };
      });
      reply.status(201);
      return { data: { id } };
    },
  );

  /** POST …/deployments/check → `TokenCheck`: problems with tokens, which are not stored. */
  app.post(`${url}/check`, { schema: { body: TokenCheckInput } }, async ({ body }) => ({
    data: checkTokens(body.tokens, body.themes),
  }));

  /** GET …/deployments/:deploymentId → `ConsoleDeployment`. Errors: `deployment_not_found`. */
  app.get(`${url}/:deploymentId`, { schema: { params: DeploymentParams } }, async (request) => {
    const { id } = requireAccount(request);
    return { data: await toConsole(await deployments.get(id, request.params.deploymentId)) };
  });

  /**
   * PATCH …/deployments/:deploymentId?revision= → `ConsoleDeployment`. Errors:
   * `precondition_failed`.
   */
  app.patch(
    `${url}/:deploymentId`,
    {
      bodyLimit: maxBodyBytes,
      schema: { params: DeploymentParams, querystring: Revision, body: DeploymentPatch },
    },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { deploymentId } = request.params;
      const { body, query } = request;
      const files = await prepareFilePatch(body);
      const changed = await audit.change(request, async (tx) => {
        const service = deployments.within(tx);
        const before = await service.get(accountId, deploymentId);
        const result = await service.change(
          accountId,
          deploymentId,
          body,
          requireRevision(query.revision),
          files,
        );
        const change = { accountId, action: 'deployment.change', target: deploymentId };
        const values = { before: differing(before, result), after: differing(result, before) };
        return { result, change: { ...change, ...values } };
      });
      deployments.forgetHosts();
      return { data: await toConsole(changed) };
    },
  );

  /** DELETE …/deployments/:deploymentId. Errors: `deployment_not_found`. */
  app.delete(`${url}/:deploymentId`, { schema: { params: DeploymentParams } }, async (request) => {
    const { id: accountId } = requireAccount(request);
    const { deploymentId } = request.params;
    await audit.change(request, async (tx) => {
      const service = deployments.within(tx);
      const before = shown(await service.get(accountId, deploymentId));
      await service.remove(accountId, deploymentId, () => undefined);
      const change = { accountId, action: 'deployment.delete', target: deploymentId, before };
      return { result: null, change };
    });
    deployments.forgetHosts();
    return { data: {} };
  });

  /** POST …/deployments/:deploymentId/domains with `{ host }` → `Domain`. Errors: `conflict`. */
  app.post(
    `${url}/:deploymentId/domains`,
    { schema: { params: DeploymentParams, body: NewDomain } },
    async (request, reply) => {
      const { id: accountId } = requireAccount(request);
      const { deploymentId } = request.params;
      const data = await audit.change(request, async (tx) => {
        const { domains } = deployments.within(tx);
        const { domain } = await domains.add(accountId, deploymentId, request.body.host);
        const change = { accountId, action: 'domain.add', target: domain.host };
        return { result: domain, change: { ...change, after: { deploymentId } } };
      });
      reply.status(201);
      return { data };
    },
  );

  /** DELETE …/deployments/:deploymentId/domains/:host. Errors: `domain_not_found`. */
  app.delete(
    `${url}/:deploymentId/domains/:host`,
    { schema: { params: DomainParams } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { deploymentId, host } = request.params;
      await audit.change(request, async (tx) => {
        await deployments.within(tx).domains.remove(accountId, deploymentId, host);
        const change = { accountId, action: 'domain.remove', target: host };
        return { result: null, change: { ...change, before: { deploymentId } } };
      });
      deployments.forgetHosts();
      return { data: {} };
    },
  );

  /** POST …/deployments/:deploymentId/domains/:host/verify → `Domain`. Errors: `conflict`. */
  app.post(
    `${url}/:deploymentId/domains/:host/verify`,
    { schema: { params: DomainParams } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { deploymentId, host } = request.params;
      // Before the transaction, because name servers can take seconds.
      const found = await deployments.domains.check(accountId, deploymentId, host);
      const data = await audit.change(request, async (tx) => {
        const { domains } = deployments.within(tx);
        const domain = await domains.verify(accountId, deploymentId, host, found);
        const after = { deploymentId, state: domain.state, problem: domain.problem };
        const change = { accountId, action: 'domain.verify', target: domain.host, after };
        return { result: domain, change };
      });
      deployments.forgetHosts();
      return { data };
    },
  );

  /**
   * GET …/deployments/:deploymentId/domains/:host/certificate → `DomainCertificate`, read now.
   * Errors: `domain_not_found`, `conflict` before the domain is verified.
   */
  app.get(
    `${url}/:deploymentId/domains/:host/certificate`,
    { schema: { params: DomainParams } },
    async (request) => {
      const { deploymentId, host } = request.params;
      const stored = await deployments.get(requireAccount(request).id, deploymentId);
      const domain = toDeployment(stored, publicUrl).domains.find((one) => one.host === host);
      if (!domain) throw domainNotFound(deploymentId, host);
      // The addresses of hosts that belong to someone else are not examined.
      if (domain.state !== 'verified') {
        throw new Failure('conflict', `${host} is not verified yet. Verify it first.`);
      }
      return { data: await context.readCertificate(host) };
    },
  );

  async function toConsole(stored: StoredDeployment): Promise<ConsoleDeployment> {
    const { accountId } = stored;
    return {
      deployment: toDeployment(stored, publicUrl),
      revision: stored.revision,
      keys: await publishableKeys(accountId),
    };
  }

  /** The keys that pages on the deployment's domains can use. */
  async function publishableKeys(accountId: string): Promise<PublishableKey[]> {
    const keys = await keyStore(db).listOfAccount(accountId);
    return keys
      .filter(
        (key) =>
          key.accountId === accountId &&
          key.kind === 'publishable' &&
          key.revokedAt === null &&
          (key.expiresAt === null || new Date(key.expiresAt) > now()),
      )
      .map(({ id, label, ending }) => ({ id, label, ending }));
  }

  /** The settings without files, for the audit log. */
  function shown(stored: StoredDeployment): Partial<Deployment> {
    const { createdAt: _, updatedAt: __, domains: ___, ...rest } = toDeployment(stored, publicUrl);
    return rest;
  }

  /** The settings of one deployment that differ from those of another. */
  function differing(one: StoredDeployment, other: StoredDeployment): object {
    const others = new Map<string, unknown>(Object.entries(shown(other)));
    return Object.fromEntries(
      Object.entries(shown(one)).filter(
        ([name, value]) => JSON.stringify(others.get(name)) !== JSON.stringify(value),
      ),
    );
  }
};

function requireRevision(wanted: number) {
  return (revision: number): void => {
    if (revision === wanted) return;
    throw new Failure(
      'precondition_failed',
      'Someone else has changed this deployment since you opened it. Reload the page.',
    );
  };
}
