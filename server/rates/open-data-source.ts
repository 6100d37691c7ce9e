import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { currencyCodes } from '../values/currencies.ts';
import { fetchDocument, type FetchDocumentOptions } from './fetch-document.ts';
import { type RateSource, RateSourceError } from './rate-source.ts';
import type { RateTable } from './rate-table.ts';

export const openDataSourceName = 'currency-api';

const pivot = 'USD';
/** The data set has had 161 to 163 rates since 2024. Far fewer mean that it is broken. */
const minRates = 150;
/** Total time limit for all URLs. */
const timeoutMs = 10_000;

const Rate = z.number().min(1e-9).max(1e9);
const Feed = z.object({
  date: z.iso.date(),
  // Everything else, such as cryptocurrencies, is ignored.
  usd: z
    .object(Object.fromEntries(currencyCodes.map((code) => [code.toLowerCase(), Rate.optional()])))
    .refine(({ usd }) => usd === 1, 'The rate of USD must be 1')
    .refine(
      (rates) => Object.values(rates).filter((rate) => rate !== undefined).length >= minRates,
      `Must contain at least ${minRates} currencies`,
    ),
});

/**
 * The daily open data set of https://github.com/fawazahmed0/exchange-api (CC0) with 160 currencies.
 *
 * @param urls - URLs of `usd.json`. A later URL is used if the earlier ones fail or return a table
 *   older than `today`, because the copies are published separately. The newest table is used.
 */
export function openDataSource(options: {
  urls: readonly string[];
  fetch: typeof fetch;
  now: () => Date;
  timeoutMs?: number;
}): RateSource {
  const { urls, now } = options;
  // Divide the time because a URL that does not respond must leave time for the next one.
  const shareMs = (options.timeoutMs ?? timeoutMs) / urls.length;
  return {
    name: openDataSourceName,
    async fetchTable(signal) {
      const request = { fetch: options.fetch, accept, timeoutMs: shareMs, signal };
      const today = now().toISOString().slice(0, 10);
      const failures: unknown[] = [];
      let newest: RateTable | null = null;
      for (const url of urls) {
        try {
          const table = await fetchFrom(url, request);
          if (!newest || table.date > newest.date) newest = table;
          if (newest.date >= today) break;
        } catch (error) {
          failures.push(error);
        }
      }
      if (newest) return newest;
      throw new RateSourceError(
        failures.map((error) => (error instanceof Error ? error.message : 'failed')).join('; '),
        { cause: failures[0] },
      );
    },
  };
}

const accept = ['application/json'];

async function fetchFrom(url: string, request: FetchDocumentOptions): Promise<RateTable> {
  const text = await fetchDocument(url, request);
  try {
    return parseOpenData(text, openDataSourceName);
  } catch (error) {
    if (!(error instanceof RateSourceError)) throw error;
    throw new RateSourceError(`${url}: ${error.message}`, { cause: error });
  }
}

/**
 * Reads `usd.json`: `{date, usd: {eur: 0.85, …}}`. Numbers with up to 15 digits keep their exact
 * decimal value. The data set has at most 14.
 *
 * @throws RateSourceError if the rate of any ISO 4217 currency is not a valid number.
 */
export function parseOpenData(text: string, source: string): RateTable {
  const { data, error } = Feed.safeParse(parseJson(text));
  if (error) throw new RateSourceError(`invalid table: ${z.prettifyError(error).slice(0, 500)}`);
  const rates = currencyCodes.flatMap((code): [string, string][] => {
    const rate = data.usd[code.toLowerCase()];
    return rate === undefined ? [] : [[code, plainDecimal(rate)]];
  });
  return { date: data.date, pivot, rates: new Map(rates), source };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RateSourceError('not JSON', { cause: error });
  }
}

function plainDecimal(rate: number): string {
  return new Decimal(rate).toFixed();
}
