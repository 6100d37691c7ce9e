import { ApiFailure, describeFailure } from '../api/api-failure.ts';
import type { BookSource } from '../api/book-source.ts';
import type { Locator } from '../state/locator.ts';
import type { ReaderStore } from '../state/store.ts';
import { AccessExpiredEvent } from '../events/access-events.ts';
import type { SessionHandle } from '../api/session-handle.ts';

/**
 * Time before expiry at which the session is renewed, so that requests in progress can still
 * complete.
 */
const renewAheadMs = 60_000;

const minRenewDelayMs = 1000;
interface AccessReader extends HTMLElement {
  readonly locator: Locator | null;
  readonly renderRoot: ParentNode;
  tokenProvider?: () => Promise<string>;
}

/** Longest timer used. Browsers limit timers to 24 days, so longer waits use several timers. */
const maxTimerMs = 24 * 60 * 60 * 1000;
/** Tolerated difference between the clocks of the server and the browser. */
const clockSkewMs = 60_000;
const renewRetryMs = 5000;

/**
 * Removes the text when the user's access ends, unless `tokenProvider` can extend the access. Runs
 * until the signal is aborted.
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
      const isRenewed = await source.session.renew().then(
        () => true,
        () => false,
      );
      if (signal.aborted) return;
      if (endMs() > Date.now()) return wait();
      if (isRenewed && Date.now() < endMs() + clockSkewMs) {
        timer = setTimeout(() => void onEnd(), renewRetryMs);
        return;
      }
    }
    removeText();
  }

  function removeText(): void {
    const { locator } = reader;
    const id = store.state.book?.id ?? '';
    const expired = new ApiFailure('access_expired', 'Access to this book has ended.');
    source.close();
    reader.renderRoot.querySelector('svc-page')?.close();
    store.dispatch({ type: 'failed', failure: describeFailure(expired, Date.now()) });
    reader.dispatchEvent(new AccessExpiredEvent(id, locator));
  }
}

/** Renews the reading session before it expires. Runs until the signal is aborted. */
export function renewBeforeExpiry(session: SessionHandle, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  schedule();

  function schedule(): void {
    const leftMs = Date.parse(session.current.expiresAt) - Date.now();
    if (signal.aborted || Number.isNaN(leftMs)) return;
    // If little time remains, wait half of it so that a session that cannot be extended is not
    // renewed in a tight loop.
    const waitMs = Math.max(minRenewDelayMs, leftMs / 2, leftMs - renewAheadMs);
    // Ignore a failure here, because the next call that needs a session retries and reports it.
    if (leftMs > 0) timer = setTimeout(() => void session.renew().then(schedule, () => {}), waitMs);
  }
}
