import {
  requestedStates,
  type BookSession,
  type SessionReader,
  type StartFeature,
} from '../features/feature.ts';
import type { ReaderStore } from '../state/store.ts';
import { withTimeout } from '../ui/lazy-views.ts';
import { showLoadFailure } from '../ui/load-failure.ts';

/**
 * Starts annotations or, without `canAnnotate`, only the menu with the actions for selected text.
 */
export type StartAnnotating = (
  reader: SessionReader,
  book: BookSession,
  signal: AbortSignal,
  canAnnotate?: boolean,
) => void;

/** Menus without annotations, by the signal of their book. */
const actionMenus = new WeakMap<AbortSignal, AbortController>();
/** Books with annotations, by signal. `controls` can change while a book is open. */
const annotatedBooks = new WeakSet<AbortSignal>();

/**
 * Creates a start function that starts annotations once per book and replaces a menu without
 * annotations.
 */
export function annotateOnce(startAnnotating: StartAnnotating): StartFeature {
  return (reader, book, signal) => {
    if (annotatedBooks.has(signal)) return;
    annotatedBooks.add(signal);
    actionMenus.get(signal)?.abort();
    startAnnotating(reader, book, signal);
  };
}

/**
 * Starts annotations for readers without annotation controls when the host page first requests a
 * bookmark, an annotation command or the annotations panel. Starts the menu for selected text if
 * the host page provides actions for it.
 *
 * @param load - Loads the feature. A failure is shown, and the next request or the user retries.
 */
export function annotateOnRequest(load: () => Promise<StartAnnotating>): StartFeature {
  return (reader, book, signal) => {
    showActionMenu(load, reader, book, signal);
    if (book.embed.deployment?.features.marks === false) return;
    const { store } = book;
    const starting = new AbortController();
    let requests: Event[] = [];

    const hold = (event: Event) => {
      // Annotations may be loading for another reason and would then also repeat the request.
      event.stopImmediatePropagation();
      if (!requestedStates.has(event)) requestedStates.set(event, store.state);
      requests.push(event);
      if (requests.length === 1) void start();
    };
    const start = async () => {
      const startAnnotating = await withTimeout(load()).catch((reason: unknown) => {
        const failed = requests;
        requests = [];
        void showLoadFailure(store, reason, signal, () => {
          for (const one of failed) reader.dispatchEvent(one);
        });
      });
      if (!startAnnotating || signal.aborted) return;
      starting.abort();
      annotateOnce(startAnnotating)(reader, book, signal);
      await annotationsLoaded(store, signal);
      for (const one of requests) reader.dispatchEvent(one);
    };
    reader.addEventListener(
      'svc-mark-request',
      (event) => {
        // The menu without annotations handles its own requests.
        if (!actionMenus.has(signal) || !actionRequests.has(event.request.type)) hold(event);
      },
      { signal: starting.signal },
    );
    reader.addEventListener('svc-bookmark-request', hold, { signal: starting.signal });
    signal.addEventListener('abort', () => starting.abort());
  };
}

/** Requests that the menu without annotations handles. */
const actionRequests = new Set(['action', 'copy', 'find', 'picture', 'share']);

/**
 * Starts the menu for selected text when text is selected and the host page provides actions for
 * it.
 */
function showActionMenu(
  load: () => Promise<StartAnnotating>,
  reader: SessionReader,
  book: BookSession,
  signal: AbortSignal,
): void {
  const { page } = book;
  page.addEventListener(
    'svc-page-select',
    async ({ selected }) => {
      const hasActions =
        Array.isArray(reader.selectionActions) && reader.selectionActions.length > 0;
      if (!selected || !hasActions || actionMenus.has(signal) || annotatedBooks.has(signal)) return;
      const startAnnotating = await load().catch(() => null);
      // If the menu fails to load, selecting text again retries.
      if (!startAnnotating || signal.aborted || actionMenus.has(signal)) return;
      if (annotatedBooks.has(signal)) return;
      const showing = new AbortController();
      actionMenus.set(signal, showing);
      signal.addEventListener('abort', () => showing.abort());
      startAnnotating(reader, book, showing.signal, false);
    },
    { signal },
  );
}

/**
 * Resolves once the stored annotations are loaded, because earlier commands would have no effect.
 */
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
