import { type DatabaseLocation, openDatabase } from '../../../server/db/open.ts';
import type { BookQuery } from '../../../server/search/contract.ts';
import { bookSearch } from '../../../server/search/search.ts';
import { bookQuery } from '../../server/search/index-fixtures.ts';
import type { BenchQuery } from './bench-queries.ts';
import type { Finder } from './peer.ts';

/** Our own index, which checks for changes before each search, as in the server. */
export async function openIndex(address: DatabaseLocation): Promise<Finder> {
  const search = bookSearch(openDatabase(address));
  await search.catchUp();
  return {
    pids: [process.pid],
    async find(query, limit) {
      const { hits } = await search.find(toBookQuery(query, limit));
      return hits.map(({ ordinal }) => ordinal);
    },
  };
}

function toBookQuery({ text, language, hasFacets }: BenchQuery, limit: number): BookQuery {
  return bookQuery({
    text,
    languages: language === null ? null : [language],
    facets: hasFacets ? ['language', 'subject', 'author', 'publisher'] : [],
    limit,
  });
}
