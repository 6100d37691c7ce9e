import type { Embed } from '../../server/reading-sessions/contract.ts';
import { hasTrackingOptOut, createReadingBeacon } from '../api/reading-beacon.ts';
import type { BookSource } from '../api/book-source.ts';
import { fractionRead } from '../state/progress.ts';
import type { ReaderState } from '../state/reader-state.ts';
import type { ReaderStore } from '../state/store.ts';
import { reportedChapter } from '../state/reported-chapter.ts';

export interface ReportedBook {
  embed: Embed;
  source: BookSource;
  store: ReaderStore;
  consent: () => string | undefined;
}

/**
 * Tells the publisher how the reading goes, where that is allowed: that it began, each tenth of the book,
 * the end of the sample, a press of a buy button. It is sent when the page is left, or the book closed.
 *
 * @returns How to send it at once.
 */
export function reportReading(
  reader: HTMLElement,
  { embed, source, store, consent }: ReportedBook,
  signal: AbortSignal,
): () => void {
  const beacon = createReadingBeacon({
    url: embed.session.content.replace(/\/content\/.*$/s, '/v1/reader/events'),
    token: () => source.session.current.token,
    consent: () => {
      const said = consent();
      return said === 'required' || said === 'granted' ? said : null;
    },
    isTrackingRefused: hasTrackingOptOut,
  });
  const here = () => reportedPosition(store.state);
  const flush = () => beacon.flush();
  const onHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };

  beacon.record({ type: 'opened', chapter: null, fraction: null });
  let tenths = Math.floor((here().fraction ?? 0) * 10);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.view === before.view) return;
    const step = reportedPosition(state);
    const now = Math.floor((step.fraction ?? 0) * 10);
    if (now <= tenths) return;
    tenths = now;
    beacon.record({ type: 'progressed', ...step });
  });
  reader.addEventListener(
    'svc-sample-end',
    ({ isRead }) => {
      if (isRead) beacon.record({ type: 'finished-sample', ...here() });
    },
    { signal },
  );
  const onBuy = () => beacon.record({ type: 'buy-clicked', ...here() });
  reader.addEventListener('svc-buy-request', onBuy, { signal });
  document.addEventListener('visibilitychange', onHidden, { signal });
  addEventListener('pagehide', flush, { signal });
  signal.addEventListener('abort', () => {
    unsubscribe();
    flush();
  });
  return flush;
}

/** Where the reader is, as far as that is told: the chapter and the share of the book. */
function reportedPosition(state: ReaderState) {
  const { book, view } = state;
  if (!book || !view) return { chapter: null, fraction: null };
  return { chapter: reportedChapter(state), fraction: fractionRead(book.measure, view, book.end) };
}
