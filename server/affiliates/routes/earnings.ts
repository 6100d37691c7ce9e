import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { requireCaller } from '../../http/caller.ts';
import { IdPosition, readPosition, sendPage } from '../../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../../http/query-parameters.ts';
import {
  AffiliateConversion,
  ConversionState,
  Payout,
  PayoutOrder,
  AffiliateReport,
  ReportQuery,
} from '../contract.ts';
import { ConversionPosition, listConversions } from '../conversion-rows.ts';
import { reportCsv } from '../report-csv.ts';
import { readReport } from '../report-store.ts';
import { AffiliateParams, type AffiliateRoutesOptions, NoQuery, tags } from './options.ts';

const csvType = 'text/csv';
const csvExample =
  'day,label,impressions,opens,samplesFinished,clicks,conversions,currency,sales,refunds,net,commission,pending,approved,paid\n' +
  '2026-11-21,,120,80,12,9,2,EUR,19.98,0.00,19.98,2.00,2.00,0.00,0.00\n';
const Day = ReportQuery.shape.from;

/** Routes for a partner's reports, conversions and payouts. */
export const earningRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (
  app,
  options,
) => {
  const { db, now, partners, payouts, cursors } = options;

  /** → `AffiliateReport`. Errors: `affiliate_not_found`, `unknown_currency`. */
  app.get(
    '/v1/affiliates/:affiliateId/report',
    {
      schema: {
        tags,
        operationId: 'getAffiliateReport',
        summary: 'Report an affiliate’s earnings',
        description:
          'Amounts are exact to the minor unit. The rows add up to the totals, and the totals match the ' +
          'ledger. A sale, including all later refunds, counts on the day of the sale. With ' +
          '`format=csv` or `Accept: text/csv`, the response is that of `GET …/report.csv`.',
        params: AffiliateParams,
        querystring: ReportQuery,
        response: { 200: z.object({ data: AffiliateReport }) },
      },
      config: {
        permission: 'read:affiliates',
        fails: ['affiliate_not_found', 'unknown_currency'],
        alternates: { [csvType]: '/v1/affiliates/{affiliateId}/report.csv' },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const data = await reportOf(request);
      reply.header('Vary', 'Accept');
      const isCsv = format ? format === 'csv' : /\btext\/csv\b/i.test(request.headers.accept ?? '');
      return isCsv ? sendCsv(reply, reportCsv(data)) : { data };
    },
  );

  /** → text/csv. Errors: `affiliate_not_found`, `unknown_currency`. */
  app.get(
    '/v1/affiliates/:affiliateId/report.csv',
    {
      schema: {
        tags,
        operationId: 'getAffiliateReportCsv',
        summary: 'Report an affiliate’s earnings as CSV',
        description: 'Returns the rows of the report, one line each.',
        params: AffiliateParams,
        querystring: ReportQuery.omit({ format: true }),
        produces: [csvType],
        response: { 200: z.string().meta({ example: csvExample }) },
      },
      config: {
        permission: 'read:affiliates',
        fails: ['affiliate_not_found', 'unknown_currency'],
      },
    },
    async (request, reply) => sendCsv(reply, reportCsv(await reportOf(request))),
  );

  /** → a page of `AffiliateConversion`s. Errors: `affiliate_not_found`, `invalid_cursor`. */
  app.get(
    '/v1/affiliates/:affiliateId/conversions',
    {
      schema: {
        tags,
        operationId: 'listConversions',
        summary: 'List an affiliate’s conversions',
        description:
          'Lists the sales attributed to a click, latest first, including those without commission.',
        params: AffiliateParams,
        querystring: z.strictObject({
          state: ConversionState.optional().describe('Returns only conversions in this state.'),
          from: Day,
          to: ReportQuery.shape.to,
          limit: limitParameter(100, 20, 'Conversions per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(AffiliateConversion), meta: PageMeta }) },
      },
      config: { permission: 'read:affiliates', fails: ['affiliate_not_found'] },
    },
    async (request, reply) => {
      const { limit, cursor, state, from, to } = request.query;
      checkDateRange(from ?? null, to ?? null);
      const { partner } = await partnerOf(request);
      const scope = JSON.stringify(['conversions', partner.id, state, from, to]);
      const { conversions: rows, total } = await listConversions(
        db.query,
        partner,
        { state, from: from && `${from}T00:00:00.000Z`, to: to && `${to}T23:59:59.999Z` },
        {
          now: now().toISOString(),
          after: readPosition(ConversionPosition, cursors, cursor, scope),
          limit: limit + 1,
        },
      );
      const positionOf = ({ occurredAt, id }: AffiliateConversion) => ({ occurredAt, id });
      return sendPage(options, request, reply, { rows, total, limit, scope, positionOf });
    },
  );

  /** → a page of `Payout`s. Errors: `affiliate_not_found`, `invalid_cursor`. */
  app.get(
    '/v1/affiliates/:affiliateId/payouts',
    {
      schema: {
        tags,
        operationId: 'listPayouts',
        summary: 'List an affiliate’s payouts',
        description: 'Lists the payouts, latest first.',
        params: AffiliateParams,
        querystring: z.strictObject({
          limit: limitParameter(100, 20, 'Payouts per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Payout), meta: PageMeta }) },
      },
      config: { permission: 'read:affiliates', fails: ['affiliate_not_found'] },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { partner } = await partnerOf(request);
      const scope = JSON.stringify(['payouts', partner.id]);
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const { payouts: rows, total, hasMore } = await payouts.list(partner.id, limit, before);
      const positionOf = ({ id }: Payout) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, hasMore, scope, positionOf });
    },
  );

  /** → `Payout`. Errors: `affiliate_not_found`, `nothing_to_pay`. */
  app.post(
    '/v1/affiliates/:affiliateId/payouts',
    {
      schema: {
        tags,
        operationId: 'recordPayout',
        summary: 'Record a payout',
        description:
          'Marks approved commissions as paid, each once, and returns the total. Later refunds of paid ' +
          'sales are deducted from the next payout.',
        params: AffiliateParams,
        querystring: NoQuery,
        body: PayoutOrder,
        response: { 201: z.object({ data: Payout }) },
      },
      config: {
        permission: 'write:affiliates',
        fails: ['affiliate_not_found', 'nothing_to_pay'],
      },
    },
    async (request, reply) => {
      const { partner } = await partnerOf(request);
      const { accountId } = requireCaller(request);
      const data = await payouts.pay(accountId, partner.id, request.body);
      reply.status(201).header('Location', `/v1/affiliates/${partner.id}/payouts`);
      return { data };
    },
  );

  async function reportOf(
    request: FastifyRequest<{
      Params: { affiliateId: string };
      Querystring: Omit<z.infer<typeof ReportQuery>, 'format'>;
    }>,
  ): Promise<AffiliateReport> {
    const { groupBy, currency = null, from = null, to = null } = request.query;
    checkDateRange(from, to);
    const { partner } = await partnerOf(request);
    return readReport(db, now(), { partnerId: partner.id, groupBy, currency, from, to });
  }

  function partnerOf(request: FastifyRequest<{ Params: { affiliateId: string } }>) {
    return partners.get(requireCaller(request).accountId, request.params.affiliateId);
  }
};

/** @throws Failure `invalid_request`. */
function checkDateRange(from: string | null, to: string | null): void {
  if (from === null || to === null || from <= to) return;
  const detail = `${from} is after ${to}.`;
  throw new Failure('invalid_request', `from: ${detail}`, {
    errors: [{ parameter: 'from', detail }],
  });
}

function sendCsv(reply: FastifyReply, text: string): never {
  reply.type(`${csvType}; charset=utf-8`);
  return text as never;
}
