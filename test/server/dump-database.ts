import type { Database } from '../../server/db/open.ts';

/** Tables that rejected requests may change. */
const ofEveryRequest = new Set(
  'quotas quota_warnings usage_days key_uses request_log_blocks idempotency_keys migrations'.split(
    ' ',
  ),
);

/** All rows of all tables as text, for comparison. */
export async function dumpDatabase({ query }: Database): Promise<Record<string, string[]>> {
  const tables = await query.introspection.getTables();
  const found: Record<string, string[]> = {};
  for (const { name } of tables.filter((one) => !ofEveryRequest.has(one.name))) {
    const rows = await query.selectFrom(tableNamed(name)).selectAll().execute();
    found[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** Type for any table, because only its rows are read. */
function tableNamed(name: string): 'books' {
  return name as 'books';
}
