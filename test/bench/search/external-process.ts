import { BookIndex } from '../../../server/search/book-index.ts';
import { openEngine } from '../../../server/search/external/engine.ts';
import { externalSearch } from '../../../server/search/external/external-search.ts';
import type { BookQuery, BookSearchPage } from '../../../server/search/contract.ts';
import { recordsIn } from './relevance/catalogue-records.ts';

/** Messages of a search process, which first reports that it is ready, and then sends results. */
export interface SearchReply {
  /** Time until it can search. */
  readySeconds: number;
  pages: { ms: number; ordinals: number[] }[];
}

const started = performance.now();
const [place = ''] = process.argv.slice(2);
const find = await openSearch();
const readySeconds = (performance.now() - started) / 1000;
process.send?.({ readySeconds, pages: [] } satisfies SearchReply);

process.on('message', async (queries: BookQuery[]) => {
  const pages: SearchReply['pages'] = [];
  for (const query of queries) {
    const start = performance.now();
    const { hits } = await find(query);
    const ms = performance.now() - start;
    pages.push({ ms, ordinals: hits.map(({ ordinal }) => ordinal) });
  }
  process.send?.({ readySeconds, pages } satisfies SearchReply);
});
process.on('disconnect', () => process.exit(0));

/** Searches in an engine, or in an index of the records in a file. */
async function openSearch(): Promise<(query: BookQuery) => Promise<BookSearchPage>> {
  if (URL.canParse(place)) {
    const search = externalSearch(openEngine(place));
    return (query) => search.find(query);
  }
  const index = new BookIndex();
  for await (const book of recordsIn(place)) index.put(book);
  return async (query) => index.find(query);
}
