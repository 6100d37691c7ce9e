import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { IdPosition, readPosition, sendPage } from '../../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../../http/query-parameters.ts';
import { checkIfMatch, revisionEtag } from '../../http/etag.ts';
import { Affiliate, AffiliatePatch, NewAffiliate } from '../contract.ts';
import { Code } from '../term-fields.ts';
import type { RevisedPartner } from '../partners.ts';
import { AffiliateParams, type AffiliateRoutesOptions, NoQuery, tags } from './options.ts';

const OneAffiliate = z.object({ data: Affiliate });

/**
 * Creates, reads and updates partners. Partners can be paused but not removed because their ledger
 * is kept.
 */
export const partnerRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (
  app,
  options,
) => {
  const { partners, cursors } = options;

  /** → a page of `Affiliate`s. Errors: `invalid_cursor`. */
  app.get(
    '/v1/affiliates',
    {
      schema: {
        tags,
        operationId: 'listAffiliates',
        summary: 'List affiliates',
        description: 'Lists your account’s affiliates, newest first.',
        querystring: z.strictObject({
          code: Code.optional()
            .describe('Returns only the affiliate with this code.')
            .meta({ example: 'books_weekly' }),
          state: z
            .enum(['active', 'paused'])
            .optional()
            .describe('Returns only affiliates in this state.'),
          limit: limitParameter(100, 20, 'Affiliates per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Affiliate), meta: PageMeta }) },
      },
      config: { permission: 'read:affiliates', fails: [] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { limit, cursor, ...filter } = request.query;
      const scope = JSON.stringify(['affiliates', accountId, filter.code, filter.state]);
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const {
        partners: rows,
        total,
        hasMore,
      } = await partners.list(accountId, filter, limit, before);
      const positionOf = ({ id }: Affiliate) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, hasMore, scope, positionOf });
    },
  );

  /** → `Affiliate`. Errors: `conflict`. */
  app.post(
    '/v1/affiliates',
    {
      schema: {
        tags,
        operationId: 'createAffiliate',
        summary: 'Create an affiliate',
        description:
          'An affiliate is a partner who refers readers and earns a commission on their purchases. The ' +
          'partner uses the `code` in embeds.',
        querystring: NoQuery,
        body: NewAffiliate,
        response: { 201: OneAffiliate },
      },
      config: { permission: 'write:affiliates', fails: ['conflict'] },
    },
    async (request, reply) => {
      const created = await partners.add(requireCaller(request).accountId, request.body);
      reply.status(201).header('Location', `/v1/affiliates/${created.partner.id}`);
      return sendAffiliate(reply, created);
    },
  );

  /** → `Affiliate`. Errors: `affiliate_not_found`. */
  app.get(
    '/v1/affiliates/:affiliateId',
    {
      schema: {
        tags,
        operationId: 'getAffiliate',
        summary: 'Get an affiliate',
        description: 'Returns the affiliate with an `ETag` for conditional updates.',
        params: AffiliateParams,
        querystring: NoQuery,
        response: { 200: OneAffiliate },
      },
      config: { permission: 'read:affiliates', fails: ['affiliate_not_found'] },
    },
    async (request, reply) =>
      sendAffiliate(
        reply,
        await partners.get(requireCaller(request).accountId, request.params.affiliateId),
      ),
  );

  /** → `Affiliate`. Errors: `affiliate_not_found`, `conflict`, `precondition_failed`. */
  app.patch(
    '/v1/affiliates/:affiliateId',
    {
      schema: {
        tags,
        operationId: 'updateAffiliate',
        summary: 'Update an affiliate',
        description:
          'Missing members keep their values. A new rate applies only to future sales. Earlier sales keep ' +
          'their rate.',
        params: AffiliateParams,
        querystring: NoQuery,
        body: AffiliatePatch,
        response: { 200: OneAffiliate },
      },
      config: {
        permission: 'write:affiliates',
        fails: ['affiliate_not_found', 'conflict', 'precondition_failed'],
      },
    },
    async (request, reply) => {
      const { params, body, headers } = request;
      const { accountId } = requireCaller(request);
      const changed = await partners.change(accountId, params.affiliateId, body, (revision) =>
        checkIfMatch(headers['if-match'], revision),
      );
      return sendAffiliate(reply, changed);
    },
  );
};

function sendAffiliate(
  reply: FastifyReply,
  { partner, revision }: RevisedPartner,
): { data: Affiliate } {
  reply.header('ETag', revisionEtag(revision, partner));
  return { data: partner };
}
