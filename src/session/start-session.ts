import type { SessionContext, SessionReader } from '../features/feature.ts';
import { handleRequests } from '../ui/handle-requests.ts';
import { parseExtras } from '../api/parse-extras.ts';
import { SettingsChangeEvent } from '../events/session-events.ts';
import { applyFonts } from '../theme/font-faces.ts';
import type { ReaderStore } from '../state/store.ts';
import { openSampleEnd, renewBeforeExpiry, enforceAccessExpiry } from './access-limits.ts';
import { features } from './features.ts';
import { savePositionOnReload, reloadPage } from './reload-position.ts';
import { restoreFocus } from './focus-restoration.ts';
import { startShortcuts } from './shortcuts.ts';
import { reportReading } from './reading-report.ts';
import { describeFailure } from '../api/api-failure.ts';
import { ReaderErrorEvent } from '../events/reader-events.ts';

/** Flush functions for queued analytics events, keyed by each open book's abort signal. */
const refreshBySignal = new WeakMap<AbortSignal, () => void>();

/**
 * Starts everything that is not needed for the first text: requests of the controls, and the features of
 * the open book. Safe to call again when the language or the consent changes: nothing starts twice.
 */
export async function startSession(reader: SessionReader, by: SessionContext): Promise<void> {
  const { opened, store, connectedSignal, bookSignal } = by;
  if (!refreshBySignal.has(connectedSignal)) {
    refreshBySignal.set(connectedSignal, () => {});
    restoreFocus(reader, by);
    handleRequests(reader, store, reloadPage, connectedSignal);
    reportFailures(reader, store, connectedSignal);
    saveSettingsOnChange(reader, by);
  }
  refreshBySignal.get(bookSignal)?.();
  if (!opened || bookSignal.aborted || refreshBySignal.has(bookSignal)) return;
  const { source } = opened;
  const embed = parseExtras(opened.embed);
  openSampleEnd(reader, store, bookSignal);
  const tell = reportReading(reader, { ...by, ...opened, embed }, bookSignal);
  refreshBySignal.set(bookSignal, tell);
  renewBeforeExpiry(source.session, bookSignal);
  savePositionOnReload(reader, by, bookSignal);
  enforceAccessExpiry(reader, { store, source }, bookSignal);
  const relayout = () => reader.renderRoot.querySelector('svc-page')?.relayout();
  void applyFonts(embed.deployment?.fonts ?? [], relayout, bookSignal);
  const page = reader.renderRoot.querySelector('svc-page');
  if (!page) return;
  const book = { ...by, ...opened, embed, page };
  // Before the features load: earlier key presses would be lost.
  startShortcuts(reader, book, bookSignal);
  const begun = new Set<object>();
  const begin = async (): Promise<void> => {
    const wanted = features.filter((one) => !begun.has(one) && one.isNeeded(book, reader));
    for (const one of wanted) begun.add(one);
    // A feature that fails to load is skipped; reading continues without it.
    const follows = wanted.map(({ load }) => load().catch(() => null));
    for (const coming of follows) {
      const follow = await coming;
      if (bookSignal.aborted) return;
      follow?.(reader, book, bookSignal);
    }
  };
  refreshBySignal.set(bookSignal, () => {
    tell();
    void begin();
  });
  await begin();
}

function saveSettingsOnChange(
  reader: SessionReader,
  { store, storage, connectedSignal }: SessionContext,
): void {
  const unsubscribe = store.subscribe(({ settings }, before) => {
    if (settings === before.settings) return;
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
 * Says which pages could not be loaded, and tries again by itself when the connection is back; until the
 * signal is raised.
 */
function reportFailures(reader: RetryingReader, store: ReaderStore, signal: AbortSignal): void {
  const page = reader.renderRoot.querySelector('svc-page');
  let told: unknown;
  page?.addEventListener(
    'svc-page-fail',
    ({ reason }) => {
      const failure = describeFailure(reason, Date.now());
      store.dispatch({ type: 'page-failed', failure });
      // In a strip, the same one lasts as long as its place is on the screen.
      if (reason !== told) reader.dispatchEvent(new ReaderErrorEvent(failure));
      told = reason;
    },
    { signal },
  );
  addEventListener(
    'online',
    () => {
      const { failure, pageFailure } = store.state;
      if ((failure ?? pageFailure)?.code !== 'offline') return;
      // Parts come when they are asked for again: nobody waits for a panel any more.
      if (pageFailure) store.dispatch({ type: 'page-failed', failure: null });
      reader.retry();
    },
    { signal },
  );
}
