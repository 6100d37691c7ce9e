import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../http/caller.ts';
import { requireReceipt } from '../http/quota-hooks.ts';
import { environmentOf } from '../values/environment.ts';
import { KeyRecord } from './contract.ts';

/** `/v1/keys` */
export const keyRoutes: FastifyPluginAsyncZod = async (app) => {
  /** GET /v1/keys/me → `KeyRecord`. Errors: `invalid_request`. */
  app.get(
    '/v1/keys/me',
    {
      schema: {
        tags: ['Keys'],
        operationId: 'getCurrentKey',
        summary: 'Get the current API key',
        description:
          'Returns the tier, permissions and quota usage of the request’s key. The request does not count toward the quota and succeeds even when it is used up.',
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: KeyRecord }) },
      },
      config: { access: 'key', counted: false },
    },
    async (request) => {
      const { accountId, keyId, tier, permissions, ...times } = requireCaller(request);
      const { expiresAt, createdAt } = times;
      const environment = environmentOf(accountId);
      const { usage } = requireReceipt(request);
      return {
        data: {
          id: keyId,
          tier,
          environment,
          permissions: [...permissions],
          usage,
          expiresAt,
          createdAt,
        },
      };
    },
  );
};
