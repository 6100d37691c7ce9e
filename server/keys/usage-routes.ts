import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../http/caller.ts';
import { DayUsage } from './contract.ts';
import { KeyParams } from './management-routes.ts';
import type { ManagedKeys } from './managed-keys.ts';
import {
  type DayRange,
  type DayUsage as UsageOfDay,
  toDayRange,
  type UsageHistory,
} from './usage-history.ts';

export interface UsageRoutesOptions {
  keys: Pick<ManagedKeys, 'find'>;
  history: UsageHistory;
  now: () => Date;
}

const tags = ['Keys'];
const Range = z.strictObject({
  from: z.iso
    .date()
    .optional()
    .describe('First UTC day, at most 13 months ago. Defaults to 29 days before `to`.')
    .meta({ example: '2026-11-01' }),
  to: z.iso
    .date()
    .optional()
    .describe('Last UTC day. Defaults to today.')
    .meta({ example: '2026-11-21' }),
});

const UsageReport = z.object({
  data: z.array(DayUsage),
  meta: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    total: z.int().min(0).describe('Requests of all days.'),
  }),
});

const counted =
  'Contains every day of the range, including today. Requests are counted exactly, as for the quota.';

/** Usage by day, below `/v1/keys` and at `/v1/usage`. */
export const usageRoutes: FastifyPluginAsyncZod<UsageRoutesOptions> = async (app, options) => {
  const { keys, history, now } = options;
  // The request itself changes the usage.
  app.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('Cache-Control', 'no-store'),
  );

  app.get(
    '/v1/keys/me/usage',
    {
      schema: {
        tags,
        operationId: 'getCurrentKeyUsage',
        summary: 'Get the current key’s usage by day',
        description: `${counted} Rotated keys share one quota and one history.`,
        querystring: Range,
        response: { 200: UsageReport },
      },
      config: { access: 'key' },
    },
    async (request) => {
      const range = toDayRange(request.query, now());
      return toReport(range, await history.ofQuota(requireCaller(request).quotaId, range));
    },
  );

  /** Errors: `key_not_found`. */
  app.get(
    '/v1/keys/:keyId/usage',
    {
      schema: {
        tags,
        operationId: 'getKeyUsage',
        summary: 'Get a key’s usage by day',
        description: `${counted} Rotated keys share one quota and one history.`,
        params: KeyParams,
        querystring: Range,
        response: { 200: UsageReport },
      },
      config: { permission: 'read:keys', fails: ['key_not_found'] },
    },
    async (request) => {
      const range = toDayRange(request.query, now());
      const { quotaId } = await keys.find(requireCaller(request).accountId, request.params.keyId);
      return toReport(range, await history.ofQuota(quotaId, range));
    },
  );

  app.get(
    '/v1/usage',
    {
      schema: {
        tags,
        operationId: 'getUsage',
        summary: 'Get the account’s usage by day',
        description: `${counted} Adds up all keys of the environment of the request’s key, including revoked ones.`,
        querystring: Range,
        response: { 200: UsageReport },
      },
      config: { permission: 'read:keys' },
    },
    async (request) => {
      const range = toDayRange(request.query, now());
      return toReport(range, await history.ofAccount(requireCaller(request).accountId, range));
    },
  );
};

function toReport({ from, to }: DayRange, days: UsageOfDay[]) {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  return { data: days, meta: { from, to, total } };
}
