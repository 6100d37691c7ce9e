import { ApiFailure } from './api-failure.ts';
import type { ReaderSession } from './client.ts';

export interface SessionHandle {
  readonly current: ReaderSession;
  /** Calls the function with a valid session. Retries once with a new session after a 401. */
  use<Answer>(call: (session: ReaderSession) => Promise<Answer>): Promise<Answer>;
  /** Requests a new session now. */
  renew(): Promise<ReaderSession>;
}

export interface SessionHandleOptions {
  /** Requests a new session. Never called concurrently. */
  refresh: (session: ReaderSession) => Promise<ReaderSession>;
  /** Returns milliseconds since 1970. */
  now?: () => number;
}

/** Holds the reading session of an open book and renews it when it expires. */
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
    if (error instanceof ApiFailure && !error.status && error.code !== 'access_expired') {
      return current;
    }
    throw error;
  };
  const leftMs = () => Date.parse(current.expiresAt) - now();
  return {
    get current() {
      return current;
    },
    async use(call) {
      // Without a network, the call fails or uses the offline copy.
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
