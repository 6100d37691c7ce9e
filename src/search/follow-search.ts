import type { KeptSession } from '../api/kept-session.ts';
import { ApiFailure, describeFailure } from '../api/api-failure.ts';
import { SearchEvent } from '../late-events.ts';
import type { SvcPage } from '../page/svc-page.ts';
import { isAsking, lacksHits, updateSearch, type SearchAnswer } from '../reader/search.ts';
import type { ReaderStore } from '../reader/store.ts';
import { askHits } from './ask-hits.ts';
import { paintHits } from './paint-hits.ts';
import { placeOfHit } from './place-of-hit.ts';

export interface SearchedBook {
  store: ReaderStore;
  source: { session: Pick<KeptSession, 'use'> };
  page: SvcPage;
}

interface SearchedReader extends HTMLElement {
  goTo(target: { section: number; offset: number }): void;
}

/** Looks for what the state says is looked for, shows it on the pages, and goes to it; until the signal. */
export function followSearch(
  reader: SearchedReader,
  { store, source, page }: SearchedBook,
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
  paintHits(page, store, signal);
  look();

  function look(): void {
    const { search } = store.state;
    if (asking && asking.query !== search?.query) asking.stop.abort();
    if (!search) return;
    if (isAsking(search) || lacksHits(search)) void ask(search.query);
    const { current } = search;
    const hit = current && search.answered === search.query && search.hits[current.index];
    if (!hit || gone === current) return;
    gone = current;
    const place = placeOfHit(hit, store.state.book?.order ?? []);
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
    const isFirst = search.answered !== query;
    store.dispatch({ type: 'search', search: updateSearch(search, answer) });
    if (answer.type === 'found' && isFirst) {
      reader.dispatchEvent(new SearchEvent(query, answer.total, answer.isTotalExact));
    }
  }

  /** Null when nobody waits for it any more. */
  async function answerTo(query: string, stopped: AbortSignal): Promise<SearchAnswer | null> {
    const { search } = store.state;
    const cursor = search?.answered === query ? search.cursor : null;
    try {
      const { data, meta } = await source.session.use((session) =>
        askHits(session, query, cursor, stopped),
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

  function ended(): SearchAnswer {
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
