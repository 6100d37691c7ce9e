import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { AcceptedTable } from './rate-table.ts';

const Bundle = z.object({
  date: z.iso.date(),
  pivot: z.string(),
  rates: z.record(z.string(), z.string()),
});

/**
 * The table shipped with the server, so that rates are available before the first refresh and without
 * a network. Made by `npm run bundle-rates`.
 */
export const bundledTable: AcceptedTable = readBundle();

function readBundle(): AcceptedTable {
  const text = readFileSync(new URL('bundled-rates.json', import.meta.url), 'utf8');
  const { date, pivot, rates } = Bundle.parse(JSON.parse(text));
  return { date, pivot, rates: new Map(Object.entries(rates)), source: 'bundled', held: new Map() };
}
