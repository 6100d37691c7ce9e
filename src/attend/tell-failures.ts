import { describeFailure } from '../api/api-failure.ts';
import { ReaderErrorEvent } from '../events.ts';
import type { ReaderStore } from '../reader/store.ts';

interface FailingReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  retry(): void;
}

/**
 * Says which pages could not be loaded, and tries again by itself when the connection is back; until the
 * signal is raised.
 */
export function tellFailures(reader: FailingReader, store: ReaderStore, signal: AbortSignal): void {
  const page = reader.renderRoot.querySelector('svc-page');
  let told: unknown;
  page?.addEventListener(
    'svc-page-fail',
    ({ reason }) => {
      const failure = describeFailure(reason, Date.now());
      store.dispatch({ type: 'page-failed', failure });
      // In a strip, the same one lasts as long as its place is on the screen.
      if (reason !== told) reader.dispatchEvent(new ReaderErrorEvent(failure));
      told = reason;
    },
    { signal },
  );
  addEventListener(
    'online',
    () => {
      const { failure, pageFailure } = store.state;
      if ((failure ?? pageFailure)?.code !== 'offline') return;
      // Parts come when they are asked for again: nobody waits for a panel any more.
      if (pageFailure) store.dispatch({ type: 'page-failed', failure: null });
      reader.retry();
    },
    { signal },
  );
}
