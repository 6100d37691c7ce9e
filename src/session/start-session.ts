import { type RequestTarget, handleRequests } from '../ui/handle-requests.ts';
import { parseExtras } from '../api/parse-extras.ts';
import { SettingsChangeEvent } from '../events/session-events.ts';
import { applyFonts } from '../theme/font-faces.ts';
import type { Landing } from '../rendition/rendition.ts';
import type { RenditionBook } from '../rendition/rendition-book.ts';
import type { BookSource } from '../api/book-source.ts';
import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { Locator } from '../state/locator.ts';
import type { MarkStore } from '../annotations/annotation-store.ts';
import type { ReaderStorage } from '../state/reader-storage.ts';
import type { OpenBook } from '../state/reader-state.ts';
import type { ReaderStore } from '../state/store.ts';
import type { Messages } from '../i18n/messages.ts';
import { openSampleEnd, renewBeforeExpiry, enforceAccessExpiry } from './access-limits.ts';
import { features } from './features.ts';
import { savePositionOnReload, reloadPage } from './reload-position.ts';
import { restoreFocus } from './focus-restoration.ts';
import { startShortcuts } from './shortcuts.ts';
import { reportReading } from './reading-report.ts';
import { describeFailure } from '../api/api-failure.ts';
import { ReaderErrorEvent } from '../events/reader-events.ts';

/** The members of the reader that session features use. */
export interface SessionReader extends RequestTarget {
  readonly renderRoot: ParentNode;
  readonly locator: Locator | null;
  readonly book: string;
  readonly controls: string;
  readonly deepLinks: boolean;
  readonly updateComplete: Promise<boolean>;
  tokenProvider?: () => Promise<string>;
  markStore?: MarkStore;
}

/** State and callbacks of the reader that session features use. */
export interface SessionContext {
  /** Null when no book could be opened. */
  opened: { embed: Embed; source: BookSource; lastReadAtMs: number | null } | null;
  store: ReaderStore;
  storage: ReaderStorage;
  messages: () => Messages | null;
  /** Consent setting of the page, else of the deployment. */
  consent: () => string | undefined;
  /** Shows the book again, starting with a section that is already loaded. */
  showBook: (
    book: OpenBook,
    source: BookSource & Pick<RenditionBook, 'fonts'>,
    landing: Landing,
  ) => void;
  /** Aborted when the reader is removed from its page. */
  connectedSignal: AbortSignal;
  /** Aborted when the book is closed. */
  bookSignal: AbortSignal;
}

/** Functions that apply changed attributes and flush queued events, keyed by the abort signal. */
const refreshBySignal = new WeakMap<AbortSignal, () => void>();

/**
 * Starts everything except showing pages: request handling and the features of the open book. Call it again
 * when messages or consent change; parts that already run are not started twice.
 */
export async function startSession(reader: SessionReader, context: SessionContext): Promise<void> {
  const { opened, store, connectedSignal, bookSignal } = context;
  if (!refreshBySignal.has(connectedSignal)) {
    refreshBySignal.set(connectedSignal, () => {});
    restoreFocus(reader, context);
    handleRequests(reader, store, reloadPage, connectedSignal);
    reportFailures(reader, store, connectedSignal);
    saveSettingsOnChange(reader, context);
  }
  refreshBySignal.get(bookSignal)?.();
  if (!opened || bookSignal.aborted || refreshBySignal.has(bookSignal)) return;
  const { source } = opened;
  const embed = parseExtras(opened.embed);
  openSampleEnd(reader, store, bookSignal);
  const flushReport = reportReading(reader, { ...context, ...opened, embed }, bookSignal);
  refreshBySignal.set(bookSignal, flushReport);
  renewBeforeExpiry(source.session, bookSignal);
  savePositionOnReload(reader, context, bookSignal);
  enforceAccessExpiry(reader, { store, source }, bookSignal);
  const relayout = () => reader.renderRoot.querySelector('svc-page')?.relayout();
  void applyFonts(embed.deployment?.fonts ?? [], relayout, bookSignal);
  const page = reader.renderRoot.querySelector('svc-page');
  if (!page) return;
  const book = { ...context, ...opened, embed, page };
  // Started with the controls, so that early key presses are not lost.
  startShortcuts(reader, book, bookSignal);
  const started = new Set<object>();
  const startFeatures = async (): Promise<void> => {
    const needed = features.filter((one) => !started.has(one) && one.isNeeded(book, reader));
    for (const one of needed) started.add(one);
    // A feature that fails to load is skipped; reading continues without it.
    const loading = needed.map(({ load }) => load().catch(() => null));
    for (const pending of loading) {
      const startFeature = await pending;
      if (bookSignal.aborted) return;
      startFeature?.(reader, book, bookSignal);
    }
  };
  refreshBySignal.set(bookSignal, () => {
    flushReport();
    void startFeatures();
  });
  await startFeatures();
}

function saveSettingsOnChange(
  reader: SessionReader,
  { store, storage, connectedSignal }: SessionContext,
): void {
  const unsubscribe = store.subscribe(({ settings }, previous) => {
    if (settings === previous.settings) return;
    storage.saveSettings(settings);
    reader.dispatchEvent(new SettingsChangeEvent(settings));
  });
  connectedSignal.addEventListener('abort', unsubscribe);
}

interface RetryingReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  retry(): void;
}

/**
 * Reports pages that failed to load, and retries when the connection is restored. Runs until the signal is
 * aborted.
 */
function reportFailures(reader: RetryingReader, store: ReaderStore, signal: AbortSignal): void {
  const page = reader.renderRoot.querySelector('svc-page');
  let reportedReason: unknown;
  page?.addEventListener(
    'svc-page-fail',
    ({ reason }) => {
      const failure = describeFailure(reason, Date.now());
      store.dispatch({ type: 'page-failed', failure });
      // In scroll mode, the same failure repeats while its position is on screen.
      if (reason !== reportedReason) reader.dispatchEvent(new ReaderErrorEvent(failure));
      reportedReason = reason;
    },
    { signal },
  );
  addEventListener(
    'online',
    () => {
      const { failure, pageFailure } = store.state;
      if ((failure ?? pageFailure)?.code !== 'offline') return;
      // Failed features load on the next request; the user is no longer waiting for their panel.
      if (pageFailure) store.dispatch({ type: 'page-failed', failure: null });
      reader.retry();
    },
    { signal },
  );
}
