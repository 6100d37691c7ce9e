import { ApiFailure } from './api-failure.ts';
import type { ReaderSession } from './client.ts';

/** Refreshed this long before its end, so that a request under way still ends in time. */
const aheadMs = 60_000;

export interface KeptSession {
  readonly current: ReaderSession;
  /** Runs a call with a valid session; once more with a fresh one when it was refused as expired. */
  use<Answer>(call: (session: ReaderSession) => Promise<Answer>): Promise<Answer>;
  stop(): void;
}

export interface KeptSessionOptions {
  /** Asks for a fresh session; called one at a time. */
  refresh: (session: ReaderSession) => Promise<ReaderSession>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Keeps a reading session alive while a book is open. */
export function keepSession(
  first: ReaderSession,
  { refresh, now = Date.now }: KeptSessionOptions,
): KeptSession {
  let current = first;
  let refreshing: Promise<ReaderSession> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const renew = (): Promise<ReaderSession> => {
    refreshing ??= refresh(current)
      .then((session) => {
        current = session;
        schedule();
        return session;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
  const leftMs = () => Date.parse(current.expiresAt) - now();
  const schedule = () => {
    clearTimeout(timer);
    if (isStopped || Number.isNaN(leftMs())) return;
    // A failure here costs nothing: the next call that needs a session tries again and says why.
    timer = setTimeout(() => void renew().catch(() => {}), Math.max(1000, leftMs() - aheadMs));
  };
  schedule();

  return {
    get current() {
      return current;
    },
    async use(call) {
      const session = leftMs() < 1000 ? await renew() : current;
      try {
        return await call(session);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'session_expired') throw error;
        return call(session === current ? await renew() : current);
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
