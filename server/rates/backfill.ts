import type { Database } from '../db/open.ts';
import { dayMs } from '../values/time.ts';
import { RateSourceError } from './rate-source.ts';
import type { RateTable } from './rate-table.ts';
import { loadKnownTables } from './refresh.ts';
import { rateStore } from './store.ts';
import { validateTable } from './validate-table.ts';

/** A publisher's earlier tables. */
export interface RateArchive {
  readonly name: string;
  /**
   * Returns the tables of some of the given days with one request. Days without a table are
   * missing from the result.
   *
   * @param days - `YYYY-MM-DD`, newest first, never empty.
   * @throws RateSourceError if the archive cannot be fetched or parsed.
   */
  fetchTables(days: readonly string[], signal: AbortSignal): Promise<RateTable[]>;
  /** Days before today for which the archive has tables. */
  days: number;
  /** Days covered by one request. */
  daysPerRequest: number;
}

export interface BackfillOptions {
  db: Database;
  now: () => Date;
  signal: AbortSignal;
  /** Waits between requests. Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

/** Pause between two requests to the same archive. */
const pauseMs = 1_000;
const maxFailures = 3;

/**
 * Fetches the tables of the days before today that an archive has and that are not stored, newest
 * first. The next run continues an interrupted one, because stored days are skipped. Validates each
 * table against the stored tables before it, and never replaces a stored table.
 *
 * @returns The number of stored tables.
 */
export async function backfillRates(
  archive: RateArchive,
  { db, now, signal, wait, log }: BackfillOptions,
): Promise<number> {
  const store = rateStore(db);
  const missing = await missingDays(db, archive, now());
  let stored = 0;
  let failures = 0;
  for (let at = 0; at < missing.length && failures < maxFailures; at += archive.daysPerRequest) {
    if (at > 0) await wait(pauseMs, signal);
    const days = missing.slice(at, at + archive.daysPerRequest);
    try {
      const tables = await archive.fetchTables(days, signal);
      failures = 0;
      const wanted = tables
        .filter(({ date }) => days.includes(date))
        .toSorted((one, other) => (one.date < other.date ? -1 : 1));
      for (const table of wanted) {
        const known = await loadKnownTables(table.date, archive.name, store);
        if (await store.save(validateTable(table, known), now())) stored += 1;
      }
    } catch (error) {
      if (!(error instanceof RateSourceError) || signal.aborted) throw error;
      failures += 1;
      log.warn(
        { event: 'rates.backfill_failed', source: archive.name, reason: error.message },
        'failed to fetch earlier rates',
      );
    }
  }
  if (stored > 0)
    log.info(
      { event: 'rates.backfilled', source: archive.name, stored },
      'earlier exchange rates fetched',
    );
  return stored;
}

/** Returns the archive's days without a stored table, newest first. */
async function missingDays(
  db: Database,
  { name, days }: RateArchive,
  now: Date,
): Promise<string[]> {
  const dayBefore = (count: number) =>
    new Date(now.getTime() - count * dayMs).toISOString().slice(0, 10);
  const rows = await db.query
    .selectFrom('rate_tables')
    .select('date')
    .where('source', '=', name)
    .where('date', '>=', dayBefore(days))
    .execute();
  const known = new Set(rows.map(({ date }) => date));
  return Array.from({ length: days }, (_, index) => dayBefore(index + 1)).filter(
    (day) => !known.has(day),
  );
}
