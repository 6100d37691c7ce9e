import { ApiFailure, describeFailure, type ReaderFailure } from '../api/api-failure.ts';
import type { ReaderStore, ReaderAction } from '../state/store.ts';

/** A network that is there answers in that time; until then nothing is said of what did not come. */
const responseTimeoutMs = 8000;

/** Why code that is loaded on first use did not come: `offline`, or `reader_updated` when it is there no more. */
export async function describeLoadFailure(
  reason: unknown,
  atMs: number,
  fetch = globalThis.fetch,
  over = AbortSignal.timeout(responseTimeoutMs),
): Promise<ReaderFailure> {
  // All that an engine says of a file that did not come.
  const isLost = reason instanceof TypeError;
  if (!isLost) return describeFailure(reason, atMs);
  const code = await loadFailureCode(reason, fetch, over);
  return describeFailure(new ApiFailure(code, reason.message), atMs);
}

/** Two engines name the file. Where none is named, the server is asked for this one: has it an answer, there is a network. */
async function loadFailureCode(
  { message }: TypeError,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string> {
  const named = /https?:\S+/.exec(message)?.[0];
  try {
    const init = { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal } as const;
    const { ok, status } = await fetch(named ?? import.meta.url, init);
    // What is there after all has been cut off on its way, and a server that starts anew is soon back: it may
    // come when it is asked for again, and a page that is left now might not.
    return (named && ok) || status >= 500 ? 'offline' : 'reader_updated';
  } catch {
    return 'offline';
  }
}

/**
 * Takes back what asked for a part of the reader that could not be loaded, and offers to ask again.
 *
 * @param by - `drop`: what takes it back; `again`: what asks for it.
 */
export async function reportLoadFailure(
  store: ReaderStore,
  reason: unknown,
  by: { drop: ReaderAction; again: ReaderAction },
  fetch = globalThis.fetch,
): Promise<void> {
  const { drop, again } = by;
  store.dispatch(drop);
  const failure = { ...(await describeLoadFailure(reason, Date.now(), fetch)), retryAction: again };
  store.dispatch({ type: 'page-failed', failure });
}
