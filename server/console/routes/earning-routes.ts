import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type AffiliateConversion,
  type AffiliateReport,
  groupings,
  type Payout,
} from '../../affiliates/contract.ts';
import { ConversionPosition, listConversions } from '../../affiliates/conversion-rows.ts';
import { payouts } from '../../affiliates/payouts.ts';
import { reportCsv } from '../../affiliates/report-csv.ts';
import { readReport } from '../../affiliates/report-store.ts';
import { readLabels } from '../../analytics/labels.ts';
import { periodOf } from '../../analytics/period.ts';
import { IdPosition, readPosition } from '../../http/pagination.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ListPage } from '../contract.ts';
import type { AffiliateBalance, ConsoleConversion } from '../report-contract.ts';
import { readPriceCurrency } from '../sale-totals.ts';
import { requireAccount } from '../visitor.ts';

const pageSize = 50;
const Cursor = z.strictObject({ cursor: z.string().max(500).optional() });
const Report = z.strictObject({
  groupBy: z.enum(groupings).default('day'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

export interface EarningOptions extends ConsoleContext {
  /** URL of an affiliate. */
  url: string;
  /** Finds the affiliate of a request. @throws Failure `affiliate_not_found`. */
  affiliateOf: (request: FastifyRequest) => Promise<{ id: string; code: string }>;
}

/** An affiliate's report, balance, conversions and payouts, for its account and for the partner. */
export const earningRoutes: FastifyPluginAsyncZod<EarningOptions> = async (app, options) => {
  const { db, now, cursors, url, affiliateOf } = options;

  async function reportOf(
    request: FastifyRequest,
    { groupBy, ...days }: z.infer<typeof Report>,
  ): Promise<AffiliateReport> {
    const { from, to } = periodOf({ ...days, interval: 'day' }, now());
    const { id: partnerId } = await affiliateOf(request);
    return readReport(db, now(), { partnerId, groupBy, currency: null, from, to });
  }

  /**
   * GET …/report?groupBy=&from=&to= → `AffiliateReport`. The period defaults to the last 30 days.
   */
  app.get(`${url}/report`, { schema: { querystring: Report } }, async (request) => ({
    data: await reportOf(request, request.query),
  }));

  /** GET …/report.csv → the rows of the report, one line each. */
  app.get(`${url}/report.csv`, { schema: { querystring: Report } }, async (request, reply) => {
    const report = await reportOf(request, request.query);
    const name = `earnings-${report.groupBy}-${report.from}-${report.to}`;
    reply.header('Content-Disposition', `attachment; filename="${name}.csv"`);
    reply.type('text/csv; charset=utf-8');
    return reportCsv(report);
  });

  /** GET …/balance → `AffiliateBalance`. */
  app.get(`${url}/balance`, async (request) => {
    const { id } = await affiliateOf(request);
    const data: AffiliateBalance = {
      ...(await payouts(options).balance(id)),
      priceCurrency: await readPriceCurrency(db, requireAccount(request).id),
    };
    return { data };
  });

  /** GET …/conversions?cursor= → `ListPage<ConsoleConversion>`, latest first. */
  app.get(
    `${url}/conversions`,
    { schema: { querystring: Cursor } },
    async (request): Promise<ListPage<ConsoleConversion>> => {
      const affiliate = await affiliateOf(request);
      const scope = JSON.stringify(['console-conversions', affiliate.id]);
      const after = readPosition(ConversionPosition, cursors, request.query.cursor, scope);
      const page = { now: now().toISOString(), after, limit: pageSize + 1 };
      const { conversions: found } = await listConversions(db.query, affiliate, {}, page);
      const shown = found.slice(0, pageSize);
      const ids = [...new Set(shown.map(({ bookId }) => bookId))];
      const titles = await readLabels(db.query, requireAccount(request).id, 'book', ids);
      const last = found.length > pageSize ? shown.at(-1) : undefined;
      const position = last && { occurredAt: last.occurredAt, id: last.id };
      return {
        data: shown.map((one) => toConsoleConversion(one, titles.get(one.bookId) ?? null)),
        nextCursor: position ? cursors.write(position, scope) : null,
      };
    },
  );

  /** GET …/payouts?cursor= → `ListPage<Payout>`, latest first. */
  app.get(
    `${url}/payouts`,
    { schema: { querystring: Cursor } },
    async (request): Promise<ListPage<Payout>> => {
      const { id } = await affiliateOf(request);
      const scope = JSON.stringify(['console-payouts', id]);
      const before = readPosition(IdPosition, cursors, request.query.cursor, scope)?.id ?? null;
      const { payouts: data, hasMore } = await payouts(options).list(id, pageSize, before);
      const last = hasMore ? data.at(-1) : undefined;
      return { data, nextCursor: last ? cursors.write({ id: last.id }, scope) : null };
    },
  );
};

/** Removes identifiers of readers and orders, which partners must not see. */
function toConsoleConversion(
  conversion: AffiliateConversion,
  bookTitle: string | null,
): ConsoleConversion {
  const { id, bookId, campaign, sub, rate, sold, net, commission, state, reason } = conversion;
  const { approvesAt, occurredAt } = conversion;
  return {
    id,
    bookId,
    bookTitle,
    campaign,
    sub,
    rate,
    sold,
    net,
    commission,
    state,
    reason,
    approvesAt,
    occurredAt,
  };
}
