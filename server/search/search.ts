import type { Database } from '../db/open.ts';
import type { BookPage, BookQuery, BookSearch } from './contract.ts';

export function bookSearch(db: Database): BookSearch {
  return {
    size: 0,
    spans: () => [],
    async find(query: BookQuery): Promise<BookPage> {
      const rows = await db.query
        .selectFrom('books')
        .select(['ordinal', 'popularity'])
        .where((eb) =>
          eb.or([eb('visibility', '=', 'public'), eb('account_id', '=', query.accountId)]),
        )
        .orderBy('ordinal', 'desc')
        .execute();
      const hits = rows.map((row) => ({ key: row.popularity, ...row }));
      return {
        hits: hits.slice(0, query.limit),
        hasMore: false,
        total: hits.length,
        facets: {},
        suggestion: null,
        matched: { words: new Set(), prefixes: [] },
      };
    },
  };
}
