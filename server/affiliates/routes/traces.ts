import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { Trace } from '../contract.ts';
import { readTrace } from '../trace.ts';
import { type AffiliateRoutesOptions, NoQuery, tags } from './options.ts';

const AnyTraceId = z
  .string()
  .regex(/^(trc|sale|clk)_[0-9A-Za-z]{1,40}$/, 'Must be the id of a trace, a sale or a click.')
  .describe('Id of the trace, or of a sale or click in it.')
  .meta({ example: 'trc_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

/** GET /v1/affiliates/traces/:traceId returns a reading and everything that resulted from it. */
export const traceRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (app, options) => {
  const { db, now } = options;

  /** → `Trace`. Errors: `trace_not_found`. */
  app.get(
    '/v1/affiliates/traces/:traceId',
    {
      schema: {
        tags,
        operationId: 'getTrace',
        summary: 'Get a trace',
        description:
          'Returns all steps of a reading, from the embed to clicks, sales, refunds, commissions, payouts ' +
          'and the webhook deliveries of their events.',
        params: z.strictObject({ traceId: AnyTraceId }),
        querystring: NoQuery,
        response: { 200: z.object({ data: Trace }) },
      },
      config: { permission: 'read:affiliates', fails: ['trace_not_found'] },
    },
    async (request) => {
      const { accountId } = requireCaller(request);
      return { data: await readTrace(db.query, now(), accountId, request.params.traceId) };
    },
  );
};
