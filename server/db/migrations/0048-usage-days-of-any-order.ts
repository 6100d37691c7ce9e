import { sql } from 'kysely';
import { engineOf } from '../sql-dialect.ts';
import type { Queries } from '../schema.ts';

/**
 * Keeps the counts by day exact if a wrong clock is corrected: the count of the day that a quota
 * leaves is stored, whether the next day is later or earlier, and that of the next day is removed,
 * because it continues in the quota.
 */
export async function up(query: Queries): Promise<void> {
  const move = sql`
    insert into usage_days (quota_id, day, used)
      select old.id, old.day, old.used_today where old.used_today > 0
      on conflict (quota_id, day) do update set used = excluded.used;
    delete from usage_days where quota_id = new.id and day = new.day;`;
  if (engineOf(query) === 'sqlite') {
    await sql`drop trigger quotas_day_ends`.execute(query);
    await sql`create trigger quotas_day_ends after update of day on quotas
      when old.day <> new.day
      begin ${move} end`.execute(query);
    return;
  }
  await sql`create or replace function store_usage_day() returns trigger language plpgsql as $body$
    begin ${move} return null; end $body$`.execute(query);
  await sql`drop trigger quotas_day_ends on quotas`.execute(query);
  await sql`create trigger quotas_day_ends after update of day on quotas for each row
    when (old.day <> new.day)
    execute function store_usage_day()`.execute(query);
}
