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

/** Hits on one answer. */
const hitsPerPage = '100';
export interface SearchContext {
  store: ReaderStore;
  source: { session: Pick<SessionHandle, 'use'> };
  page: SvcPage;
}

interface SearchReader extends HTMLElement {
  goTo(target: { section: number; offset: number }): void;
}

/** Looks for what the state says is looked for, shows it on the pages, and goes to it; until the signal. */
export function startBookSearch(
  reader: SearchReader,
  { store, source, page }: SearchContext,
  signal: AbortSignal,
): void {
  let asking: { query: string; stop: AbortController } | null = null;
  let gone: object | null = null;
  const unsubscribe = store.subscribe(look);
  signal.addEventListener('abort', () => {
    unsubscribe();
    asking?.stop.abort();
  });
  addEventListener('online', () => retryOffline(), { signal });
  startHitHighlights(page, store, signal);
  look();

  function look(): void {
    const { search } = store.state;
    if (asking && asking.query !== search?.query) asking.stop.abort();
    if (!search) return;
    if (isPending(search) || needsMoreHits(search)) void ask(search.query);
    const { current } = search;
    const hit = current && search.resultsQuery === search.query && search.hits[current.index];
    if (!hit || gone === current) return;
    gone = current;
    const place = locateHit(hit, store.state.book?.order ?? []);
    if (!place) return;
    reader.goTo({ section: place.section, offset: place.start });
    // The line of hits is one of the bars: what one tap hid comes back as with another.
    if (page.closest('.immersed')) page.dispatchEvent(new Event('svc-page-tap'));
  }

  async function ask(query: string): Promise<void> {
    if (asking?.query === query && !asking.stop.signal.aborted) return;
    const stop = new AbortController();
    const mine = { query, stop };
    asking = mine;
    const answer = await answerTo(query, AbortSignal.any([signal, stop.signal]));
    if (asking === mine) asking = null;
    const { search } = store.state;
    if (!answer || signal.aborted || search?.query !== query) return;
    const isFirst = search.resultsQuery !== query;
    store.dispatch({ type: 'search', search: updateSearch(search, answer) });
    if (answer.type === 'found' && isFirst) {
      reader.dispatchEvent(new SearchEvent(query, answer.total, answer.isTotalExact));
    }
  }

  /** Null when nobody waits for it any more. */
  async function answerTo(query: string, stopped: AbortSignal): Promise<SearchResult | null> {
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
      // A chapter has come or gone since the last answer: its cursor is good for nothing.
      if (cursor !== null && error instanceof ApiFailure && error.status === 400) return ended();
      return { type: 'failed', failure: describeFailure(error, Date.now()) };
    }
  }

  function ended(): SearchResult {
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

/**
 * GET {content}/search → a page of hits. Rejects with `ApiFailure`, or with the `AbortError` of the
 * signal.
 */
export async function fetchHits(
  { content, token }: ReaderSession,
  query: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ data: SearchHit[]; meta: SearchMeta }> {
  const asked = new URLSearchParams({ q: query, limit: hitsPerPage, ...(cursor && { cursor }) });
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${content}/search?${asked}`, {
    headers,
    signal,
    credentials: 'omit',
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiFailure('offline', 'No answer.');
  });
  if (!response.ok)
    throw await (await import('../../api/failed-requests.ts')).parseFailure(response);
  return response.json();
}
