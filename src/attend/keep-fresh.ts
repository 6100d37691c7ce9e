import type { KeptSession } from '../api/kept-session.ts';

/** Refreshed this long before its end, so that a request under way still ends in time. */
const aheadMs = 60_000;
const leastMs = 1000;

/** Keeps a reading session alive while its book is open: until the signal is raised. */
export function keepFresh(session: KeptSession, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  schedule();

  function schedule(): void {
    const leftMs = Date.parse(session.current.expiresAt) - Date.now();
    if (signal.aborted || Number.isNaN(leftMs)) return;
    // Half of the rest where that is short: a session that cannot be prolonged is not asked for in a row.
    const waitMs = Math.max(leastMs, leftMs / 2, leftMs - aheadMs);
    // A failure here costs nothing: the next call that needs a session tries again and says why.
    if (leftMs > 0) timer = setTimeout(() => void session.renew().then(schedule, () => {}), waitMs);
  }
}
