import { sql } from 'kysely';
import type { Database, Queries } from '../db/open.ts';
import type { TableVerdict } from './validate-table.ts';
import type { AcceptedTable, RateTable } from './rate-table.ts';

export type RateStore = ReturnType<typeof rateStore>;

/** Stores the fetched tables. Every source's tables are stored permanently. */
export function rateStore(db: Database) {
  return {
    /** Returns each source's newest plausible table, on or before `date` if given. */
    async newestAccepted(date?: string): Promise<AcceptedTable[]> {
      const rows = await selectTables(db.query)
        .where('state', '=', 'good')
        .where((eb) =>
          eb(
            'date',
            '=',
            eb
              .selectFrom('rate_tables as same')
              .select((same) => same.fn.max('same.date').as('newest'))
              .whereRef('same.source', '=', 'rate_tables.source')
              .where('same.state', '=', 'good')
              .$if(date !== undefined, (query) => query.where('same.date', '<=', date ?? '')),
          ),
        )
        .execute();
      return rows.map(toAcceptedTable);
    },

    /** Returns every source's plausible tables between two days, both inclusive, oldest first. */
    async between(from: string, to: string): Promise<AcceptedTable[]> {
      const rows = await selectTables(db.query)
        .where('state', '=', 'good')
        .where('date', '>=', from)
        .where('date', '<=', to)
        .orderBy('date')
        .execute();
      return rows.map(toAcceptedTable);
    },

    /**
     * Returns the fetched rates from `from` (inclusive) to `before` (exclusive), including
     * implausible rates, newest first.
     *
     * @param who - One source, or all other sources.
     */
    async findFetched(
      who: { source: string } | { notSource: string },
      days: { from?: string; before: string; limit: number },
    ): Promise<RateTable[]> {
      const rows = await selectTables(db.query)
        .where((eb) =>
          'source' in who ? eb('source', '=', who.source) : eb('source', '<>', who.notSource),
        )
        .where('date', '>=', days.from ?? '')
        .where('date', '<', days.before)
        .orderBy('date', 'desc')
        .limit(days.limit)
        .execute();
      return rows.map(toFetchedTable);
    },

    /** Returns the date of the source's newest table, and whether all its rates were plausible. */
    async lastFetched(source: string): Promise<{ date: string; isClean: boolean } | null> {
      const row = await db.query
        .selectFrom('rate_tables')
        .select(['date', 'faults'])
        .where('source', '=', source)
        .orderBy('date', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? { date: row.date, isClean: row.faults === 0 } : null;
    },

    /**
     * Stores a table. Replaces an existing table for the same source and day only if that table has
     * more faults, so any number of processes may save the same table.
     *
     * @returns Whether the table was stored.
     */
    async save(verdict: TableVerdict, fetchedAt: Date): Promise<boolean> {
      const { table, state } = verdict;
      const held = state === 'good' ? verdict.table.held : new Map();
      const row = {
        source: table.source,
        date: table.date,
        pivot: table.pivot,
        state,
        rates: JSON.stringify(Object.fromEntries(table.rates)),
        held: JSON.stringify(Object.fromEntries(held)),
        faults: state === 'good' ? held.size : table.rates.size,
        fetched_at: fetchedAt.toISOString(),
      };
      return await db.transaction(async (query) => {
        const { numInsertedOrUpdatedRows = 0n } = await query
          .insertInto('rate_tables')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'date'])
              .doUpdateSet(row)
              .where('rate_tables.faults', '>', sql<number>`excluded.faults`),
          )
          .executeTakeFirst();
        return numInsertedOrUpdatedRows > 0n;
      });
    },
  };
}

function selectTables(query: Queries) {
  return query.selectFrom('rate_tables').select(['source', 'date', 'pivot', 'rates', 'held']);
}

type TableRow = Awaited<ReturnType<ReturnType<typeof selectTables>['execute']>>[number];

function toAcceptedTable({ source, date, pivot, rates, held }: TableRow): AcceptedTable {
  return { source, date, pivot, rates: toRates(rates), held: toRates(held) };
}

function toFetchedTable({ source, date, pivot, rates, held }: TableRow): RateTable {
  return { source, date, pivot, rates: new Map([...toRates(rates), ...toRates(held)]) };
}

/** Parses without validation because only `save` writes these columns. */
function toRates(json: string): Map<string, string> {
  return new Map(Object.entries(JSON.parse(json) as Record<string, string>));
}
