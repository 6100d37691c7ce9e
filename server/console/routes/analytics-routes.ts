import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AnalyticsQuery,
  FunnelFigures,
  OpenFigures,
  ReadingFigures,
} from '../../analytics/contract.ts';
import { analyticsCsv } from '../../analytics/report-csv.ts';
import type { ConsoleContext } from '../console-context.ts';
import { requireAccount } from '../visitor.ts';

const Query = AnalyticsQuery.omit({ format: true });
const figureNames = [
  ...new Set(
    [OpenFigures, ReadingFigures, FunnelFigures].flatMap(({ shape }) => Object.keys(shape)),
  ),
];

/** All reports of `/v1/analytics` in one response. */
export const analyticsRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { analytics } = context;
  const url = '/console/api/accounts/:accountId/analytics';

  /** GET …/analytics → `ConsoleAnalytics`. Errors: `invalid_request`, `affiliate_not_found`. */
  app.get(url, { schema: { querystring: Query } }, async (request) => ({
    data: await analytics.combined(requireAccount(request).id, request.query),
  }));

  /** GET …/analytics.csv → one line per group, or per interval without `groupBy`. */
  app.get(`${url}.csv`, { schema: { querystring: Query } }, async (request, reply) => {
    const report = await analytics.combined(requireAccount(request).id, request.query);
    const { from, to, groupBy } = report;
    const name = ['analytics', groupBy, from, to].filter(Boolean).join('-');
    reply.header('Content-Disposition', `attachment; filename="${name}.csv"`);
    reply.type('text/csv; charset=utf-8');
    const rows = (list: readonly object[]) => list.map((row) => ({ ...row }));
    const { series, groups } = report;
    return analyticsCsv(
      { groupBy, series: rows(series), groups: groups && rows(groups) },
      figureNames,
    );
  });
};
