import { ApiFailure, describeFailure } from '../api/api-failure.ts';
import type { BookSource } from '../api/book-source.ts';
import type { Locator } from '../reader/locator.ts';
import type { ReaderStore } from '../reader/store.ts';
import { AccessExpiredEvent } from '../sale-events.ts';

interface AccessingReader extends HTMLElement {
  readonly locator: Locator | null;
  readonly renderRoot: ParentNode;
  tokenProvider?: () => Promise<string>;
}

/** The longest timer of a browser is 24 days. */
const longestMs = 24 * 60 * 60 * 1000;
/** The server’s clock may be behind ours by so much: until then it has nothing new to give. */
const patienceMs = 60_000;
const pauseMs = 5000;

/**
 * Takes the text away when the reader’s access ends, unless the page can prolong it; until the signal is
 * raised.
 */
export function watchAccess(
  reader: AccessingReader,
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
    if (leftMs > longestMs) timer = setTimeout(wait, longestMs);
    else timer = setTimeout(() => void onEnd(), Math.max(0, leftMs));
  }

  async function onEnd(): Promise<void> {
    if (reader.tokenProvider) {
      const isAnswered = await source.session.renew().then(
        () => true,
        () => false,
      );
      if (signal.aborted) return;
      if (endMs() > Date.now()) return wait();
      if (isAnswered && Date.now() < endMs() + patienceMs) {
        timer = setTimeout(() => void onEnd(), pauseMs);
        return;
      }
    }
    takeAway();
  }

  function takeAway(): void {
    const { locator } = reader;
    const id = store.state.book?.id ?? '';
    const ended = new ApiFailure('access_expired', 'The access to this book has ended.');
    source.close();
    reader.renderRoot.querySelector('svc-page')?.close();
    store.dispatch({ type: 'failed', failure: describeFailure(ended, Date.now()) });
    reader.dispatchEvent(new AccessExpiredEvent(id, locator));
  }
}
