import { hasRecording, initialReadAloud } from '../state/read-aloud.ts';
import { updateSearch } from '../state/book-search.ts';
import { parseSettings } from '../state/settings.ts';
import type { ReaderStore } from '../state/store.ts';
import { isKnownPanel } from './panels/known-panels.ts';

/** The reader methods that request handlers call. */
export interface RequestTarget extends HTMLElement {
  next(): boolean;
  previous(): boolean;
  goTo(target: { section: number; offset: number; share?: number | undefined } | number): void;
  retry(): void;
}

/**
 * Handles the request events of the reader's controls and of custom controls on the host page. Runs
 * until the signal is aborted.
 *
 * @param reload - Reloads the page while keeping the reading position.
 */
export function handleRequests(
  reader: RequestTarget,
  store: ReaderStore,
  reload: () => void,
  signal: AbortSignal,
): void {
  const { dispatch } = store;
  const on: HTMLElement['addEventListener'] = (type: string, listener: EventListener) =>
    reader.addEventListener(type, listener, { signal });
  on('svc-turn-request', ({ step }) => {
    if (step > 0) reader.next();
    // Turning back from the sample end closes that page, which covers the last page of the sample.
    else if (store.state.panel === 'sample-end') dispatch({ type: 'panel', panel: null });
    else reader.previous();
  });
  on('svc-seek-request', ({ fraction }) => reader.goTo(fraction));
  on('svc-go-to-request', ({ section, offset, share }) => reader.goTo({ section, offset, share }));
  on('svc-retry-request', () => {
    const { pageFailure } = store.state;
    if (pageFailure?.code === 'reader_updated') return reload();
    dispatch({ type: 'pageFailure', pageFailure: null });
    if (pageFailure?.retry) pageFailure.retry();
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
    const isAvailable =
      panel === null || (panel === 'sample-end' ? store.state.book?.end : isKnownPanel(panel));
    if (isAvailable) dispatch({ type: 'panel', panel });
  });
  on('svc-settings-request', ({ settings: requested }) => {
    const settings = parseSettings(requested);
    const isChanged = Object.entries(settings).some(
      ([name, value]) => value !== Reflect.get(store.state.settings, name),
    );
    if (isChanged) dispatch({ type: 'set', settings });
  });
}

/** Opens the search panel and searches for text. Without text, it shows the previous search. */
export function openSearch(store: ReaderStore, text: string): void {
  const { search } = store.state;
  if (text.trim()) {
    const action = { type: 'find', query: text } as const;
    store.dispatch({ type: 'search', search: updateSearch(search, action) });
  }
  store.dispatch({ type: 'panel', panel: 'search' });
}
