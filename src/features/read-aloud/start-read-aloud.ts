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

/** Reads the book aloud while the state contains `readAloud`, until the signal is aborted. */
export function startReadAloud(
  reader: HTMLElement,
  book: ReadAloudBook,
  signal: AbortSignal,
): void {
  const { store } = book;
  let currentRun: AbortController | null = null;
  const update = () => {
    const { readAloud } = store.state;
    if (Boolean(readAloud) === Boolean(currentRun)) return;
    currentRun?.abort();
    currentRun = readAloud ? new AbortController() : null;
    if (readAloud && currentRun)
      void openNarrator(reader, book, AbortSignal.any([signal, currentRun.signal]));
  };
  const unsubscribe = store.subscribe(update);
  signal.addEventListener('abort', unsubscribe);
  update();
}

async function openNarrator(
  reader: HTMLElement,
  book: ReadAloudBook,
  signal: AbortSignal,
): Promise<void> {
  const { store } = book;
  try {
    if (store.state.readAloud?.narration === 'voice') {
      const { createVoiceNarrator } = await import('./voice-narrator.ts');
      const narrator = await createVoiceNarrator(
        store.state.book?.language ?? '',
        createReporter(store, signal),
      );
      if (!signal.aborted) readWith(reader, book, narrator, signal);
    } else {
      const { createRecordingNarrator } = await import('./recording-narrator.ts');
      const { source } = book;
      const recordingSource = {
        urlOf: (path: string) => source.resourceUrl(path),
        renewSession: () => source.session.renew(),
      };
      if (!signal.aborted) readWith(reader, book, createRecordingNarrator(recordingSource), signal);
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
  // Skip sections without a recording.
  const spokenOrder = (open: OpenBook) =>
    licensedReadingOrder(open).map((item) => (isRecorded && !item?.isNarrated ? undefined : item));
  const player = new ReadAloudPlayer(
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
    { play, pause, step: (step) => player.step(step), stop: () => report(null) },
    signal,
  );
  const unsubscribe = store.subscribe(({ readAloud }, before) => {
    if (readAloud && readAloud !== before.readAloud) showStatus(readAloud.status);
  });
  signal.addEventListener('abort', unsubscribe);
  reader.addEventListener('svc-listen-request', ({ request }) => handleRequest(request), {
    signal,
  });

  function play(): void {
    if (store.state.readAloud?.status === 'failed') return player.retry();
    report({ status: 'playing' });
    player.resume();
  }

  function pause(): void {
    report({ status: 'paused' });
    narrator.pause();
  }

  function handleRequest(request: ListenRequest): void {
    switch (request.type) {
      case 'toggle':
        return store.state.readAloud?.status === 'playing' ? pause() : play();
      case 'step':
        return player.step(request.step);
      case 'escape':
        return player.escape();
      case 'return':
        return player.returnToSpoken();
      case 'rate':
        narrator.setRate(request.rate);
        return report({ rate: request.rate });
      case 'voice':
        narrator.setVoice(request.voice);
        return report({ voice: request.voice });
      case 'skip-asides':
        player.skipAsides(request.skips);
        return report({ skipsAsides: request.skips });
      case 'start':
      case 'stop':
    }
  }
}

/** Creates a function that updates the state while read-aloud is active. */
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
