import { sql } from 'kysely';
import type { Database } from './open.ts';

/**
 * Sessions and signatures are valid for minutes, so a difference of up to half a minute has no
 * effect.
 */
export const maxClockDifferenceMs = 30_000;

/**
 * Returns how far this machine's clock is ahead of the database's, in milliseconds, or null for
 * SQLite, which uses this machine's clock.
 */
export async function clockDifferenceMs(db: Database, now: () => Date): Promise<number | null> {
  if (db.engine === 'sqlite') return null;
  const startedAt = now().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.query);
  const middle = (startedAt + now().getTime()) / 2;
  return middle - (rows[0]?.now.getTime() ?? 0);
}
