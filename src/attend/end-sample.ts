import type { ReaderStore } from '../reader/store.ts';
import type { Locator } from '../reader/locator.ts';
import { SampleEndEvent } from '../sale-events.ts';

interface SampledReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  readonly locator: Locator | null;
}

/** Leads from the last page of a sample to what is offered there, until the signal is raised. */
export function endSample(reader: SampledReader, store: ReaderStore, signal: AbortSignal): void {
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
  const unsubscribe = store.subscribe((state, before) => {
    const { book, view, panel, place } = state;
    if (!book || panel !== 'sample-end') return;
    if (before.panel !== panel) {
      const isRead = view?.isLast ?? false;
      reader.dispatchEvent(new SampleEndEvent(book.id, reader.locator, isRead));
    } else if (before.place !== place) {
      // The page turned the pages below. Not now: others have yet to hear of that.
      queueMicrotask(() => {
        if (store.state.panel === panel) store.dispatch({ type: 'panel', panel: null });
      });
    }
  });
  signal.addEventListener('abort', unsubscribe);
}
