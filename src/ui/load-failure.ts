import { ApiFailure, describeFailure, type ReaderFailure } from '../api/api-failure.ts';
import type { ReaderStore, ReaderAction } from '../state/store.ts';

/** Timeout for the request that distinguishes a network failure from a missing file. */
const responseTimeoutMs = 8000;

/**
 * Describes why code failed to load. The result is `reader_updated` if the file no longer exists on
 * the server, and `offline` otherwise.
 */
export async function describeLoadFailure(
  reason: unknown,
  atMs: number,
  fetch = globalThis.fetch,
  signal = AbortSignal.timeout(responseTimeoutMs),
): Promise<ReaderFailure> {
  // Engines report a failed import as a `TypeError` without further detail.
  const isLoadError = reason instanceof TypeError;
  if (!isLoadError) return describeFailure(reason, atMs);
  const code = await loadFailureCode(reason, fetch, signal);
  return describeFailure(new ApiFailure(code, reason.message), atMs);
}

/**
 * Chromium and Firefox name the file in the message. If no file is named, this script's own file is
 * requested to test the network.
 */
async function loadFailureCode(
  { message }: TypeError,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string> {
  const url = /https?:\S+/.exec(message)?.[0];
  try {
    const init = { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal } as const;
    const { ok, status } = await fetch(url ?? import.meta.url, init);
    // If the file still exists, the transfer was interrupted. A status of 429 or higher means that
    // the server is busy or restarting. A retry can succeed in both cases, while a page reload
    // might fail.
    return (url && ok) || status >= 429 ? 'offline' : 'reader_updated';
  } catch {
    return 'offline';
  }
}

/**
 * Shows that an action's code failed to load, unless the signal is aborted.
 *
 * @param retry - Repeats the action when the user retries. Without it, a failure that can be
 * retried stays on screen.
 */
export async function showLoadFailure(
  store: ReaderStore,
  reason: unknown,
  signal: AbortSignal,
  retry?: () => void,
): Promise<void> {
  const failure = { ...(await describeLoadFailure(reason, Date.now())), retry };
  if (!signal.aborted && (retry || !store.state.pageFailure?.retry))
    store.dispatch({ type: 'pageFailure', pageFailure: failure });
}

/**
 * Reverts the action whose code failed to load, and offers a retry.
 *
 * @param actions - `drop` reverts the action, and `again` repeats it.
 */
export async function reportLoadFailure(
  store: ReaderStore,
  reason: unknown,
  actions: { drop: ReaderAction; again: ReaderAction },
  fetch = globalThis.fetch,
): Promise<void> {
  const { drop, again } = actions;
  store.dispatch(drop);
  const retry = () => store.dispatch(again);
  const failure = { ...(await describeLoadFailure(reason, Date.now(), fetch)), retry };
  store.dispatch({ type: 'pageFailure', pageFailure: failure });
}
