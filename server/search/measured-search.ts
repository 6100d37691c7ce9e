import type { Metrics } from '../telemetry/metrics.ts';
import { secondsSince } from '../telemetry/seconds-since.ts';
import type { BookSearch } from './contract.ts';

/** Reports the duration of every search, including the time to read new changes. */
export function measuredSearch(search: BookSearch, metrics: Pick<Metrics, 'search'>): BookSearch {
  return {
    async find(query) {
      const startedMs = performance.now();
      try {
        return await search.find(query);
      } finally {
        metrics.search(secondsSince(startedMs));
      }
    },
    findSpans: (text, matched) => search.findSpans(text, matched),
    catchUp: () => search.catchUp(),
    get isReady() {
      return search.isReady;
    },
  };
}
