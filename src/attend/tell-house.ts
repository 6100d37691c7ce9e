import type { Embed } from '../../server/reader/contract.ts';
import { asksNotToBeTracked, createBeacon } from '../api/beacon.ts';
import type { BookSource } from '../api/book-source.ts';
import { fractionRead } from '../reader/progress.ts';
import type { ReaderState } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import { toldChapter } from '../reader/told-chapter.ts';

export interface ToldBook {
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
export function tellHouse(
  reader: HTMLElement,
  { embed, source, store, consent }: ToldBook,
  signal: AbortSignal,
): () => void {
  const beacon = createBeacon({
    url: embed.session.content.replace(/\/content\/.*$/s, '/v1/reader/events'),
    token: () => source.session.current.token,
    consent: () => {
      const said = consent();
      return said === 'required' || said === 'granted' ? said : null;
    },
    isUnwanted: asksNotToBeTracked,
  });
  const here = () => stepIn(store.state);
  const flush = () => beacon.flush();
  const onHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };

  beacon.tell({ type: 'opened', chapter: null, fraction: null });
  let tenths = Math.floor((here().fraction ?? 0) * 10);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.view === before.view) return;
    const step = stepIn(state);
    const now = Math.floor((step.fraction ?? 0) * 10);
    if (now <= tenths) return;
    tenths = now;
    beacon.tell({ type: 'progressed', ...step });
  });
  reader.addEventListener(
    'svc-sample-end',
    ({ isRead }) => {
      if (isRead) beacon.tell({ type: 'finished-sample', ...here() });
    },
    { signal },
  );
  const onBuy = () => beacon.tell({ type: 'buy-clicked', ...here() });
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
function stepIn(state: ReaderState) {
  const { book, view } = state;
  if (!book || !view) return { chapter: null, fraction: null };
  return { chapter: toldChapter(state), fraction: fractionRead(book.measure, view, book.end) };
}
