import type { Queries } from '../db/schema.ts';
import { textList } from '../db/sql-dialect.ts';
import { Failure } from '../failure.ts';
import type { AnalyticsGrouping } from './contract.ts';

/**
 * Returns the names of a grouping's values, for groupings that have names. Languages and countries
 * are identified by their codes.
 */
export async function readLabels(
  query: Queries,
  accountId: string,
  groupBy: AnalyticsGrouping,
  ids: string[],
): Promise<Map<string, string>> {
  const named = await readNames(query, accountId, groupBy, ids);
  return new Map(named.map(({ id, name }) => [id, name]));
}

async function readNames(
  query: Queries,
  accountId: string,
  groupBy: AnalyticsGrouping,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  if (groupBy === 'book') {
    return query
      .selectFrom('books')
      .select(['id', 'title as name'])
      .where('id', 'in', textList(query, ids))
      .execute();
  }
  if (groupBy === 'deployment' || groupBy === 'affiliate') {
    return query
      .selectFrom(groupBy === 'deployment' ? 'deployments' : 'partners')
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .where('id', 'in', textList(query, ids))
      .execute();
  }
  return [];
}

/** Finds an affiliate by code or id. @throws Failure `affiliate_not_found`. */
export async function requireAffiliateId(
  query: Queries,
  accountId: string,
  affiliate: string,
): Promise<string> {
  const found = await query
    .selectFrom('partners')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('code', '=', affiliate), eb('id', '=', affiliate)]))
    .executeTakeFirst();
  if (found) return found.id;
  const detail = `This account has no affiliate ${affiliate}.`;
  throw new Failure('affiliate_not_found', detail, {
    errors: [{ parameter: 'affiliate', detail }],
  });
}
