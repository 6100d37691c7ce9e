import { parseControls } from '../ui/visible-controls.ts';
import type { BookSession, SessionReader, StartFeature } from '../features/feature.ts';
import { hasSpeechVoices } from '../state/read-aloud.ts';
import type { ReaderState } from '../state/reader-state.ts';
import { withTimeout } from '../ui/lazy-views.ts';
import { showLoadFailure } from '../ui/load-failure.ts';

const loadAnnotating = async () =>
  (await import('../features/annotating/start-annotating.ts')).startAnnotating;

const loadOnRequest = () => import('./annotate-on-request.ts');

function annotatesFromStart({ embed }: BookSession, reader: SessionReader): boolean {
  const { controls, markStore } = reader;
  return markStore !== undefined || parseControls(controls, embed.deployment?.features).marks;
}

/** A feature of an open book. */
export interface Feature {
  /** For features that only some books or readers need. */
  isNeeded?: (book: BookSession, reader: SessionReader) => boolean;
  load: () => Promise<StartFeature>;
  /**
   * For features that are not needed for reading. They load when the browser is idle or the user
   * acts. Requests with these event names wait for the feature.
   */
  requests?: readonly string[];
}

/** Features of an open book. Each is a separate file, loaded only for books that need it. */
export const features: readonly Feature[] = [
  {
    // For the host page's own toolbars and actions, if the reader lacks these controls. Starts
    // first so that no request is lost.
    isNeeded: (book, reader) => !annotatesFromStart(book, reader),
    load: async () => (await loadOnRequest()).annotateOnRequest(loadAnnotating),
    requests: ['svc-mark-request', 'svc-bookmark-request'],
  },
  {
    load: async () => (await import('../features/annotating/report-selection.ts')).reportSelection,
    requests: [],
  },
  {
    load: async () => {
      const { checkRequests } = await import('../ui/check-requests.ts');
      return (reader, { store }, signal) => checkRequests(reader, store, signal);
    },
    requests: [],
  },
  {
    // Makes text that the layout cuts off visible.
    load: async () => {
      const { startRepair } = await import('../rendition/repair/start-repair.ts');
      return (_reader, { page }, signal) => startRepair(page, signal);
    },
    requests: [],
  },
  {
    // Words that the browser cannot hyphenate.
    load: async () =>
      (await import('../rendition/hyphenation/start-hyphenation.ts')).startHyphenation,
    requests: [],
  },
  {
    load: async () => {
      const { enforceAccessExpiry, renewBeforeExpiry } = await import('./access-limits.ts');
      return (reader, book, signal) => {
        renewBeforeExpiry(book.source.session, signal);
        enforceAccessExpiry(reader, book, signal);
      };
    },
    requests: [],
  },
  {
    load: async () => (await import('./reusable-books.ts')).rememberOpenBook,
    requests: [],
  },
  {
    load: async () => (await import('./print-support.ts')).startPrintSupport,
    requests: ['svc-print-request'],
  },
  {
    load: async () => (await import('./pace-measurement.ts')).startPaceMeasurement,
    requests: [],
  },
  {
    load: async () => (await import('./page-turns.ts')).startPageTurns,
    requests: [],
  },
  {
    load: async () => (await import('./history-navigation.ts')).startHistoryNavigation,
  },
  {
    load: async () => (await import('./visible-tab-stops.ts')).limitTabToVisible,
    requests: [],
  },
  {
    // Must start after the history navigation, because that feature identifies jumps.
    isNeeded: (_book, reader) => reader.deepLinks,
    load: async () => (await import('./deep-links.ts')).startDeepLinks,
  },
  {
    isNeeded: (book, reader) => annotatesFromStart(book, reader),
    load: async () => (await loadOnRequest()).annotateOnce(await loadAnnotating()),
    requests: ['svc-mark-request', 'svc-bookmark-request'],
  },
  {
    load: async () =>
      loadWhenRequested(
        ({ resume }) => resume,
        async () => (await import('../features/resume-offer.ts')).offerResume,
      ),
  },
  {
    // Only for books that receive new chapters.
    isNeeded: ({ embed }) => embed.changes !== null,
    load: async () => (await import('../features/serial/serial-updates.ts')).startSerialUpdates,
    requests: [],
  },
  {
    isNeeded: (_book, reader) => reader.hasAttribute('offline'),
    load: async () => {
      // Load `offline-response.ts` now, while the network is still available.
      const [{ startOfflineReading }] = await Promise.all([
        import('../features/offline/offline-reading.ts'),
        import('../features/offline/offline-response.ts'),
      ]);
      return startOfflineReading;
    },
    requests: ['svc-offline-request'],
  },
  {
    isNeeded: ({ embed }) => embed.readingOrder.some(({ layout }) => layout === 'fixed'),
    load: async () => (await import('../features/media-viewer/start-page-zoom.ts')).startPageZoom,
  },
  {
    load: async () =>
      (await import('../features/media-viewer/start-media-viewer.ts')).startMediaViewer,
    requests: [],
  },
  {
    load: async () => (await import('../features/footnotes/start-footnotes.ts')).startFootnotes,
    requests: [],
  },
  {
    load: async () =>
      (await import('../features/external-links/start-external-links.ts')).startExternalLinks,
    requests: ['svc-leave-request'],
  },
  {
    load: async () =>
      loadWhenRequested(
        ({ search }) => search,
        async () => (await import('../features/search/book-search-session.ts')).startBookSearch,
      ),
  },
  {
    load: async () => {
      // The first call makes the browser load its voices, and the menu depends on whether there are
      // any.
      hasSpeechVoices();
      return loadWhenRequested(
        ({ readAloud }) => readAloud,
        async () => (await import('../features/read-aloud/start-read-aloud.ts')).startReadAloud,
      );
    },
  },
];

/**
 * Loads a feature when the state first requests it.
 *
 * @param request - The request for the feature in the state, or null if there is none. After a
 * failure, loading is retried on the next request or when the user dismisses the failure.
 */
function loadWhenRequested(
  requestIn: (state: ReaderState) => object | null,
  load: () => Promise<StartFeature>,
): StartFeature {
  return (reader, book, signal) => {
    const { store } = book;
    let isLoading = false;
    let failedRequest: object | null = null;
    const unsubscribe = store.subscribe(check);
    signal.addEventListener('abort', unsubscribe);
    check();

    function check(state = store.state, before = state): void {
      if (before.pageFailure && !state.pageFailure) failedRequest = null;
      const request = requestIn(state);
      if (request && request !== failedRequest && !isLoading) void start();
    }

    async function start(): Promise<void> {
      isLoading = true;
      try {
        const startFeature = await withTimeout(load());
        unsubscribe();
        if (!signal.aborted) startFeature(reader, book, signal);
      } catch (reason) {
        isLoading = false;
        failedRequest = requestIn(store.state);
        await showLoadFailure(store, reason, signal);
      }
    }
  };
}
