import { createHash } from 'node:crypto';
import type { Queries } from '../db/schema.ts';
import type { RateTable } from '../rates/rate-table.ts';
import type { RatesRow } from './to-sale.ts';

/** A table of rates as it is kept with sales, named by what it says. */
export function ratesRowOf({ date, source, pivot, rates }: RateTable): RatesRow {
  const sorted = [...rates].sort(([one], [other]) => (one < other ? -1 : 1));
  const row = { date, source, pivot, rates: JSON.stringify(Object.fromEntries(sorted)) };
  const id = createHash('sha256').update(JSON.stringify(row)).digest('base64url');
  return { id, ...row };
}

/** Keeps it, unless another sale has it already. */
export async function keepRates(tx: Queries, row: RatesRow): Promise<void> {
  const kept = await tx
    .selectFrom('sale_rates')
    .select('id')
    .where('id', '=', row.id)
    .executeTakeFirst();
  if (kept) return;
  await tx
    .insertInto('sale_rates')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
