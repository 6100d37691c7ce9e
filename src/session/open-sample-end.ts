import { SampleEndEvent } from '../events/sale-events.ts';
import type { Locator } from '../state/locator.ts';
import type { ReaderStore } from '../state/store.ts';

interface SampleReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  readonly locator: Locator | null;
}

/**
 * Opens the sample end page when the user turns the last page of a sample. Runs until the signal is
 * aborted.
 */
export function openSampleEnd(reader: SampleReader, store: ReaderStore, signal: AbortSignal): void {
  const page = reader.renderRoot.querySelector('svc-page');
  page?.addEventListener(
    'svc-page-end',
    (event) => {
      if (!store.state.book?.end) return;
      event.preventDefault();
      store.dispatch({ type: 'panel', panel: 'sample-end' });
    },
    { signal },
  );
  const unsubscribe = store.subscribe((state, previous) => {
    const { book, view, panel, position } = state;
    if (!book || panel !== 'sample-end') return;
    if (previous.panel !== panel) {
      const isRead = view?.isLast ?? false;
      reader.dispatchEvent(new SampleEndEvent(book.id, reader.locator, isRead));
    } else if (previous.position !== position) {
      // A page turn behind the panel closes it. The call is deferred because other subscribers have
      // not run yet.
      queueMicrotask(() => {
        if (store.state.panel === panel) store.dispatch({ type: 'panel', panel: null });
      });
    }
  });
  signal.addEventListener('abort', unsubscribe);
}
