import type { Database } from '../db/open.ts';
import { bundledTable } from './bundled-table.ts';
import { type ServedTable, type AcceptedTable, newestTableWith, withAge } from './rate-table.ts';
import { rateStore } from './store.ts';
import { steadyClock } from '../values/time.ts';

/** Maximum time until a process uses tables fetched by another process. Rates change once a day. */
const cacheMs = 60_000;

export type ServedRates = ReturnType<typeof servedRates>;

/**
 * The rates served by the API: the fetched tables and the bundled one. The newest tables are cached
 * and read at most once a minute, so `current` is cheap enough to call for every book.
 */
export function servedRates(db: Database, now: () => Date) {
  const store = rateStore(db);
  const clock = steadyClock(now);
  let cached: { readAtMs: number; tables: Promise<AcceptedTable[]> } | null = null;

  async function newest(): Promise<AcceptedTable[]> {
    const nowMs = clock();
    if (cached && nowMs - cached.readAtMs < cacheMs) return await cached.tables;
    const reading = {
      readAtMs: nowMs,
      tables: store.newestAccepted().then((tables) => [...tables, bundledTable]),
    };
    cached = reading;
    // A failed read rejects for every waiting caller and is not cached.
    reading.tables.catch(() => {
      if (cached === reading) cached = null;
    });
    return await reading.tables;
  }

  async function on(date: string): Promise<AcceptedTable[]> {
    const tables = await newest();
    if (tables.every((table) => table.date <= date)) return tables;
    const older = await store.newestAccepted(date);
    return bundledTable.date <= date ? [...older, bundledTable] : older;
  }

  return {
    /** Returns the newest complete table. */
    async current(): Promise<ServedTable> {
      return withAge(newestTableWith(await newest(), []) ?? bundledTable, now());
    },

    /**
     * Returns the newest table that has all of `codes`, on or before `date` if given. Without
     * codes, returns the newest complete table. Returns null if there is none.
     */
    async find(codes: readonly string[], date?: string): Promise<ServedTable | null> {
      const table = newestTableWith(date === undefined ? await newest() : await on(date), codes);
      return table && withAge(table, now());
    },

    /** Returns the best table with all of `codes` for each day that has one, oldest first. */
    async between(from: string, to: string, codes: readonly string[]): Promise<AcceptedTable[]> {
      const tables = await store.between(from, to);
      if (bundledTable.date >= from && bundledTable.date <= to) tables.push(bundledTable);
      return [...Map.groupBy(tables, ({ date }) => date).values()]
        .map((ofDay) => newestTableWith(ofDay, codes))
        .filter((table) => table !== null)
        .sort((a, b) => (a.date < b.date ? -1 : 1));
    },

    /** Returns every currency with a rate, sorted by code. */
    async currencies(): Promise<string[]> {
      const tables = await newest();
      return [...new Set(tables.flatMap(({ rates }) => [...rates.keys()]))].sort();
    },
  };
}
