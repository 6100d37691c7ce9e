import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { periodOf } from '../../analytics/period.ts';
import type { Queries } from '../../db/open.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Checklist } from '../contract.ts';
import type { HomeSummary } from '../report-contract.ts';
import { routeAccess } from '../route-access.ts';
import { readSaleTotals } from '../sale-totals.ts';
import { listAttention, readUsage } from '../store/attention.ts';
import { requireAccount } from '../visitor.ts';

const url = '/console/api/accounts/:accountId';
const attentionRoles = ['owner', 'developer', 'editor'];

/** The account's start page. */
export const homeRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, analytics } = context;
  const { query } = db;

  /**
   * GET …/home → `HomeSummary`. One response, so that the page needs one round trip. Parts that the
   * role cannot see are null.
   */
  app.get(`${url}/home`, async (request) => {
    const { id, role } = requireAccount(request);
    const last30Days = periodOf({ interval: 'day' }, now());
    const isFor = (roles: unknown) =>
      role === 'operator' || (Array.isArray(roles) && roles.includes(role));
    const only = <Part>(roles: unknown, read: () => Promise<Part>) =>
      isFor(roles) ? read() : null;
    const [checklist, attention, report, sales, usage] = await Promise.all([
      readChecklist(query, id),
      only(attentionRoles, () => listAttention(db, id, now())),
      only(routeAccess[`GET ${url}/analytics`], () =>
        analytics.combined(id, { interval: 'day', compare: 'previous', limit: 1 }),
      ),
      only(routeAccess[`GET ${url}/sales/totals`], () => readSaleTotals(db, id, last30Days)),
      only(routeAccess[`GET ${url}/keys`], () => readUsage(query, id, now())),
    ]);
    const data: HomeSummary = { checklist, attention, analytics: report, sales, usage };
    return { data };
  });
};

async function readChecklist(query: Queries, accountId: string): Promise<Checklist> {
  const keys = await query
    .selectFrom('api_keys')
    .leftJoin('quotas', 'quotas.id', 'api_keys.quota_id')
    .select((eb) => ['kind', eb.fn.count('quotas.id').as('used')])
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute();
  const book = await query
    .selectFrom('books')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  const publishable = keys.find(({ kind }) => kind === 'publishable');
  return {
    hasKey: keys.length > 0,
    hasBook: book !== undefined,
    hasPublishableKey: publishable !== undefined,
    hasOpen: Number(publishable?.used ?? 0) > 0,
  };
}
