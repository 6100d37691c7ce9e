import { parseControls } from '../ui/visible-controls.ts';
import type { BookSession, SessionReader, StartFeature } from '../features/feature.ts';
import { hasSpeechVoices } from '../ui/menu-items.ts';
import type { ReaderState } from '../state/reader-state.ts';
import { describeLoadFailure } from '../ui/load-failure.ts';

interface Feature {
  isNeeded: (book: BookSession, reader: SessionReader) => boolean;
  load: () => Promise<StartFeature>;
}

/** The features of an open book, each in its own file, loaded only for books that need it. */
export const features: readonly Feature[] = [
  {
    isNeeded: () => true,
    load: async () => (await import('./print-support.ts')).startPrintSupport,
  },
  {
    isNeeded: () => true,
    load: async () => (await import('./pace-measurement.ts')).startPaceMeasurement,
  },
  {
    isNeeded: () => true,
    load: async () => (await import('./history-navigation.ts')).startHistoryNavigation,
  },
  {
    isNeeded: () => true,
    load: async () => (await import('./visible-tab-stops.ts')).limitTabToVisible,
  },
  {
    // After the history, which must be notified of jumps first.
    isNeeded: (_book, reader) => reader.deepLinks,
    load: async () => (await import('./deep-links.ts')).startDeepLinks,
  },
  {
    isNeeded: ({ embed }, { controls, markStore }) =>
      markStore !== undefined || parseControls(controls, embed.deployment?.features).marks,
    load: async () => (await import('../features/annotating/start-annotating.ts')).startAnnotating,
  },
  {
    isNeeded: () => true,
    load: async () =>
      loadWhenRequested(
        ({ resume }) => resume,
        async () => (await import('../features/resume-offer.ts')).offerResume,
      ),
  },
  {
    // Only for books that get chapters.
    isNeeded: ({ embed }) => embed.changes !== null,
    load: async () => (await import('../features/serial/serial-updates.ts')).startSerialUpdates,
  },
  {
    isNeeded: (_book, reader) => reader.hasAttribute('offline'),
    load: async () => {
      // The code that serves stored responses must be loaded before the network is gone.
      const [{ startOfflineReading: followOffline }] = await Promise.all([
        import('../features/offline/offline-reading.ts'),
        import('../features/offline/offline-response.ts'),
      ]);
      return followOffline;
    },
  },
  {
    isNeeded: ({ embed }) => embed.readingOrder.some(({ layout }) => layout === 'fixed'),
    load: async () => (await import('../features/media-viewer/start-page-zoom.ts')).startPageZoom,
  },
  {
    isNeeded: () => true,
    load: async () =>
      (await import('../features/media-viewer/start-media-viewer.ts')).startMediaViewer,
  },
  {
    isNeeded: () => true,
    load: async () => (await import('../features/footnotes/start-footnotes.ts')).startFootnotes,
  },
  {
    isNeeded: () => true,
    load: async () =>
      (await import('../features/external-links/start-external-links.ts')).startExternalLinks,
  },
  {
    isNeeded: () => true,
    load: async () =>
      loadWhenRequested(
        ({ search }) => search,
        async () => (await import('../features/search/book-search-session.ts')).startBookSearch,
      ),
  },
  {
    isNeeded: () => true,
    load: async () => {
      // The first call makes the browser load its voices: the menu needs to know whether there are any.
      hasSpeechVoices();
      return loadWhenRequested(
        ({ readAloud }) => readAloud,
        async () => (await import('../features/read-aloud/start-read-aloud.ts')).startReadAloud,
      );
    },
  },
];

/**
 * A feature that loads on its first request.
 *
 * @param wish - The request in the reader's state; null for none. After a failure the feature loads again
 *   with the next request, or when the user retries.
 */
function loadWhenRequested(
  wish: (state: ReaderState) => object | null,
  load: () => Promise<StartFeature>,
): StartFeature {
  return (reader, book, signal) => {
    const { store } = book;
    let isUnderWay = false;
    let failed: object | null = null;
    const unsubscribe = store.subscribe(look);
    signal.addEventListener('abort', unsubscribe);
    look();

    function look(state = store.state, before = state): void {
      if (before.pageFailure && !state.pageFailure) failed = null;
      const wanted = wish(state);
      if (wanted && wanted !== failed && !isUnderWay) void start();
    }

    async function start(): Promise<void> {
      isUnderWay = true;
      try {
        const follow = await load();
        unsubscribe();
        if (!signal.aborted) follow(reader, book, signal);
      } catch (reason) {
        isUnderWay = false;
        failed = wish(store.state);
        if (signal.aborted) return;
        const failure = await describeLoadFailure(reason, Date.now());
        if (!signal.aborted) store.dispatch({ type: 'page-failed', failure });
      }
    }
  };
}
