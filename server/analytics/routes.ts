import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../http/caller.ts';
import {
  AnalyticsQuery,
  FunnelFigures,
  FunnelReport,
  OpenFigures,
  OpensReport,
  ReadingFigures,
  ReadingReport,
} from './contract.ts';
import { analyticsCsv, type CsvReport } from './report-csv.ts';
import type { AnalyticsReports, ReportQuery } from './reports.ts';

export interface AnalyticsRoutesOptions {
  reports: AnalyticsReports;
}

const tags = ['Analytics'];
const csvType = 'text/csv';
const csvExamples = {
  opens: 'start,opens,sessions,readers\n2026-11-21,120,110,95\n',
  reading:
    'start,sessions,secondsRead,averageSeconds,finished,completion\n2026-11-21,110,66000,600,4,0.31\n',
  funnel:
    'start,opens,sampleEnds,buyClicks,sales,sampleEndRate,buyClickRate,saleRate\n' +
    '2026-11-21,120,24,6,3,0.2,0.25,0.5\n',
};
const CsvQuery = AnalyticsQuery.omit({ format: true });
const access = { permission: 'read:analytics', fails: ['affiliate_not_found'] } as const;
const details =
  'Counts only your own account’s readings, each in the hour in which the book was opened. Numbers are at most a ' +
  'minute old. Numbers for a book and one other dimension, or an affiliate’s campaigns, are kept forever. Other ' +
  'combinations, and hours, are kept for 90 days.';

/** Routes for reports on reader activity. */
export const analyticsRoutes: FastifyPluginAsyncZod<AnalyticsRoutesOptions> = async (
  app,
  { reports },
) => {
  /** → `OpensReport`. Errors: `affiliate_not_found`. */
  app.get(
    '/v1/analytics/opens',
    {
      schema: {
        tags,
        operationId: 'getAnalyticsOpens',
        summary: 'Report opens',
        description: `Returns how often and by how many readers books were opened. ${details} ${csvNote('opens')}`,
        querystring: AnalyticsQuery,
        response: { 200: z.object({ data: OpensReport }) },
      },
      config: { ...access, alternates: { [csvType]: '/v1/analytics/opens.csv' } },
    },
    async (request, reply) => {
      const data = await reportFor(request, reports.opens);
      return wantsCsv(request, reply) ? sendCsv(reply, data, OpenFigures) : { data };
    },
  );

  /** → text/csv. Errors: `affiliate_not_found`. */
  app.get(
    '/v1/analytics/opens.csv',
    {
      schema: {
        tags,
        operationId: 'getAnalyticsOpensCsv',
        summary: 'Report opens as CSV',
        description: csvDescription,
        querystring: CsvQuery,
        produces: [csvType],
        response: { 200: z.string().meta({ example: csvExamples.opens }) },
      },
      config: access,
    },
    async (request, reply) => sendCsv(reply, await reportFor(request, reports.opens), OpenFigures),
  );

  /** → `ReadingReport`. Errors: `affiliate_not_found`. */
  app.get(
    '/v1/analytics/reading',
    {
      schema: {
        tags,
        operationId: 'getAnalyticsReading',
        summary: 'Report time read and completion',
        description:
          'Returns how long readers read, how many finish, and where they stop: by twentieth of the book and, with ' +
          `\`book\`, by section. ${details} ${csvNote('reading')}`,
        querystring: AnalyticsQuery,
        response: { 200: z.object({ data: ReadingReport }) },
      },
      config: { ...access, alternates: { [csvType]: '/v1/analytics/reading.csv' } },
    },
    async (request, reply) => {
      const data = await reportFor(request, reports.reading);
      return wantsCsv(request, reply) ? sendCsv(reply, data, ReadingFigures) : { data };
    },
  );

  /** → text/csv. Errors: `affiliate_not_found`. */
  app.get(
    '/v1/analytics/reading.csv',
    {
      schema: {
        tags,
        operationId: 'getAnalyticsReadingCsv',
        summary: 'Report time read and completion as CSV',
        description: `${csvDescription} Does not contain where readers stop.`,
        querystring: CsvQuery,
        produces: [csvType],
        response: { 200: z.string().meta({ example: csvExamples.reading }) },
      },
      config: access,
    },
    async (request, reply) =>
      sendCsv(reply, await reportFor(request, reports.reading), ReadingFigures),
  );

  /** → `FunnelReport`. Errors: `affiliate_not_found`. */
  app.get(
    '/v1/analytics/funnel',
    {
      schema: {
        tags,
        operationId: 'getAnalyticsFunnel',
        summary: 'Report the funnel from open to sale',
        description:
          'Returns how many opens led to the end of the sample, to the buy button and to a sale. ' +
          `${details} ${csvNote('funnel')}`,
        querystring: AnalyticsQuery,
        response: { 200: z.object({ data: FunnelReport }) },
      },
      config: { ...access, alternates: { [csvType]: '/v1/analytics/funnel.csv' } },
    },
    async (request, reply) => {
      const data = await reportFor(request, reports.funnel);
      return wantsCsv(request, reply) ? sendCsv(reply, data, FunnelFigures) : { data };
    },
  );

  /** → text/csv. Errors: `affiliate_not_found`. */
  app.get(
    '/v1/analytics/funnel.csv',
    {
      schema: {
        tags,
        operationId: 'getAnalyticsFunnelCsv',
        summary: 'Report the funnel from open to sale as CSV',
        description: csvDescription,
        querystring: CsvQuery,
        produces: [csvType],
        response: { 200: z.string().meta({ example: csvExamples.funnel }) },
      },
      config: access,
    },
    async (request, reply) =>
      sendCsv(reply, await reportFor(request, reports.funnel), FunnelFigures),
  );
};

const csvDescription = 'Returns one line per group, or per interval without `groupBy`.';

function csvNote(name: string): string {
  return `With \`format=csv\` or \`Accept: text/csv\`, the response is that of \`GET /v1/analytics/${name}.csv\`.`;
}

function reportFor<Report>(
  request: FastifyRequest & { query: ReportQuery },
  read: (accountId: string, query: ReportQuery) => Promise<Report>,
): Promise<Report> {
  return read(requireCaller(request).accountId, request.query);
}

function wantsCsv(
  { query, headers }: FastifyRequest & { query: { format?: 'csv' | 'json' | undefined } },
  reply: FastifyReply,
): boolean {
  reply.header('Vary', 'Accept');
  return query.format ? query.format === 'csv' : /\btext\/csv\b/i.test(headers.accept ?? '');
}

/** The route's schema describes the JSON response only. */
function sendCsv(reply: FastifyReply, report: CsvReport, figures: z.ZodObject): never {
  reply.type(`${csvType}; charset=utf-8`);
  return analyticsCsv(report, Object.keys(figures.shape)) as never;
}
