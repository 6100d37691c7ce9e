import { ecbSource } from './ecb-source.ts';
import { openDataSource } from './open-data-source.ts';
import type { RateSource } from './rate-source.ts';

/**
 * The live sources. Two, so that one can confirm what the other says.
 *
 * @param openDataUrls - Copies of the open data set's `usd.json`, the preferred one first.
 */
export function rateSources(options: {
  openDataUrls: readonly string[];
  ecbUrl: string;
  fetch: typeof fetch;
  now: () => Date;
}): RateSource[] {
  const { openDataUrls, ecbUrl, fetch, now } = options;
  return [openDataSource({ urls: openDataUrls, fetch, now }), ecbSource({ url: ecbUrl, fetch })];
}
