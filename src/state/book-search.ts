import type { SearchHit } from '../../server/reading-sessions/contract.ts';
import type { ReaderFailure } from '../api/api-failure.ts';

/** What a person looks for in the book, and what was found. */
export interface BookSearch {
  /** As typed. */
  query: string;
  /** What `hits` were found for; empty before the first answer. */
  resultsQuery: string;
  hits: readonly SearchHit[];
  total: number;
  /** False where there are more than `total`. */
  isTotalExact: boolean;
  /** Where the next hits are; null behind the last. */
  cursor: string | null;
  /** So many hits are wanted, if there are. */
  requestedHits: number;
  /** The hit that was gone to; another object each time. */
  current: { index: number } | null;
  failure: ReaderFailure | null;
}

/** What is asked of a search. */
export type SearchAction =
  /** Looks for a text as typed; an empty one ends the search. */
  | { type: 'find'; query: string }
  /** More hits for the list. */
  | { type: 'more' }
  /** To a hit, by its place among all, or by a step from the last. */
  | { type: 'go'; index: number }
  | { type: 'step'; step: 1 | -1 }
  /** The pages are to be clean again; what was found stays. */
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

/** No more are fetched than this, whatever is wanted. */
export const maxHits = 1000;

/** Hits that are wanted to begin with. */
const hitsPerRequest = 50;

export function createSearch(query: string): BookSearch {
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

/** Whether an answer is still to come. */
export function isPending({ query, resultsQuery, failure }: BookSearch): boolean {
  return query !== resultsQuery && !failure;
}

/** Whether there are more hits to fetch, and somebody wants them. */
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

/** The last answer stays on screen until the next one comes. */
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
  // From the last hit on to the first, and back.
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
