import type { Embed, ReaderEvent } from '../../server/reader/contract.ts';
import { ApiFailure } from '../api/api-failure.ts';
import type { KeptSession } from '../api/kept-session.ts';
import { readEvents } from './read-events.ts';
import { whenHidden, whenVisible } from './visibility.ts';

/** A page that is hidden for longer gives its connection back. */
const usualPatienceMs = 30_000;
/** The server speaks every 25 seconds: after this long the connection is dead. */
const silenceMs = 65_000;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** Browsers open six connections to one server: two are enough for a page of many readers. */
const mostStreams = 2;

let streams = 0;

export interface FollowOptions {
  changes: NonNullable<Embed['changes']>;
  use: KeptSession['use'];
  onEvent: (event: ReaderEvent) => void;
  /** Half a minute unless given. */
  hiddenPatienceMs?: number;
}

/** Follows the changes of a book until the signal is raised, or the server wants no more of it. */
export async function followChanges(
  { changes, use, onEvent, hiddenPatienceMs = usualPatienceMs }: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  let { lastEventId } = changes;
  let failures = 0;
  while (!signal.aborted) {
    await whenVisible(signal);
    let pauseMs = 0;
    try {
      await listen();
    } catch (error) {
      if (isFinal(error)) return;
      if (error instanceof ApiFailure) pauseMs = (error.retryAfterSeconds ?? 0) * 1000;
      failures += 1;
    }
    if (signal.aborted) return;
    // All readers of a server that comes back would ask at once.
    const backoffMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    await pause(Math.max(pauseMs, backoffMs * (0.5 + Math.random() / 2)), signal);
  }

  /** Ends when the server does, with the token, or when the page has long been hidden. */
  async function listen(): Promise<void> {
    if (streams >= mostStreams) throw new ApiFailure('too_many_streams', 'Others are open here.');
    streams += 1;
    const ending = new AbortController();
    const end = () => ending.abort();
    signal.addEventListener('abort', end, { signal: ending.signal });
    // Pages that are kept for the way back keep their connections, too: six of them would let no other page load.
    addEventListener('pagehide', end, { signal: ending.signal });
    const stopWatching = whenHidden(end, hiddenPatienceMs);
    let silence = setTimeout(end, silenceMs);
    try {
      const body = await use(({ token }) => open(token, ending.signal));
      for await (const event of readEvents(body)) {
        clearTimeout(silence);
        silence = setTimeout(end, silenceMs);
        failures = 0;
        if (!event || ending.signal.aborted) continue;
        lastEventId = event.id;
        onEvent(event);
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    } finally {
      streams -= 1;
      clearTimeout(silence);
      stopWatching();
      end();
    }
  }

  async function open(token: string, ending: AbortSignal) {
    const headers = { Authorization: `Bearer ${token}`, 'Last-Event-ID': lastEventId };
    const response = await fetch(changes.url, {
      headers,
      signal: ending,
      cache: 'no-store',
      credentials: 'omit',
    });
    if (!response.ok) {
      throw await (await import('../api/read-failure.ts')).readFailure(response);
    }
    if (!response.body) throw new ApiFailure('unknown', 'There is no stream.');
    return response.body;
  }
}

/** What asking again does not change. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiFailure && [400, 401, 403, 404].includes(error.status);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
