import { SaxesParser } from 'saxes';
import { z } from 'zod';
import { isCurrency } from '../values/currencies.ts';
import { fetchDocument } from './fetch-document.ts';
import { type RateSource, RateSourceError } from './rate-source.ts';
import type { RateTable } from './rate-table.ts';

export const ecbSourceName = 'ecb';

const pivot = 'EUR';
const timeoutMs = 10_000;

const Feed = z.object({
  date: z.iso.date(),
  rates: z
    .array(
      z.tuple([
        z.string().regex(/^[A-Z]{3}$/),
        z
          .string()
          .regex(/^\d{1,9}(\.\d{1,10})?$/)
          .refine((rate) => Number(rate) > 0, 'A rate must be greater than 0'),
      ]),
    )
    // The feed has had at least 29 rates since 2011.
    .min(20)
    .max(200)
    .refine(
      (rates) => new Set(rates.map(([code]) => code)).size === rates.length,
      'A currency must occur only once',
    ),
});

/**
 * The European Central Bank's reference rates for 30 currencies, published every working day at
 * about 16:00 CET.
 *
 * Uses the XML feed rather than the bank's data API (CSV) because the feed is one small document
 * for a single day. The API lists each currency up to its own last day, including discontinued
 * currencies.
 */
export function ecbSource(options: {
  url: string;
  fetch: typeof fetch;
  timeoutMs?: number;
}): RateSource {
  const { url } = options;
  return {
    name: ecbSourceName,
    async fetchTable(signal) {
      const text = await fetchDocument(url, {
        fetch: options.fetch,
        accept: ['text/xml', 'application/xml'],
        timeoutMs: options.timeoutMs ?? timeoutMs,
        signal,
      });
      return parseEcb(text, url);
    },
  };
}

function parseEcb(text: string, url: string): RateTable {
  const days = readCubes(text, url);
  const [table] = days.length === 1 ? toTables(days, url) : [];
  if (table) return table;
  throw new RateSourceError(`${url}: invalid table: the feed has ${days.length} days instead of 1`);
}

/**
 * Reads the bank's feed of several days, such as the last 90.
 *
 * @throws RateSourceError if any day is invalid.
 */
export function parseEcbHistory(text: string, url: string): RateTable[] {
  return toTables(readCubes(text, url), url);
}

function toTables(days: FeedDay[], url: string): RateTable[] {
  return days.map((day) => {
    const { data, error } = Feed.safeParse(day);
    if (error)
      throw new RateSourceError(`${url}: invalid table: ${z.prettifyError(error).slice(0, 500)}`);
    const rates = data.rates.filter(([code]) => isCurrency(code) && code !== pivot);
    return {
      date: data.date,
      pivot,
      rates: new Map([[pivot, '1'], ...rates]),
      source: ecbSourceName,
    };
  });
}

/** One day of a feed before validation. */
interface FeedDay {
  date: unknown;
  rates: unknown[];
}

/** Reads `<Cube time="2026-11-20"><Cube currency="USD" rate="1.1576"/>…</Cube>` at any depth. */
function readCubes(text: string, url: string): FeedDay[] {
  const days: FeedDay[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  // The feed has no DOCTYPE, and rejecting any prevents entity declarations.
  parser.on('doctype', () => {
    throw new Error('DOCTYPE is not allowed.');
  });
  parser.on('opentag', ({ local, attributes }) => {
    if (local !== 'Cube') return;
    const { time, currency, rate } = attributes;
    if (time) days.push({ date: time.value, rates: [] });
    if (currency) days.at(-1)?.rates.push([currency.value, rate?.value]);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    throw new RateSourceError(`${url}: not well-formed XML`, { cause: error });
  }
  return days;
}
