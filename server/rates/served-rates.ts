import type { Database } from '../db/open.ts';
import { bundledTable } from './bundled-table.ts';
import { type ServedTable, type AcceptedTable, newestTableWith, withAge } from './rate-table.ts';
import { rateStore } from './store.ts';

/** For so long a process need not see what another one has fetched: rates change once a day. */
const cacheMs = 60_000;

export type ServedRates = ReturnType<typeof servedRates>;

/**
 * The rates that are served: fetched ones, and the bundled table among them. The newest are kept in
 * memory and asked for again at most once a minute, so `current` is cheap enough for every book.
 */
export function servedRates(db: Database, now: () => Date) {
  const store = rateStore(db);
  let kept: { readAtMs: number; tables: Promise<AcceptedTable[]> } | null = null;

  async function newest(): Promise<AcceptedTable[]> {
    const nowMs = now().getTime();
    if (kept && nowMs - kept.readAtMs < cacheMs) return await kept.tables;
    const reading = {
      readAtMs: nowMs,
      tables: store.newestAccepted().then((tables) => [...tables, bundledTable]),
    };
    kept = reading;
    // A failure is told to all who wait on it, and forgotten.
    reading.tables.catch(() => {
      if (kept === reading) kept = null;
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
    /** The newest complete table: every currency there is. */
    async current(): Promise<ServedTable> {
      return withAge(newestTableWith(await newest(), []) ?? bundledTable, now());
    },

    /**
     * The newest table that has all of `codes`, on or before `date` where one is given; without
     * codes a complete one. Null when there is none.
     */
    async find(codes: readonly string[], date?: string): Promise<ServedTable | null> {
      const table = newestTableWith(date === undefined ? await newest() : await on(date), codes);
      return table && withAge(table, now());
    },

    /** The best table of each day that has one with all of `codes`, oldest first. */
    async between(from: string, to: string, codes: readonly string[]): Promise<AcceptedTable[]> {
      const tables = await store.between(from, to);
      if (bundledTable.date >= from && bundledTable.date <= to) tables.push(bundledTable);
      return [...Map.groupBy(tables, ({ date }) => date).values()]
        .map((ofDay) => newestTableWith(ofDay, codes))
        .filter((table) => table !== null)
        .sort((a, b) => (a.date < b.date ? -1 : 1));
    },

    /** Every currency that there is a rate for, in order. */
    async currencies(): Promise<string[]> {
      const tables = await newest();
      return [...new Set(tables.flatMap(({ rates }) => [...rates.keys()]))].sort();
    },
  };
}
