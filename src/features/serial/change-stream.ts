import type { Embed, ReaderEvent } from '../../../server/reading-sessions/contract.ts';
import { ApiFailure } from '../../api/api-failure.ts';
import type { SessionHandle } from '../../api/session-handle.ts';

/** Time after which a hidden page closes its connection. */
const defaultHiddenTimeoutMs = 30_000;
/**
 * Time without data after which the connection counts as dead. The server sends a comment every 25
 * seconds.
 */
const silenceTimeoutMs = 65_000;
const minBackoffMs = 1000;
const maxBackoffMs = 60_000;
/**
 * Maximum number of streams per page. Browsers open six HTTP/1.1 connections per server, and a page
 * may contain many readers.
 */
const maxStreams = 2;

let openStreams = 0;

export interface ChangeStreamOptions {
  changes: NonNullable<Embed['changes']>;
  use: SessionHandle['use'];
  onEvent: (event: ReaderEvent) => void;
  /** Time in ms after which a hidden page closes its connection. Defaults to 30 seconds. */
  hiddenTimeoutMs?: number;
}

/** Streams a book's changes until the signal is aborted or the server returns a permanent error. */
export async function streamChanges(
  { changes, use, onEvent, hiddenTimeoutMs = defaultHiddenTimeoutMs }: ChangeStreamOptions,
  signal: AbortSignal,
): Promise<void> {
  let { lastEventId } = changes;
  let failures = 0;
  while (!signal.aborted) {
    await whenVisible(signal);
    let pauseMs = 0;
    try {
      await receive();
    } catch (error) {
      if (isFinal(error)) return;
      if (error instanceof ApiFailure) pauseMs = (error.retryAfterSeconds ?? 0) * 1000;
      failures += 1;
    }
    if (signal.aborted) return;
    // Use a random delay so that readers do not reconnect simultaneously after an outage.
    const backoffMs = Math.min(maxBackoffMs, minBackoffMs * 2 ** failures);
    await delay(Math.max(pauseMs, backoffMs * (0.5 + Math.random() / 2)), signal);
  }

  /**
   * Receives changes until the server closes the stream, the token expires, or the page has been
   * hidden for too long.
   */
  async function receive(): Promise<void> {
    if (openStreams >= maxStreams)
      throw new ApiFailure('too_many_streams', 'Too many readers on this page receive updates.');
    openStreams += 1;
    const ending = new AbortController();
    const end = () => ending.abort();
    signal.addEventListener('abort', end, { signal: ending.signal });
    // Pages in the back/forward cache keep connections open, and six of them would block all other
    // pages of the site.
    addEventListener('pagehide', end, { signal: ending.signal });
    const stopWatching = whenHidden(end, hiddenTimeoutMs);
    let silence = setTimeout(end, silenceTimeoutMs);
    try {
      const body = await use(({ token }) => open(token, ending.signal));
      for await (const event of parseEventStream(body)) {
        clearTimeout(silence);
        silence = setTimeout(end, silenceTimeoutMs);
        failures = 0;
        if (!event || ending.signal.aborted) continue;
        lastEventId = event.id;
        onEvent(event);
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    } finally {
      openStreams -= 1;
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
      throw await (await import('../../api/failed-requests.ts')).parseFailure(response);
    }
    if (!response.body) throw new ApiFailure('unknown', 'The event stream has no body.');
    return response.body;
  }
}

/** Whether a retry cannot succeed. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiFailure && [400, 401, 403, 404].includes(error.status);
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/**
 * Parses an event stream (HTML, section 9.2.6), limited to the features that the server uses.
 * Yields null for a comment, which shows that the connection is alive.
 */
async function* parseEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ReaderEvent | null> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield parseEvent(block);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function parseEvent(block: string): ReaderEvent | null {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => /^([^:]*):? ?(.*)$/s.exec(line)?.slice(1) ?? []),
  );
  if (!fields.data) return null;
  return { id: fields.id, type: fields.event, data: JSON.parse(fields.data) };
}

/** Resolves when the page becomes visible or the signal aborts. */
function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible' || signal.aborted) return resolve();
    const listeners = new AbortController();
    const check = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      listeners.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', check, { signal: listeners.signal });
    signal.addEventListener('abort', check, { signal: listeners.signal });
  });
}

/**
 * Runs a task once the page has been hidden for the given time. Returns a function that stops
 * watching.
 */
function whenHidden(task: () => void, timeoutMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(task, timeoutMs);
  };
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
