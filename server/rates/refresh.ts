import type { Database } from '../db/open.ts';
import { bundledTable } from './bundled-table.ts';
import { validateTable } from './validate-table.ts';
import { type RateSource, RateSourceError } from './rate-source.ts';
import { type RateStore, rateStore } from './store.ts';
import { ecbSource } from './ecb-source.ts';
import { openDataSource } from './open-data-source.ts';

/** Result of refreshing one source. */
export type RefreshOutcome = { source: string } & (
  | { outcome: 'added'; date: string; currencies: number; held: string[] }
  | { outcome: 'unchanged'; date: string }
  | { outcome: 'refused'; date: string; outliers: string[] }
  | { outcome: 'failed'; reason: string }
);

export interface RefreshContext {
  db: Database;
  now: () => Date;
  signal: AbortSignal;
  /** Fetches the source even if today's table is already stored. */
  isForced?: boolean;
}

/**
 * Maximum number of days between the compared tables of two sources, which covers weekends and
 * Easter.
 */
const comparableDays = 5;

/**
 * Fetches a source's table unless today's is stored, validates it and stores it. Any number of
 * processes may do so at the same time. If the source fails or its rates are implausible, the
 * served rates do not change.
 */
export async function refreshRates(
  source: RateSource,
  { db, now, signal, isForced = false }: RefreshContext,
): Promise<RefreshOutcome> {
  const store = rateStore(db);
  const last = await store.lastFetched(source.name);
  if (!isForced && last?.isClean && last.date >= addDays(now(), 0)) {
    return { source: source.name, outcome: 'unchanged', date: last.date };
  }
  try {
    const table = await source.fetchTable(signal);
    if (table.date > addDays(now(), 1))
      throw new RateSourceError(`the table has a future date: ${table.date}`);
    // A table older than the stored one could only be validated with later rates and is never
    // served.
    if (table.date < (last?.date ?? bundledTable.date)) {
      return { source: source.name, outcome: 'unchanged', date: table.date };
    }
    const verdict = validateTable(table, await loadKnownTables(table.date, source.name, store));
    const isNew = await store.save(verdict, now());
    const { date } = table;
    if (verdict.state === 'refused') {
      return { source: source.name, outcome: 'refused', date, outliers: verdict.outliers };
    }
    if (!isNew) return { source: source.name, outcome: 'unchanged', date };
    const { rates, held } = verdict.table;
    const currencies = rates.size;
    return { source: source.name, outcome: 'added', date, currencies, held: [...held.keys()] };
  } catch (error) {
    if (!(error instanceof RateSourceError)) throw error;
    return { source: source.name, outcome: 'failed', reason: error.message };
  }
}

/** Returns the stored tables for comparison with a table of this day. */
export async function loadKnownTables(date: string, source: string, store: RateStore) {
  const day = new Date(`${date}T00:00:00Z`);
  const [before, ofOthers, earlierFromSource, fromOtherSources] = await Promise.all([
    store.newestAccepted(addDays(day, -1)),
    store.newestAccepted(date),
    store.findFetched({ source }, { before: date, limit: 2 }),
    store.findFetched(
      { notSource: source },
      { from: addDays(day, -comparableDays), before: addDays(day, comparableDays + 1), limit: 1 },
    ),
  ]);
  const lastGood = [
    ...before.filter((table) => table.source === source),
    ...ofOthers.filter((table) => table.source !== source),
    ...(bundledTable.date <= date ? [bundledTable] : []),
  ];
  return { lastGood, earlierFromSource, fromOtherSources };
}

/** Returns the date `daysOn` days later as `YYYY-MM-DD`. */
function addDays(time: Date, daysOn: number): string {
  return new Date(time.getTime() + daysOn * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Returns the live sources. There are two because each can confirm the other's rates.
 *
 * @param openDataUrls - URLs of the open data set's `usd.json`, starting with the preferred one.
 */
export function liveRateSources(options: {
  openDataUrls: readonly string[];
  ecbUrl: string;
  fetch: typeof fetch;
  now: () => Date;
}): RateSource[] {
  const { openDataUrls, ecbUrl, fetch, now } = options;
  return [openDataSource({ urls: openDataUrls, fetch, now }), ecbSource({ url: ecbUrl, fetch })];
}
