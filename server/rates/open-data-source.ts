import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { currencyCodes } from '../values/currencies.ts';
import { fetchDocument, type FetchDocumentOptions } from './fetch-document.ts';
import { type RateSource, RateSourceError } from './rate-source.ts';
import type { RateTable } from './rate-table.ts';

export const openDataSourceName = 'currency-api';

const pivot = 'USD';
/** The set has had 161 to 163 since 2024: with far fewer it is broken, and currencies would vanish. */
const minRates = 150;
/** Ten seconds in all. */
const timeoutMs = 10_000;

const Rate = z.number().min(1e-9).max(1e9);
const Feed = z.object({
  date: z.iso.date(),
  // All else in it, such as crypto currencies, is left out unread.
  usd: z
    .object(Object.fromEntries(currencyCodes.map((code) => [code.toLowerCase(), Rate.optional()])))
    .refine(({ usd }) => usd === 1, 'A dollar must be one dollar')
    .refine(
      (rates) => Object.values(rates).filter((rate) => rate !== undefined).length >= minRates,
      `There must be ${minRates} currencies or more`,
    ),
});

/**
 * The daily open data set of https://github.com/fawazahmed0/exchange-api (CC0): 160 currencies.
 *
 * @param urls - Where `usd.json` is; a later one is asked when those before fail or are of an older
 *   day than `today`, since the copies are published apart. The newest answer is taken.
 */
export function openDataSource(options: {
  urls: readonly string[];
  fetch: typeof fetch;
  now: () => Date;
  timeoutMs?: number;
}): RateSource {
  const { urls, now } = options;
  // An address that hangs must leave the next one its share.
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
 * Reads `usd.json`: `{date, usd: {eur: 0.85, …}}`. A number of up to 15 digits comes out as it was
 * written; the set has at most 14.
 *
 * @throws SourceFailure when one rate of a currency of ISO 4217 is not a sound number.
 */
export function parseOpenData(text: string, source: string): RateTable {
  const { data, error } = Feed.safeParse(parseJson(text));
  if (error) throw new RateSourceError(`not a table: ${z.prettifyError(error).slice(0, 500)}`);
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
