import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** What the server has written to PostgreSQL since the database was created. */
export interface DatabaseUse {
  /** Inserted, updated and deleted rows. */
  rows: number;
  /** Transactions, including those that only read. */
  transactions: number;
  /** Write-ahead log, which is written to the disk and sent to replicas. */
  walBytes: number;
  /** Size of all tables and indexes. */
  storedBytes: number;
}

/** PostgreSQL reports the work of an idle connection after at most this time. */
const statisticsDelayMs = 1500;

const query = `
  select (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables) as rows,
    (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
    pg_current_wal_insert_lsn() - '0/0'::pg_lsn as "walBytes",
    pg_database_size(current_database()) as "storedBytes"`;

/** Reads the counters of a database that has no other users. */
export async function databaseUse(url: string): Promise<DatabaseUse> {
  await delay(statisticsDelayMs);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: [counted] = [] } = await client.query<Record<keyof DatabaseUse, string>>(query);
    return {
      rows: Number(counted?.rows),
      transactions: Number(counted?.transactions),
      walBytes: Number(counted?.walBytes),
      storedBytes: Number(counted?.storedBytes),
    };
  } finally {
    await client.end();
  }
}
