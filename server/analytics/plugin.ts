import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { analyticsReports, type AnalyticsReports, type ReportsContext } from './reports.ts';
import { analyticsRoutes } from './routes.ts';

/** Registers `/v1/analytics`. Returns the reports for use by other features. */
export async function registerAnalytics(
  app: FastifyInstance,
  { db, now }: AppContext,
  { sectionTitles }: Pick<ReportsContext, 'sectionTitles'>,
): Promise<AnalyticsReports> {
  const reports = analyticsReports({ db, now, sectionTitles });
  await app.register(analyticsRoutes, { reports });
  return reports;
}
