import type { Embed } from '../../../server/reading-sessions/contract.ts';
import type { BookSource } from '../../api/book-source.ts';
import type { ListenRequest } from '../../events/request-events.ts';
import type { SvcPage } from '../../rendition/svc-page.ts';
import type { ReadAloudState } from '../../state/read-aloud.ts';
import { licensedReadingOrder } from '../../state/reading-order.ts';
import type { OpenBook } from '../../state/reader-state.ts';
import type { ReaderStore } from '../../state/store.ts';
import { handleMediaKeys } from './media-keys.ts';
import type { Narrator, Passage } from './narrator.ts';
import { ReadAloudPlayer } from './read-aloud-player.ts';

export interface ReadAloudBook {
  embed: Embed;
  store: ReaderStore;
  source: Pick<BookSource, 'load' | 'resourceUrl' | 'session'>;
  page: SvcPage;
}

/** Reads the book aloud whenever the state says that somebody listens; until the signal is raised. */
export function startReadAloud(
  reader: HTMLElement,
  book: ReadAloudBook,
  signal: AbortSignal,
): void {
  const { store } = book;
  let ending: AbortController | null = null;
  const look = () => {
    const { readAloud } = store.state;
    if (Boolean(readAloud) === Boolean(ending)) return;
    ending?.abort();
    ending = readAloud ? new AbortController() : null;
    if (readAloud && ending)
      void openNarrator(reader, book, AbortSignal.any([signal, ending.signal]));
  };
  const unsubscribe = store.subscribe(look);
  signal.addEventListener('abort', unsubscribe);
  look();
}

async function openNarrator(
  reader: HTMLElement,
  book: ReadAloudBook,
  signal: AbortSignal,
): Promise<void> {
  const { store } = book;
  try {
    if (store.state.readAloud?.narration === 'voice') {
      const { createVoiceNarrator: openVoice } = await import('./voice-narrator.ts');
      const narrator = await openVoice(
        store.state.book?.language ?? '',
        createReporter(store, signal),
      );
      if (!signal.aborted) readWith(reader, book, narrator, signal);
    } else {
      const { createRecordingNarrator: recording } = await import('./recording-narrator.ts');
      const { source } = book;
      const recordings = {
        urlOf: (path: string) => source.resourceUrl(path),
        renewSession: () => source.session.renew(),
      };
      if (!signal.aborted) readWith(reader, book, recording(recordings), signal);
    }
  } catch {
    createReporter(store, signal)({ status: 'failed', failure: 'broken' });
  }
}

function readWith<Spoken extends Passage>(
  reader: HTMLElement,
  { embed, store, source, page }: ReadAloudBook,
  narrator: Narrator<Spoken>,
  signal: AbortSignal,
): void {
  const report = createReporter(store, signal);
  const { view, position, readAloud } = store.state;
  const isRecorded = readAloud?.narration === 'recording';
  // Nobody waits for sections of which nothing is recorded.
  const spokenOrder = (open: OpenBook) =>
    licensedReadingOrder(open).map((item) => (isRecorded && !item?.isNarrated ? undefined : item));
  const aloud = new ReadAloudPlayer(
    narrator,
    {
      page,
      order: () => (store.state.book ? spokenOrder(store.state.book) : []),
      load: (index) => source.load(index, store.state.book?.order[index]?.chapter),
      isPlaying: () => ['playing', 'loading'].includes(store.state.readAloud?.status ?? ''),
      start: view ? { section: view.section, offset: view.start } : position,
      report,
    },
    signal,
  );
  const showStatus = handleMediaKeys(
    embed,
    { play, pause, step: (step) => aloud.step(step), stop: () => report(null) },
    signal,
  );
  const unsubscribe = store.subscribe(({ readAloud }, before) => {
    if (readAloud && readAloud !== before.readAloud) showStatus(readAloud.status);
  });
  signal.addEventListener('abort', unsubscribe);
  reader.addEventListener('svc-listen-request', ({ request }) => answer(request), { signal });

  function play(): void {
    if (store.state.readAloud?.status === 'failed') return aloud.retry();
    report({ status: 'playing' });
    aloud.resume();
  }

  function pause(): void {
    report({ status: 'paused' });
    narrator.pause();
  }

  function answer(request: ListenRequest): void {
    switch (request.type) {
      case 'toggle':
        return store.state.readAloud?.status === 'playing' ? pause() : play();
      case 'step':
        return aloud.step(request.step);
      case 'escape':
        return aloud.escape();
      case 'return':
        return aloud.returnToSpoken();
      case 'rate':
        narrator.setRate(request.rate);
        return report({ rate: request.rate });
      case 'voice':
        narrator.setVoice(request.voice);
        return report({ voice: request.voice });
      case 'skip-asides':
        aloud.skipAsides(request.skips);
        return report({ skipsAsides: request.skips });
      case 'start':
      case 'stop':
    }
  }
}

/** Tells the state what has changed, as long as anybody listens. */
function createReporter(
  store: ReaderStore,
  signal: AbortSignal,
): (change: Partial<ReadAloudState> | null) => void {
  return (change) => {
    const { readAloud } = store.state;
    if (!readAloud || signal.aborted) return;
    store.dispatch({ type: 'listen', readAloud: change && { ...readAloud, ...change } });
  };
}
