import type { SearchHit } from '../../server/reader/contract.ts';
import type { ReaderFailure } from './state.ts';

/** What a person looks for in the book, and what was found. */
export interface BookSearch {
  /** As typed. */
  query: string;
  /** What `hits` were found for; empty before the first answer. */
  answered: string;
  hits: readonly SearchHit[];
  total: number;
  /** False where there are more than `total`. */
  isTotalExact: boolean;
  /** Where the next hits are; null behind the last. */
  cursor: string | null;
  /** So many hits are wanted, if there are. */
  wanted: number;
  /** The hit that was gone to; another object each time. */
  current: { index: number } | null;
  failure: ReaderFailure | null;
}

/** What is asked of a search. */
export type SearchWish =
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

export type SearchAnswer =
  | {
      type: 'found';
      hits: readonly SearchHit[];
      total: number;
      isTotalExact: boolean;
      cursor: string | null;
    }
  | { type: 'failed'; failure: ReaderFailure };

/** No more are fetched than this, whatever is wanted. */
export const mostHits = 1000;

/** Hits that are wanted to begin with. */
const firstHits = 50;

export function searchFor(query: string): BookSearch {
  return {
    query,
    answered: '',
    hits: [],
    total: 0,
    isTotalExact: true,
    cursor: null,
    wanted: firstHits,
    current: null,
    failure: null,
  };
}

/** Whether an answer is still to come. */
export function isAsking({ query, answered, failure }: BookSearch): boolean {
  return query !== answered && !failure;
}

/** Whether there are more hits to fetch, and somebody wants them. */
export function lacksHits({ hits, wanted, cursor, failure }: BookSearch): boolean {
  return !failure && cursor !== null && hits.length < Math.min(wanted, mostHits);
}

export function updateSearch(
  search: BookSearch | null,
  action: SearchWish | SearchAnswer,
): BookSearch | null {
  if (action.type === 'find') return find(search, action.query);
  if (!search) return null;
  switch (action.type) {
    case 'more':
      return { ...search, wanted: search.hits.length + firstHits };
    case 'go':
      return goTo(search, action.index);
    case 'step':
      return goTo(search, (search.current?.index ?? -1) + action.step);
    case 'leave':
      return { ...search, current: null };
    case 'retry':
      return { ...search, failure: null };
    case 'failed':
      return { ...search, failure: action.failure };
    case 'found':
      return found(search, action);
  }
}

/** The last answer stays on screen until the next one comes. */
function find(search: BookSearch | null, typed: string): BookSearch | null {
  const query = typed.trim();
  if (query === '') return null;
  if (!search) return searchFor(query);
  if (query === search.query) return search;
  return { ...search, query, failure: null, current: null, wanted: firstHits };
}

function goTo(search: BookSearch, index: number): BookSearch {
  const last = Math.min(search.total, mostHits) - 1;
  if (last < 0) return search;
  // From the last hit on to the first, and back.
  const wrapped = index > last ? 0 : index < 0 ? last : index;
  return {
    ...search,
    current: { index: wrapped },
    wanted: Math.max(search.wanted, wrapped + 1),
  };
}

function found(
  search: BookSearch,
  { hits, total, isTotalExact, cursor }: Extract<SearchAnswer, { type: 'found' }>,
): BookSearch {
  const isFirst = search.answered !== search.query;
  return {
    ...search,
    answered: search.query,
    hits: isFirst ? hits : [...search.hits, ...hits],
    total,
    isTotalExact,
    cursor,
    failure: null,
  };
}
