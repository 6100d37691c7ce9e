import type { SessionHandle } from '../../api/session-handle.ts';
import { ApiFailure, describeFailure } from '../../api/api-failure.ts';
import { SearchEvent } from '../../events/session-events.ts';
import type { SvcPage } from '../../rendition/svc-page.ts';
import {
  isPending,
  needsMoreHits,
  updateSearch,
  type SearchResult,
} from '../../state/book-search.ts';
import type { ReaderStore } from '../../state/store.ts';
import { startHitHighlights, locateHit } from './hit-highlights.ts';
import type { SearchHit, SearchMeta } from '../../../server/reading-sessions/contract.ts';
import type { ReaderSession } from '../../api/client.ts';

/** Number of hits per request. */
const hitsPerPage = '100';
export interface SearchContext {
  store: ReaderStore;
  source: { session: Pick<SessionHandle, 'use'> };
  page: SvcPage;
}

interface SearchReader extends HTMLElement {
  goTo(target: { section: number; offset: number }): void;
}

/**
 * Runs the search in the state, highlights its hits and goes to the current hit, until the signal
 * is aborted.
 */
export function startBookSearch(
  reader: SearchReader,
  { store, source, page }: SearchContext,
  signal: AbortSignal,
): void {
  let pending: { query: string; stop: AbortController } | null = null;
  let shownHit: object | null = null;
  const unsubscribe = store.subscribe(update);
  signal.addEventListener('abort', () => {
    unsubscribe();
    pending?.stop.abort();
  });
  addEventListener('online', () => retryOffline(), { signal });
  startHitHighlights(page, store, signal);
  update();

  function update(): void {
    const { search } = store.state;
    if (pending && pending.query !== search?.query) pending.stop.abort();
    if (!search) return;
    if (isPending(search) || needsMoreHits(search)) void runSearch(search.query);
    const { current } = search;
    const hit = current && search.resultsQuery === search.query && search.hits[current.index];
    if (!hit || shownHit === current) return;
    shownHit = current;
    const target = locateHit(hit, store.state.book?.order ?? []);
    if (!target) return;
    reader.goTo({ section: target.section, offset: target.start });
    // The hits bar is hidden together with the other bars, so show them all.
    if (page.closest('.immersed')) page.dispatchEvent(new Event('svc-page-tap'));
  }

  async function runSearch(query: string): Promise<void> {
    if (pending?.query === query && !pending.stop.signal.aborted) return;
    const stop = new AbortController();
    const request = { query, stop };
    pending = request;
    const result = await fetchResult(query, AbortSignal.any([signal, stop.signal]));
    if (pending === request) pending = null;
    const { search } = store.state;
    if (!result || signal.aborted || search?.query !== query) return;
    const isFirst = search.resultsQuery !== query;
    store.dispatch({ type: 'search', search: updateSearch(search, result) });
    if (result.type === 'found' && isFirst) {
      reader.dispatchEvent(new SearchEvent(query, result.total, result.isTotalExact));
    }
  }

  /** Fetches a search result. Resolves to null if the search was stopped. */
  async function fetchResult(query: string, stopped: AbortSignal): Promise<SearchResult | null> {
    const { search } = store.state;
    const cursor = search?.resultsQuery === query ? search.cursor : null;
    try {
      const { data, meta } = await source.session.use((session) =>
        fetchHits(session, query, cursor, stopped),
      );
      const { total, isTotalExact, nextCursor } = meta;
      return { type: 'found', hits: data, total, isTotalExact, cursor: nextCursor };
    } catch (error) {
      if (stopped.aborted) return null;
      // A chapter was published or unpublished after the last page of hits was fetched, so the
      // cursor is invalid.
      if (cursor !== null && error instanceof ApiFailure && error.status === 400)
        return noMoreHits();
      return { type: 'failed', failure: describeFailure(error, Date.now()) };
    }
  }

  function noMoreHits(): SearchResult {
    const { search } = store.state;
    const total = search?.hits.length ?? 0;
    return { type: 'found', hits: [], total, isTotalExact: false, cursor: null };
  }

  function retryOffline(): void {
    const { search } = store.state;
    if (search?.failure?.code !== 'offline') return;
    store.dispatch({ type: 'search', search: updateSearch(search, { type: 'retry' }) });
  }
}

/** Longest wait for a page of hits, in ms. */
const timeoutMs = 15_000;

/**
 * Fetches a page of hits with GET {content}/search. Rejects with `ApiFailure` or the signal's
 * `AbortError`.
 */
async function fetchHits(
  { content, token }: ReaderSession,
  query: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ data: SearchHit[]; meta: SearchMeta }> {
  const params = new URLSearchParams({ q: query, limit: hitsPerPage, ...(cursor && { cursor }) });
  const headers = { Authorization: `Bearer ${token}` };
  const lost = (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new ApiFailure('offline', 'The search request got no response.');
  };
  const response = await fetch(`${content}/search?${params}`, {
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    credentials: 'omit',
  }).catch(lost);
  if (!response.ok)
    throw await (await import('../../api/failed-requests.ts')).parseFailure(response);
  return response.json().catch(lost);
}
