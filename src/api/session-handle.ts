import { ApiFailure } from './api-failure.ts';
import type { ReaderSession } from './client.ts';

export interface SessionHandle {
  readonly current: ReaderSession;
  /** Runs a call with a valid session; once more with a fresh one when it was refused as expired. */
  use<Answer>(call: (session: ReaderSession) => Promise<Answer>): Promise<Answer>;
  /** Asks for a fresh session now. */
  renew(): Promise<ReaderSession>;
}

export interface SessionHandleOptions {
  /** Asks for a fresh session; called one at a time. */
  refresh: (session: ReaderSession) => Promise<ReaderSession>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Keeps a reading session alive while a book is open. */
export function createSessionHandle(
  first: ReaderSession,
  { refresh, now = Date.now }: SessionHandleOptions,
): SessionHandle {
  let current = first;
  let refreshing: Promise<ReaderSession> | null = null;

  const renew = (): Promise<ReaderSession> => {
    refreshing ??= refresh(current)
      .then((session) => {
        current = session;
        return session;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
  const unlessOffline = (error: unknown): ReaderSession => {
    if (error instanceof ApiFailure && error.code === 'offline') return current;
    throw error;
  };
  const leftMs = () => Date.parse(current.expiresAt) - now();
  return {
    get current() {
      return current;
    },
    async use(call) {
      // Without a network the call fails by itself, or is answered by what is kept.
      const session = leftMs() < 1000 ? await renew().catch(unlessOffline) : current;
      try {
        return await call(session);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
        return call(session === current ? await renew() : current);
      }
    },
    renew,
  };
}
