import type { Queries } from '../db/schema.ts';
import { textList } from '../db/sql-dialect.ts';
import { type StoredBeacon, toBeacon } from './beacon.ts';
import { otherCampaigns } from './contract.ts';

/**
 * Maximum number of campaigns counted by name, per account and UTC month. Anyone can put a campaign
 * name in a link.
 */
export const maxCampaigns = 1000;

/**
 * Replaces the names of campaigns beyond the limit. The first campaigns of a month keep their
 * names.
 *
 * @param beacons - In the order in which they were received. Nothing else may limit campaigns at
 * the same time.
 */
export async function limitCampaigns(
  tx: Queries,
  beacons: readonly StoredBeacon[],
  limit: number,
): Promise<StoredBeacon[]> {
  const named = new Map<string, Set<string>>();
  for (const beacon of beacons) {
    const campaign = campaignOf(beacon);
    if (campaign === '') continue;
    const key = monthKey(beacon);
    named.set(key, (named.get(key) ?? new Set()).add(campaign));
  }
  for (const [key, campaigns] of named) named.set(key, await register(tx, key, campaigns, limit));
  return beacons.map((beacon) => {
    const campaign = campaignOf(beacon);
    if (campaign === '' || named.get(monthKey(beacon))?.has(campaign)) return beacon;
    const { accountId: _, traceId: __, dimensions, ...body } = toBeacon(beacon);
    const others = dimensions && { dimensions: { ...dimensions, campaign: otherCampaigns } };
    return { ...beacon, body: JSON.stringify({ ...others, ...body }) };
  });
}

/** Registers new campaigns up to the limit. Returns the given campaigns that keep their names. */
async function register(
  tx: Queries,
  key: string,
  campaigns: Set<string>,
  limit: number,
): Promise<Set<string>> {
  const [account_id = '', month = ''] = key.split(' ');
  const ofMonth = tx
    .selectFrom('analytics_campaigns')
    .where('account_id', '=', account_id)
    .where('month', '=', month);
  const known = await ofMonth
    .select('campaign')
    .where('campaign', 'in', textList(tx, [...campaigns]))
    .execute();
  const kept = new Set(known.map(({ campaign }) => campaign));
  const fresh = [...campaigns].filter((campaign) => !kept.has(campaign));
  if (fresh.length === 0) return kept;
  const { count } = await ofMonth
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const added = fresh.slice(0, Math.max(0, limit - Number(count)));
  if (added.length === 0) return kept;
  await tx
    .insertInto('analytics_campaigns')
    .values(added.map((campaign) => ({ account_id, month, campaign })))
    .execute();
  return new Set([...kept, ...added]);
}

function campaignOf(beacon: StoredBeacon): string {
  return toBeacon(beacon).dimensions?.campaign ?? '';
}

function monthKey({ account_id, received_at }: StoredBeacon): string {
  return `${account_id} ${received_at.slice(0, 7)}`;
}
