import type { Embed } from '../../server/reading-sessions/contract.ts';
import { hasTrackingOptOut, createReadingBeacon } from '../api/reading-beacon.ts';
import type { BookSource } from '../api/book-source.ts';
import { fractionRead } from '../state/progress.ts';
import type { ReaderState } from '../state/reader-state.ts';
import type { ReaderStore } from '../state/store.ts';
import { readingClock } from './reading-clock.ts';
import { reportedChapter } from '../state/reported-chapter.ts';

export interface ReportedBook {
  embed: Embed;
  source: BookSource;
  store: ReaderStore;
  consent: () => string | undefined;
}

/** Delay before an event is sent together with later events. */
const sendDelayMs = 10_000;

/**
 * Sends reading events to the publisher if the user's consent allows it. The events are the start
 * of reading, each tenth of the book, the end of the sample and the buy button, with the time read
 * and the furthest position. Events are sent ten seconds after the start, a new tenth or a new
 * chapter, and when the page is hidden or the book is closed.
 *
 * @returns A function that sends queued events immediately.
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
      const given = consent();
      return given === 'required' || given === 'granted' ? given : null;
    },
    isTrackingRefused: hasTrackingOptOut,
  });
  const current = () => reportedPosition(store.state);
  const isVisible = () => document.visibilityState === 'visible';
  const clock = readingClock(() => performance.now(), isVisible());
  const furthest = { section: store.state.view?.section ?? 0, fraction: current().fraction ?? 0 };
  let sent = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const read = { ...furthest, seconds: clock.seconds() };
    const text = JSON.stringify(read);
    if (text !== sent) beacon.record({ type: 'read', chapter: current().chapter, ...read });
    sent = text;
    beacon.flush();
  }
  const flushSoon = () => {
    timer ??= setTimeout(flush, sendDelayMs);
  };

  beacon.record({ type: 'opened', chapter: null, fraction: null });
  flushSoon();
  let reportedTenths = Math.floor(furthest.fraction * 10);
  const unsubscribe = store.subscribe((state, previous) => {
    if (state.view === previous.view) return;
    clock.turn();
    const progress = reportedPosition(state);
    const section = state.view?.section ?? 0;
    if (section > furthest.section) flushSoon();
    furthest.section = Math.max(furthest.section, section);
    furthest.fraction = Math.max(furthest.fraction, progress.fraction ?? 0);
    const tenthsRead = Math.floor((progress.fraction ?? 0) * 10);
    if (tenthsRead <= reportedTenths) return;
    reportedTenths = tenthsRead;
    beacon.record({ type: 'progressed', ...progress });
    flushSoon();
  });
  reader.addEventListener(
    'svc-sample-end',
    ({ isRead }) => {
      if (isRead) beacon.record({ type: 'finished-sample', ...current() });
    },
    { signal },
  );
  const onBuy = () => beacon.record({ type: 'buy-clicked', ...current() });
  reader.addEventListener('svc-buy-request', onBuy, { signal });
  const onVisibility = () => {
    if (!isVisible()) flush();
    clock.setVisible(isVisible());
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  addEventListener('pagehide', flush, { signal });
  signal.addEventListener('abort', () => {
    unsubscribe();
    flush();
  });
  return flush;
}

/** The reported part of the position, which is the chapter and the share of the book read. */
function reportedPosition(state: ReaderState) {
  const { book, view } = state;
  if (!book || !view) return { chapter: null, fraction: null };
  return { chapter: reportedChapter(state), fraction: fractionRead(book.measure, view, book.end) };
}
