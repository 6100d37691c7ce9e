import type { Embed } from '../../server/reader/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import type { ListenRequest } from '../controls/request-events.ts';
import type { SvcPage } from '../page/svc-page.ts';
import type { Listening } from '../reader/listening.ts';
import { licensedOrder } from '../reader/reading-order.ts';
import type { OpenBook } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import { answerMediaKeys } from './media-keys.ts';
import type { Narrator, Passage } from './narrator.ts';
import { ReadingAloud } from './reading-aloud.ts';

export interface ListenedBook {
  embed: Embed;
  store: ReaderStore;
  source: Pick<BookSource, 'load' | 'resourceUrl' | 'session'>;
  page: SvcPage;
}

/** Reads the book aloud whenever the state says that somebody listens; until the signal is raised. */
export function followListening(
  reader: HTMLElement,
  book: ListenedBook,
  signal: AbortSignal,
): void {
  const { store } = book;
  let ending: AbortController | null = null;
  const look = () => {
    const { listening } = store.state;
    if (Boolean(listening) === Boolean(ending)) return;
    ending?.abort();
    ending = listening ? new AbortController() : null;
    if (listening && ending) void listen(reader, book, AbortSignal.any([signal, ending.signal]));
  };
  const unsubscribe = store.subscribe(look);
  signal.addEventListener('abort', unsubscribe);
  look();
}

async function listen(reader: HTMLElement, book: ListenedBook, signal: AbortSignal): Promise<void> {
  const { store } = book;
  try {
    if (store.state.listening?.narration === 'voice') {
      const { openVoice } = await import('./voice.ts');
      const narrator = await openVoice(store.state.book?.language ?? '', tellIn(store, signal));
      if (!signal.aborted) lead(reader, book, narrator, signal);
    } else {
      const { recording } = await import('./recording.ts');
      const { source } = book;
      const recordings = {
        urlOf: (path: string) => source.resourceUrl(path),
        renew: () => source.session.renew(),
      };
      if (!signal.aborted) lead(reader, book, recording(recordings), signal);
    }
  } catch {
    tellIn(store, signal)({ status: 'failed', fault: 'broken' });
  }
}

function lead<Spoken extends Passage>(
  reader: HTMLElement,
  { embed, store, source, page }: ListenedBook,
  narrator: Narrator<Spoken>,
  signal: AbortSignal,
): void {
  const tell = tellIn(store, signal);
  const { view, place, listening } = store.state;
  const isRecorded = listening?.narration === 'recording';
  // Nobody waits for sections of which nothing is recorded.
  const spokenOrder = (open: OpenBook) =>
    licensedOrder(open).map((item) => (isRecorded && !item?.isNarrated ? undefined : item));
  const aloud = new ReadingAloud(
    narrator,
    {
      page,
      order: () => (store.state.book ? spokenOrder(store.state.book) : []),
      load: (index) => source.load(index, store.state.book?.order[index]?.chapter),
      isPlaying: () => ['playing', 'loading'].includes(store.state.listening?.status ?? ''),
      start: view ? { section: view.section, offset: view.start } : place,
      tell,
    },
    signal,
  );
  const showStatus = answerMediaKeys(
    embed,
    { play, pause, step: (step) => aloud.step(step), stop: () => tell(null) },
    signal,
  );
  const unsubscribe = store.subscribe(({ listening }, before) => {
    if (listening && listening !== before.listening) showStatus(listening.status);
  });
  signal.addEventListener('abort', unsubscribe);
  reader.addEventListener('svc-listen-request', ({ request }) => answer(request), { signal });

  function play(): void {
    if (store.state.listening?.status === 'failed') return aloud.again();
    tell({ status: 'playing' });
    aloud.resume();
  }

  function pause(): void {
    tell({ status: 'paused' });
    narrator.pause();
  }

  function answer(request: ListenRequest): void {
    switch (request.type) {
      case 'toggle':
        return store.state.listening?.status === 'playing' ? pause() : play();
      case 'step':
        return aloud.step(request.step);
      case 'escape':
        return aloud.escape();
      case 'return':
        return aloud.comeBack();
      case 'rate':
        narrator.setRate(request.rate);
        return tell({ rate: request.rate });
      case 'voice':
        narrator.setVoice(request.voice);
        return tell({ voice: request.voice });
      case 'skip-asides':
        aloud.skipAsides(request.skips);
        return tell({ skipsAsides: request.skips });
      case 'start':
      case 'stop':
    }
  }
}

/** Tells the state what has changed, as long as anybody listens. */
function tellIn(
  store: ReaderStore,
  signal: AbortSignal,
): (change: Partial<Listening> | null) => void {
  return (change) => {
    const { listening } = store.state;
    if (!listening || signal.aborted) return;
    store.dispatch({ type: 'listen', listening: change && { ...listening, ...change } });
  };
}
