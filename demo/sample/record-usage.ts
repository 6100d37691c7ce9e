import type { Database } from '../../server/db/open.ts';
import { tiers } from '../../server/keys/contract.ts';
import { lastUses } from '../../server/keys/last-uses.ts';
import { newStatementId, quotaStore } from '../../server/keys/quota-store.ts';
import { quotaTime } from '../../server/keys/quota-usage.ts';
import type { StoredKey } from '../../server/keys/stored-key.ts';
import { type NewLoggedRequest, toBlocks } from '../../server/request-log/request-block.ts';
import { requestLogStore } from '../../server/request-log/store.ts';
import type { SampleHistory } from './history.ts';
import type { HistoryClock } from './record-history.ts';

const dayMs = 86_400_000;
/** Number of days for which the request log has entries. */
const loggedDays = 14;

export interface UsageOptions {
  db: Database;
  clock: HistoryClock;
  newId: (prefix: string) => string;
  random: () => number;
  /** The key of the website, which opens the books. */
  website: StoredKey;
  /** The key of the shop's server, which records the sales. */
  shop: StoredKey;
}

interface Route {
  method: string;
  route: string;
  status: number;
  code: string | null;
  durationMs: number;
}

/**
 * Records the requests that result from the history: counts for every day, and the log of the last
 * days.
 */
export async function recordUsage(
  { readings, sales }: SampleHistory,
  untilMs: number,
  options: UsageOptions,
): Promise<void> {
  const { db, clock, newId, random, website, shop } = options;
  const dayOf = (ms: number) => Math.floor(ms / dayMs);
  const opens = Map.groupBy(readings, ({ startedAtMs }) => dayOf(startedAtMs));
  const orders = Map.groupBy(sales, ({ atMs }) => dayOf(atMs));
  const quotas = quotaStore(db);
  const log = requestLogStore(db);
  const lastDay = dayOf(untilMs);
  for (let day = Math.min(...opens.keys()); day <= lastDay; day += 1) {
    const requests = [
      ...(opens.get(day) ?? []).map(({ startedAtMs }) => ({
        key: website,
        atMs: startedAtMs,
        ...embed(),
      })),
      ...(orders.get(day) ?? []).map(({ atMs }) => ({ key: shop, atMs, ...recordedSale() })),
      ...Array.from({ length: 18 }, () => ({ key: shop, atMs: anyTime(day), ...shopRequest() })),
    ]
      .filter(({ atMs }) => atMs < untilMs)
      .sort((one, other) => one.atMs - other.atMs);
    const last = requests.at(-1);
    if (!last) continue;
    clock.set(last.atMs);
    const asks = [website, shop].map((key) => ({
      quotaId: key.quotaId,
      requested: requests.filter((one) => one.key === key).length,
      ...tiers[key.tier],
    }));
    asks.sort((one, other) => (one.quotaId < other.quotaId ? -1 : 1));
    await quotas.consume(asks, quotaTime(clock.now()), newStatementId());
    if (day <= lastDay - loggedDays) continue;
    await log.add(toBlocks(requests.map(toLogged)), clock.now());
  }
  const uses = lastUses(db, clock.now, { warn: () => undefined });
  uses.note(website.id);
  uses.note(shop.id);
  await uses.flush();

  function toLogged({
    key,
    atMs,
    ...request
  }: Route & { key: StoredKey; atMs: number }): NewLoggedRequest {
    return {
      ...request,
      accountId: key.accountId,
      keyId: key.id,
      requestId: newId('req'),
      occurredAtMs: atMs,
    };
  }

  function embed(): Route {
    const durationMs = Math.round(4 + 22 * random() ** 3);
    return { method: 'GET', route: '/v1/reader/embed', status: 200, code: null, durationMs };
  }

  function recordedSale(): Route {
    const durationMs = Math.round(9 + 20 * random());
    return { method: 'POST', route: '/v1/sales', status: 201, code: null, durationMs };
  }

  function shopRequest(): Route {
    const durationMs = Math.round(3 + 12 * random());
    const get = { method: 'GET', durationMs };
    const choice = random();
    if (choice < 0.05) {
      return { ...get, route: '/v1/books/{bookId}', status: 404, code: 'book_not_found' };
    }
    if (choice < 0.08) {
      return { ...get, route: '/v1/books', status: 400, code: 'invalid_request' };
    }
    const route = choice < 0.5 ? '/v1/books' : '/v1/books/{bookId}';
    return { ...get, route, status: 200, code: null };
  }

  function anyTime(day: number): number {
    return Math.round((day + random()) * dayMs);
  }
}
