import type { RateArchive } from './backfill.ts';
import { ecbSourceName, parseEcbHistory } from './ecb-source.ts';
import { fetchDocument } from './fetch-document.ts';
import { RateSourceError } from './rate-source.ts';
import { openDataSourceName, parseOpenData } from './open-data-source.ts';

const timeoutMs = 20_000;

/** Days of the open data set that a fresh installation fetches, with one request each. */
const openDataDays = 30;
/** Number of days in the bank's file. */
const ecbDays = 90;

export interface RateArchiveOptions {
  /** URLs of the open data set's newest table. Those with `@latest` also serve earlier days. */
  openDataUrls: readonly string[];
  /** URL of the bank's daily feed. */
  ecbUrl: string;
  fetch: typeof fetch;
}

/**
 * Returns the archives of the live sources: the bank's file of 90 days, and the open data set's
 * dated versions. A source with a configured URL that has no archive is omitted.
 */
export function rateArchives({ openDataUrls, ecbUrl, fetch }: RateArchiveOptions): RateArchive[] {
  const dated = openDataUrls.find((url) => url.includes('@latest'));
  return [
    ...(ecbUrl.endsWith('-daily.xml')
      ? [ecbArchive(ecbUrl.replace(/-daily\.xml$/, '-hist-90d.xml'), fetch)]
      : []),
    ...(dated === undefined ? [] : [openDataArchive(dated, fetch)]),
  ];
}

function ecbArchive(url: string, fetcher: typeof fetch): RateArchive {
  return {
    name: ecbSourceName,
    days: ecbDays,
    daysPerRequest: ecbDays,
    async fetchTables(_days, signal) {
      const accept = ['text/xml', 'application/xml'];
      const text = await fetchDocument(url, { fetch: fetcher, accept, timeoutMs, signal });
      return parseEcbHistory(text, url);
    },
  };
}

function openDataArchive(url: string, fetcher: typeof fetch): RateArchive {
  return {
    name: openDataSourceName,
    days: openDataDays,
    daysPerRequest: 1,
    async fetchTables([day = ''], signal) {
      const accept = ['application/json'];
      const address = url.replace('@latest', `@${day}`);
      try {
        const text = await fetchDocument(address, { fetch: fetcher, accept, timeoutMs, signal });
        return [parseOpenData(text, openDataSourceName)];
      } catch (error) {
        // The data set is not published every day.
        if (error instanceof RateSourceError && error.status === 404) return [];
        throw error;
      }
    },
  };
}
