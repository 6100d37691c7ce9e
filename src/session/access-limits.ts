import { ApiFailure, describeFailure } from '../api/api-failure.ts';
import type { BookSource } from '../api/book-source.ts';
import type { Locator } from '../state/locator.ts';
import type { ReaderStore } from '../state/store.ts';
import { AccessExpiredEvent, SampleEndEvent } from '../events/sale-events.ts';
import type { SessionHandle } from '../api/session-handle.ts';

/** Refreshed this long before its end, so that a request under way still ends in time. */
const renewAheadMs = 60_000;

const minRenewDelayMs = 1000;
interface AccessReader extends HTMLElement {
  readonly locator: Locator | null;
  readonly renderRoot: ParentNode;
  tokenProvider?: () => Promise<string>;
}

/** The longest timer of a browser is 24 days. */
const maxTimerMs = 24 * 60 * 60 * 1000;
/** The server’s clock may be behind ours by so much: until then it has nothing new to give. */
const clockSkewMs = 60_000;
const renewRetryMs = 5000;

/**
 * Takes the text away when the reader’s access ends, unless the page can prolong it; until the signal is
 * raised.
 */
export function enforceAccessExpiry(
  reader: AccessReader,
  { source, store }: { source: BookSource; store: ReaderStore },
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const endMs = () => (source.access.expiresAt ? Date.parse(source.access.expiresAt) : Infinity);
  wait();

  function wait(): void {
    const leftMs = endMs() - Date.now();
    if (leftMs === Infinity) return;
    if (leftMs > maxTimerMs) timer = setTimeout(wait, maxTimerMs);
    else timer = setTimeout(() => void onEnd(), Math.max(0, leftMs));
  }

  async function onEnd(): Promise<void> {
    if (reader.tokenProvider) {
      const isAnswered = await source.session.renew().then(
        () => true,
        () => false,
      );
      if (signal.aborted) return;
      if (endMs() > Date.now()) return wait();
      if (isAnswered && Date.now() < endMs() + clockSkewMs) {
        timer = setTimeout(() => void onEnd(), renewRetryMs);
        return;
      }
    }
    takeAway();
  }

  function takeAway(): void {
    const { locator } = reader;
    const id = store.state.book?.id ?? '';
    const ended = new ApiFailure('access_expired', 'The access to this book has ended.');
    source.close();
    reader.renderRoot.querySelector('svc-page')?.close();
    store.dispatch({ type: 'failed', failure: describeFailure(ended, Date.now()) });
    reader.dispatchEvent(new AccessExpiredEvent(id, locator));
  }
}

interface SampleReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  readonly locator: Locator | null;
}

/** Leads from the last page of a sample to what is offered there, until the signal is raised. */
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
  const unsubscribe = store.subscribe((state, before) => {
    const { book, view, panel, position } = state;
    if (!book || panel !== 'sample-end') return;
    if (before.panel !== panel) {
      const isRead = view?.isLast ?? false;
      reader.dispatchEvent(new SampleEndEvent(book.id, reader.locator, isRead));
    } else if (before.position !== position) {
      // The page turned the pages below. Not now: others have yet to hear of that.
      queueMicrotask(() => {
        if (store.state.panel === panel) store.dispatch({ type: 'panel', panel: null });
      });
    }
  });
  signal.addEventListener('abort', unsubscribe);
}

/** Keeps a reading session alive while its book is open: until the signal is raised. */
export function renewBeforeExpiry(session: SessionHandle, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  schedule();

  function schedule(): void {
    const leftMs = Date.parse(session.current.expiresAt) - Date.now();
    if (signal.aborted || Number.isNaN(leftMs)) return;
    // Half of the rest where that is short: a session that cannot be prolonged is not asked for in a row.
    const waitMs = Math.max(minRenewDelayMs, leftMs / 2, leftMs - renewAheadMs);
    // A failure here costs nothing: the next call that needs a session tries again and says why.
    if (leftMs > 0) timer = setTimeout(() => void session.renew().then(schedule, () => {}), waitMs);
  }
}
