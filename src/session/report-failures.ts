import { describeFailure } from '../api/api-failure.ts';
import { ReaderErrorEvent } from '../events/reader-events.ts';
import type { ReaderState } from '../state/reader-state.ts';
import type { ReaderStore } from '../state/store.ts';

/** Failures that a restored connection can resolve. */
const connectionCodes = new Set(['offline', 'request_blocked', 'api_unreachable']);
/** Maximum rate limit delay after which requests are retried. */
const maxBurstSeconds = 120;

interface RetryingReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  readonly loading: string;
  retry(): void;
}

/**
 * Reports pages that fail to load, and retries when the connection is restored or a rate limit
 * allows it. Runs until the signal is aborted.
 */
export function reportFailures(
  reader: RetryingReader,
  store: ReaderStore,
  signal: AbortSignal,
): void {
  const page = reader.renderRoot.querySelector('svc-page');
  let reportedReason: unknown;
  page?.addEventListener(
    'svc-page-fail',
    ({ reason }) => {
      const failure = describeFailure(reason, Date.now());
      store.dispatch({ type: 'pageFailure', pageFailure: failure });
      // In scroll mode, the same failure repeats while its position is on screen.
      if (reason !== reportedReason) reader.dispatchEvent(new ReaderErrorEvent(failure));
      reportedReason = reason;
    },
    { signal },
  );
  page?.addEventListener(
    'svc-page-move',
    ({ place }) => {
      // The reader has gone elsewhere, so no later retry may go to the position that failed.
      if (place) page.retry = null;
    },
    { signal },
  );
  addEventListener(
    'online',
    () => {
      const { failure, pageFailure } = store.state;
      if (!connectionCodes.has((failure ?? pageFailure)?.code ?? '')) return;
      // Failed features load on the next request, because the user is no longer waiting for their
      // panel.
      if (pageFailure) store.dispatch({ type: 'pageFailure', pageFailure: null });
      reader.retry();
    },
    { signal },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const retryAfterBurst = async ({ failure, pageFailure }: ReaderState, before?: ReaderState) => {
    const shown = failure ?? pageFailure;
    if (before && shown === (before.failure ?? before.pageFailure)) return;
    clearTimeout(timer);
    const seconds = shown?.code === 'burst' ? shown.retryAfterSeconds : null;
    if (seconds === null || seconds > maxBurstSeconds) return;
    const [{ nextTurnDelayMs }, { whenNear }] = await Promise.all([
      import('../api/failed-requests.ts'),
      import('../ui/when-near.ts'),
    ]);
    const retry = () => {
      if (signal.aborted || shown !== (store.state.failure ?? store.state.pageFailure)) return;
      if (store.state.pageFailure) store.dispatch({ type: 'pageFailure', pageFailure: null });
      reader.retry();
    };
    // Distant readers wait, so that the visible ones open first.
    const retryWhenNear = () =>
      reader.loading === 'eager' ? retry() : whenNear(reader, retry, signal);
    timer = setTimeout(retryWhenNear, nextTurnDelayMs(seconds));
  };
  const unsubscribe = store.subscribe((state, before) => void retryAfterBurst(state, before));
  void retryAfterBurst(store.state);
  const { failure } = store.state;
  if (failure)
    void import('../api/failed-requests.ts').then(
      (module) => module.logOwnFailure(failure),
      () => {},
    );
  signal.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(timer);
  });
}
