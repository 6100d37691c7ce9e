import { BookmarkRequestEvent, MarkRequestEvent } from '../events/request-events.ts';
import type { StartFeature } from '../features/feature.ts';
import type { ReaderStore } from '../state/store.ts';

/**
 * Starts annotations with the first request of the host page for them: a bookmark, an annotation command, or
 * their panel.
 *
 * @param load - Loads the feature. After a failure, the next request retries.
 */
export function annotateOnRequest(load: () => Promise<StartFeature>): StartFeature {
  return (reader, book, signal) => {
    const { store } = book;
    const starting = new AbortController();
    const requests: Event[] = [];
    let isLoading = false;

    const start = async (request: Event | null) => {
      if (request) requests.push(request);
      if (isLoading) return;
      isLoading = true;
      try {
        const startFeature = await load();
        if (signal.aborted) return;
        starting.abort();
        startFeature(reader, book, signal);
        await annotationsLoaded(store, signal);
        for (const one of requests) reader.dispatchEvent(one);
      } catch {
        isLoading = false;
        requests.length = 0;
      }
    };
    // A dispatched event cannot be dispatched again.
    reader.addEventListener(
      'svc-mark-request',
      ({ request }) => void start(new MarkRequestEvent(request)),
      { signal: starting.signal },
    );
    reader.addEventListener('svc-bookmark-request', () => void start(new BookmarkRequestEvent()), {
      signal: starting.signal,
    });
    const unsubscribe = store.subscribe(({ panel }) => {
      if (panel === 'marks' && !starting.signal.aborted) void start(null);
    });
    signal.addEventListener('abort', () => starting.abort());
    starting.signal.addEventListener('abort', unsubscribe);
  };
}

/** Resolves once the stored annotations are known: earlier commands would have no effect. */
function annotationsLoaded(store: ReaderStore, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (store.state.annotations) return resolve();
    const unsubscribe = store.subscribe(({ annotations }) => {
      if (!annotations) return;
      unsubscribe();
      resolve();
    });
    signal.addEventListener('abort', unsubscribe);
  });
}
