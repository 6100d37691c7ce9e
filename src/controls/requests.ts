import { isNarrated, listeningBy } from '../reader/listening.ts';
import { updateSearch } from '../reader/search.ts';
import { readSettings } from '../reader/settings.ts';
import type { ReaderStore } from '../reader/store.ts';
import { hasPanel } from './known-panels.ts';

/** What a reader does when it is asked. */
export interface AskedReader extends HTMLElement {
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
export function answerRequests(
  reader: AskedReader,
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
    if (pageFailure?.again) dispatch(pageFailure.again);
    else reader.retry();
  });
  on('svc-search-request', ({ request }) =>
    dispatch({ type: 'search', search: updateSearch(store.state.search, request) }),
  );
  on('svc-listen-request', ({ request: { type } }) => {
    const { book, listening } = store.state;
    if (type === 'stop') dispatch({ type: 'listen', listening: null });
    if (type !== 'start' || !book || listening) return;
    const narration = isNarrated(book.order) ? 'recording' : 'voice';
    dispatch({ type: 'listen', listening: listeningBy(narration) });
  });
  on('svc-panel-request', ({ panel }) => {
    const isThere =
      panel === null || (panel === 'sample-end' ? store.state.book?.end : hasPanel(panel));
    if (isThere) dispatch({ type: 'panel', panel });
  });
  on('svc-settings-request', ({ settings: wanted }) => {
    const settings = readSettings(wanted);
    const isNews = Object.entries(settings).some(
      ([name, value]) => value !== Reflect.get(store.state.settings, name),
    );
    if (isNews) dispatch({ type: 'set', settings });
  });
}
