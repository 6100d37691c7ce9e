import type { Database } from '../../server/db/open.ts';

/** What requests leave behind even when they are refused. */
const ofEveryRequest = new Set(['quotas', 'quota_warnings', 'idempotency_keys', 'migrations']);

/** Every row of every table, as text, so that two moments can be compared. */
export async function dumpDatabase({ query }: Database): Promise<Record<string, string[]>> {
  const tables = await query.introspection.getTables();
  const found: Record<string, string[]> = {};
  for (const { name } of tables.filter((one) => !ofEveryRequest.has(one.name))) {
    const rows = await query.selectFrom(tableNamed(name)).selectAll().execute();
    found[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** Any of them: only its rows are looked at. */
function tableNamed(name: string): 'books' {
  return name as 'books';
}
