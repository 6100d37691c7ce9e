import type { Embed, ReaderEvent } from '../../../server/reading-sessions/contract.ts';
import { ApiFailure } from '../../api/api-failure.ts';
import type { SessionHandle } from '../../api/session-handle.ts';

/** A page that is hidden for longer gives its connection back. */
const defaultHiddenTimeoutMs = 30_000;
/** The server speaks every 25 seconds: after this long the connection is dead. */
const silenceTimeoutMs = 65_000;
const minBackoffMs = 1000;
const maxBackoffMs = 60_000;
/** Browsers open six connections to one server: two are enough for a page of many readers. */
const maxStreams = 2;

let openStreams = 0;

export interface ChangeStreamOptions {
  changes: NonNullable<Embed['changes']>;
  use: SessionHandle['use'];
  onEvent: (event: ReaderEvent) => void;
  /** Half a minute unless given. */
  hiddenTimeoutMs?: number;
}

/** Follows the changes of a book until the signal is raised, or the server wants no more of it. */
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
      await listen();
    } catch (error) {
      if (isFinal(error)) return;
      if (error instanceof ApiFailure) pauseMs = (error.retryAfterSeconds ?? 0) * 1000;
      failures += 1;
    }
    if (signal.aborted) return;
    // All readers of a server that comes back would ask at once.
    const backoffMs = Math.min(maxBackoffMs, minBackoffMs * 2 ** failures);
    await delay(Math.max(pauseMs, backoffMs * (0.5 + Math.random() / 2)), signal);
  }

  /** Ends when the server does, with the token, or when the page has long been hidden. */
  async function listen(): Promise<void> {
    if (openStreams >= maxStreams)
      throw new ApiFailure('too_many_streams', 'Others are open here.');
    openStreams += 1;
    const ending = new AbortController();
    const end = () => ending.abort();
    signal.addEventListener('abort', end, { signal: ending.signal });
    // Pages that are kept for the way back keep their connections, too: six of them would let no other page load.
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
    if (!response.body) throw new ApiFailure('unknown', 'There is no stream.');
    return response.body;
  }
}

/** What asking again does not change. */
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
 * The events of a stream, one by one (HTML, section 9.2.6: as much of it as the server sends). Null stands
 * for a comment: the stream is alive.
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

/** Resolves when the page can be seen, or the signal is raised. */
function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible' || signal.aborted) return resolve();
    const heard = new AbortController();
    const look = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      heard.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: heard.signal });
    signal.addEventListener('abort', look, { signal: heard.signal });
  });
}

/** Runs a task once the page has been hidden for so long; returns how to stop watching. */
function whenHidden(task: () => void, patienceMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(task, patienceMs);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
