import type { BookQuery, BookSearch, BookSearchPage } from '../contract.ts';
import { findMatchSpans } from '../match-spans.ts';
import { countedPage } from './counted-page.ts';
import { type Engine, EngineError, searchUnavailable } from './engine.ts';
import { createMemory, Facts, type Memory } from './facts.ts';
import { filterQueries, visibilityQuery, wordFilters } from './filter-query.ts';
import { engineOrder } from './order.ts';
import { partialIndex } from './partial-index.ts';
import { createRetrieval } from './retrieval.ts';

/**
 * Maximum number of requests. A query needs up to ten, and lists with one result per work may need
 * more.
 */
const maxRounds = 60;

/**
 * Searches the books in OpenSearch. The engine finds the books that may be among the first results,
 * and the embedded index's code ranks them, so that both return the same results.
 */
export function externalSearch(engine: Engine): BookSearch {
  const memory = createMemory();
  return {
    async find(query) {
      try {
        return await find(engine, memory, query);
      } catch (error) {
        if (error instanceof EngineError) throw searchUnavailable(error);
        throw error;
      }
    },
    findSpans: findMatchSpans,
    catchUp: async () => undefined,
    // Other requests do not need the engine.
    isReady: true,
  };
}

async function find(engine: Engine, memory: Memory, query: BookQuery): Promise<BookSearchPage> {
  const facts: Facts = new Facts(engine, memory, (book) => index.put(book));
  const visible = visibilityQuery(query);
  const [filter] = await Promise.all([filterOf(facts, query, visible), facts.prepare()]);
  const order = engineOrder(query);
  const retrieval = createRetrieval(query, { filter, visible, order });
  const index = partialIndex(facts, retrieval);
  for (let round = 0; round < maxRounds; round += 1) {
    retrieval.begin(facts);
    const page = index.find(query);
    if (facts.hasMissing) {
      await facts.fetch();
      continue;
    }
    if (query.collapse && order && retrieval.unread) {
      // Counts only the first edition of each work.
      const works = [...facts.books.values()].map(({ workId }) => workId);
      retrieval.editions(
        facts,
        [...new Set(works)].filter((work) => (facts.editionsOf(work) ?? 1) > 1),
      );
    }
    const isShort = order !== null && retrieval.unread && !page.hasMore;
    if (!facts.hasMissing && !(isShort && retrieval.readMore())) {
      return retrieval.unread
        ? countedPage(facts, query, page, [...filter, retrieval.unread])
        : page;
    }
  }
  throw new Error(`The query ${JSON.stringify(query)} needs too many requests.`);
}

/** Returns the query's filters. A complete facet value filters by that value if a book has it. */
async function filterOf(facts: Facts, query: BookQuery, visible: object) {
  const filters = filterQueries(query);
  for (const { words, value } of wordFilters(query)) {
    filters.push(words ?? { match_none: {} });
    if (!value) continue;
    const ask = () =>
      facts.answer(`value ${JSON.stringify(value)}`, () => ({
        index: 'books',
        body: {
          size: 0,
          track_total_hits: 1,
          query: { bool: { filter: [visible, value, words ?? { match_none: {} }] } },
        },
        read: ({ hits }): boolean => hits.total.value > 0,
      }));
    if (ask() === undefined) await facts.fetch();
    if (ask()) filters.push(value);
  }
  return filters;
}
