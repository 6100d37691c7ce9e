import { listAccountBooks } from '../../books/account-books.ts';
import type { Database, Queries } from '../../db/open.ts';
import { type QuotaWindows, windowsAt } from '../../keys/quota-usage.ts';
import { quotaThresholds } from '../../keys/contract.ts';
import type { AttentionItem, ConsoleUsage, KeyUsage } from '../report-contract.ts';

/**
 * Number of newest books checked for problems in their files. Limited so that the request does not
 * become slower as the catalog grows.
 */
const checkedBooks = 50;
/** Maximum number of items of each kind. */
const maxItems = 5;
const shownKeys = 3;

/** Returns the items that need the attention of an account's members, most urgent kind first. */
export async function listAttention(
  db: Database,
  accountId: string,
  now: Date,
): Promise<AttentionItem[]> {
  const { query } = db;
  const [warnShare] = quotaThresholds;
  const quotas = (await readKeyUsage(query, accountId, now)).flatMap((one): AttentionItem[] => {
    const windows = [
      ['month', one.usedThisMonth, one.monthlyLimit],
      ['day', one.usedToday, one.dailyLimit],
    ] as const;
    const full = windows.find(([, used, limit]) => used * 100 >= limit * warnShare);
    if (!full) return [];
    const [window, used, limit] = full;
    const { label, ending } = one;
    return [{ kind: 'quota', label, ending, window, used, limit }];
  });
  return [
    ...quotas.slice(0, maxItems),
    ...(await failingWebhooks(query, accountId)),
    ...(await lostDomains(query, accountId)),
    ...(await faultyBooks(db, accountId)),
  ];
}

async function failingWebhooks(query: Queries, accountId: string): Promise<AttentionItem[]> {
  const rows = await query
    .selectFrom('webhooks')
    .select(['url', 'failing_since', 'disabled_reason', 'disabled_at'])
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('failing_since', 'is not', null),
        eb.and([eb('enabled', '=', 0), eb('disabled_reason', '!=', 'requested')]),
      ]),
    )
    .orderBy('id')
    .limit(maxItems)
    .execute();
  return rows.map((row) => ({
    kind: 'webhook',
    // Omits the path and query because they can contain secrets.
    name: new URL(row.url).host,
    isDisabled: row.disabled_at !== null,
    since: row.failing_since ?? row.disabled_at ?? '',
  }));
}

async function lostDomains(query: Queries, accountId: string): Promise<AttentionItem[]> {
  const rows = await query
    .selectFrom('verified_hosts')
    .innerJoin('deployments', 'deployments.id', 'verified_hosts.deployment_id')
    .select(['host', 'missing_since', 'deployments.id'])
    .where('deployments.account_id', '=', accountId)
    .where('missing_since', 'is not', null)
    .orderBy('host')
    .limit(maxItems)
    .execute();
  return rows.map(({ host, missing_since: since, id }) => ({
    kind: 'domain',
    name: host,
    deploymentId: id,
    since: since ?? '',
  }));
}

async function faultyBooks(db: Database, accountId: string): Promise<AttentionItem[]> {
  const books = await listAccountBooks(db, accountId, {}, checkedBooks, null);
  return books
    .filter(({ warnings }) => warnings.length > 0)
    .slice(0, maxItems)
    .map(({ id, title, warnings }) => ({
      kind: 'book',
      name: title,
      bookId: id,
      problems: warnings.length,
    }));
}

/** Returns an account's counted requests and the keys closest to their limits. */
export async function readUsage(
  query: Queries,
  accountId: string,
  now: Date,
): Promise<ConsoleUsage> {
  const keys = await readKeyUsage(query, accountId, now);
  return {
    today: keys.reduce((sum, { usedToday }) => sum + usedToday, 0),
    thisMonth: keys.reduce((sum, { usedThisMonth }) => sum + usedThisMonth, 0),
    keys: keys.slice(0, shownKeys),
  };
}

/** Usage by quota, closest to a limit first. Rotated keys share a quota. */
async function readKeyUsage(query: Queries, accountId: string, now: Date): Promise<KeyUsage[]> {
  const rows = await query
    .selectFrom('quotas')
    .innerJoin('api_keys', 'api_keys.quota_id', 'quotas.id')
    .select(['quotas.id', 'api_keys.label', 'api_keys.ending', 'quotas.day', 'quotas.month'])
    .select(['used_today', 'used_this_month', 'daily_limit', 'monthly_limit'])
    .where('api_keys.account_id', '=', accountId)
    .orderBy('api_keys.id')
    .execute();
  const windows = windowsAt(now);
  // The newest key of a quota is the active one.
  const byQuota = new Map(rows.map((row) => [row.id, toKeyUsage(row, windows)]));
  const share = ({ usedToday, dailyLimit, usedThisMonth, monthlyLimit }: KeyUsage) =>
    Math.max(usedToday / dailyLimit, usedThisMonth / monthlyLimit);
  return [...byQuota.values()].sort((one, other) => share(other) - share(one));
}

function toKeyUsage(
  row: {
    label: string | null;
    ending: string;
    day: string;
    month: string;
    used_today: number;
    used_this_month: number;
    daily_limit: number;
    monthly_limit: number;
  },
  { day, month }: QuotaWindows,
): KeyUsage {
  return {
    label: row.label || null,
    ending: row.ending,
    usedToday: row.day === day ? Number(row.used_today) : 0,
    usedThisMonth: row.month === month ? Number(row.used_this_month) : 0,
    dailyLimit: Number(row.daily_limit),
    monthlyLimit: Number(row.monthly_limit),
  };
}
