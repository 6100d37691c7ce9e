import { hasRecording, initialReadAloud } from '../state/read-aloud.ts';
import { updateSearch } from '../state/book-search.ts';
import { parseSettings } from '../state/settings.ts';
import type { ReaderStore } from '../state/store.ts';
import { isKnownPanel } from './panels/known-panels.ts';

/** What a reader does when it is asked. */
export interface RequestTarget extends HTMLElement {
  next(): boolean;
  previous(): boolean;
  goTo(target: { section: number; offset: number } | number): void;
  retry(): void;
}

/**
 * Answers the requests of the reader’s own controls, and of a page that has controls of its own, until
 * the signal is raised.
 *
 * @param reload - Loads the page anew; the place stays.
 */
export function handleRequests(
  reader: RequestTarget,
  store: ReaderStore,
  reload: () => void,
  signal: AbortSignal,
): void {
  const { dispatch } = store;
  const on: HTMLElement['addEventListener'] = (type: string, heard: EventListener) =>
    reader.addEventListener(type, heard, { signal });
  on('svc-turn-request', ({ step }) => {
    if (step > 0) reader.next();
    // What is offered at the end of a sample lies on top of its last page.
    else if (store.state.panel === 'sample-end') dispatch({ type: 'panel', panel: null });
    else reader.previous();
  });
  on('svc-seek-request', ({ fraction }) => reader.goTo(fraction));
  on('svc-go-to-request', ({ section, offset }) => reader.goTo({ section, offset }));
  on('svc-retry-request', () => {
    const { pageFailure } = store.state;
    if (pageFailure?.code === 'reader_updated') return reload();
    dispatch({ type: 'page-failed', failure: null });
    if (pageFailure?.retryAction) dispatch(pageFailure.retryAction);
    else reader.retry();
  });
  on('svc-search-request', ({ request }) =>
    dispatch({ type: 'search', search: updateSearch(store.state.search, request) }),
  );
  on('svc-listen-request', ({ request: { type } }) => {
    const { book, readAloud } = store.state;
    if (type === 'stop') dispatch({ type: 'listen', readAloud: null });
    if (type !== 'start' || !book || readAloud) return;
    const narration = hasRecording(book.order) ? 'recording' : 'voice';
    dispatch({ type: 'listen', readAloud: initialReadAloud(narration) });
  });
  on('svc-panel-request', ({ panel }) => {
    const isThere =
      panel === null || (panel === 'sample-end' ? store.state.book?.end : isKnownPanel(panel));
    if (isThere) dispatch({ type: 'panel', panel });
  });
  on('svc-settings-request', ({ settings: wanted }) => {
    const settings = parseSettings(wanted);
    const isNews = Object.entries(settings).some(
      ([name, value]) => value !== Reflect.get(store.state.settings, name),
    );
    if (isNews) dispatch({ type: 'set', settings });
  });
}

/** Opens the search with a text; without one, with what was looked for last. */
export function openSearch(store: ReaderStore, text: string): void {
  const { search } = store.state;
  if (text.trim()) {
    const wish = { type: 'find', query: text } as const;
    store.dispatch({ type: 'search', search: updateSearch(search, wish) });
  }
  store.dispatch({ type: 'panel', panel: 'search' });
}
