import type { SearchHit } from '../../server/reading-sessions/contract.ts';
import type { ReaderFailure } from '../api/api-failure.ts';

/** A book search and its results. */
export interface BookSearch {
  /** The query as typed. */
  query: string;
  /** The query that `hits` belongs to, or empty before the first response. */
  resultsQuery: string;
  hits: readonly SearchHit[];
  total: number;
  /** Whether `total` is exact. False if there are more results. */
  isTotalExact: boolean;
  /** Cursor of the next page of hits, or null after the last page. */
  cursor: string | null;
  /** Target number of hits. The book may contain fewer. */
  requestedHits: number;
  /** The selected hit. Each selection creates a new object. */
  current: { index: number } | null;
  failure: ReaderFailure | null;
}

/** Search commands. */
export type SearchAction =
  /** Searches for text as typed. Empty text ends the search. */
  | { type: 'find'; query: string }
  /** Fetches more hits for the list. */
  | { type: 'more' }
  /** Goes to a hit by its index in all results, or to the next or previous hit. */
  | { type: 'go'; index: number }
  | { type: 'step'; step: 1 | -1 }
  /** Removes the highlights from the pages but keeps the results. */
  | { type: 'leave' }
  | { type: 'retry' };

export type SearchResult =
  | {
      type: 'found';
      hits: readonly SearchHit[];
      total: number;
      isTotalExact: boolean;
      cursor: string | null;
    }
  | { type: 'failed'; failure: ReaderFailure };

/** Maximum number of hits to fetch. */
const maxHits = 1000;

/** Number of hits per fetch. */
const hitsPerRequest = 50;

function createSearch(query: string): BookSearch {
  return {
    query,
    resultsQuery: '',
    hits: [],
    total: 0,
    isTotalExact: true,
    cursor: null,
    requestedHits: hitsPerRequest,
    current: null,
    failure: null,
  };
}

/** Whether a response is outstanding. */
export function isPending({ query, resultsQuery, failure }: BookSearch): boolean {
  return query !== resultsQuery && !failure;
}

/** Whether more hits are requested and available. */
export function needsMoreHits({ hits, requestedHits, cursor, failure }: BookSearch): boolean {
  return !failure && cursor !== null && hits.length < Math.min(requestedHits, maxHits);
}

export function updateSearch(
  search: BookSearch | null,
  action: SearchAction | SearchResult,
): BookSearch | null {
  if (action.type === 'find') return changeQuery(search, action.query);
  if (!search) return null;
  switch (action.type) {
    case 'more':
      return { ...search, requestedHits: search.hits.length + hitsPerRequest };
    case 'go':
      return selectHit(search, action.index);
    case 'step':
      return selectHit(search, (search.current?.index ?? -1) + action.step);
    case 'leave':
      return { ...search, current: null };
    case 'retry':
      return { ...search, failure: null };
    case 'failed':
      return { ...search, failure: action.failure };
    case 'found':
      return addHits(search, action);
  }
}

/** Changes the query. Previous results stay on screen until the next response. */
function changeQuery(search: BookSearch | null, typed: string): BookSearch | null {
  const query = typed.trim();
  if (query === '') return null;
  if (!search) return createSearch(query);
  if (query === search.query) return search;
  return { ...search, query, failure: null, current: null, requestedHits: hitsPerRequest };
}

function selectHit(search: BookSearch, index: number): BookSearch {
  const last = Math.min(search.total, maxHits) - 1;
  if (last < 0) return search;
  // Wraps from the last hit to the first and back.
  const wrapped = index > last ? 0 : index < 0 ? last : index;
  return {
    ...search,
    current: { index: wrapped },
    requestedHits: Math.max(search.requestedHits, wrapped + 1),
  };
}

function addHits(
  search: BookSearch,
  { hits, total, isTotalExact, cursor }: Extract<SearchResult, { type: 'found' }>,
): BookSearch {
  const isFirst = search.resultsQuery !== search.query;
  return {
    ...search,
    resultsQuery: search.query,
    hits: isFirst ? hits : [...search.hits, ...hits],
    total,
    isTotalExact,
    cursor,
    failure: null,
  };
}
