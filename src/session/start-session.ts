import type { SessionContext, SessionReader } from '../features/feature.ts';
import { defineControls } from '../ui/control-templates.ts';
import { handleFullscreen } from '../ui/handle-fullscreen.ts';
import { nextTask } from '../rendition/next-task.ts';
import { handleRequests } from '../ui/handle-requests.ts';
import { parseExtras, parseWarnings } from '../api/parse-extras.ts';
import { SettingsChangeEvent } from '../events/session-events.ts';
import { openSampleEnd } from './open-sample-end.ts';
import { createFeatureStarter } from './start-features.ts';
import { savePositionOnReload, reloadPage } from './reload-position.ts';
import { restoreFocus } from './focus-restoration.ts';
import { startShortcuts } from './shortcuts.ts';
import { reportReading } from './reading-report.ts';
import { replayEarlyInput } from './early-input.ts';
import { reportFailures } from './report-failures.ts';
import type { applyFonts } from '../theme/font-faces.ts';

type ApplyFonts = typeof applyFonts;

/**
 * Starts the session, repeats the input that arrived earlier, and then enables the rendered
 * controls, in this order, so that no input is lost. Each step runs in a separate task so that none
 * blocks a slow phone for long.
 */
export async function startControls(reader: SessionReader, context: SessionContext): Promise<void> {
  const started = startSession(reader, context);
  // At once, because the reader holds all requests until then: of the keys that open a panel and
  // type into it, the second depends on the state that the first has changed.
  replayEarlyInput(reader, context);
  await reader.updateComplete;
  await nextTask();
  await defineControls();
  await started;
}

/** Flush functions for queued analytics events, keyed by each open book's abort signal. */
const refreshBySignal = new WeakMap<AbortSignal, () => void>();

/**
 * Starts everything that is not needed for the first text, which includes control requests and the
 * open book's features. It is safe to call again when the language or the consent changes, because
 * nothing starts twice.
 */
async function startSession(reader: SessionReader, context: SessionContext): Promise<void> {
  const { opened, store, connectedSignal, bookSignal } = context;
  if (!refreshBySignal.has(connectedSignal)) {
    refreshBySignal.set(connectedSignal, () => {});
    restoreFocus(reader, context);
    handleRequests(reader, store, reloadPage, connectedSignal);
    handleFullscreen(reader, store, connectedSignal);
    reportFailures(reader, store, connectedSignal);
    saveSettingsOnChange(reader, context);
  }
  refreshBySignal.get(bookSignal)?.();
  if (!opened || bookSignal.aborted || refreshBySignal.has(bookSignal)) return;
  const embed = parseExtras(opened.embed);
  for (const { parameter, detail } of parseWarnings(opened.embed)) {
    console.warn(`<${reader.localName}> ignored ${parameter}. ${detail}`);
  }
  openSampleEnd(reader, store, bookSignal);
  const flushReport = reportReading(reader, { ...context, ...opened, embed }, bookSignal);
  refreshBySignal.set(bookSignal, flushReport);
  savePositionOnReload(reader, context, bookSignal);
  const relayout = () => reader.renderRoot.querySelector('svc-page')?.relayout();
  void loadFonts(embed.deployment?.fonts ?? [], relayout, bookSignal);
  const page = reader.renderRoot.querySelector('svc-page');
  if (!page) return;
  const book = { ...context, ...opened, embed, page };
  // Start shortcuts together with the controls so that early key presses are not lost.
  startShortcuts(reader, book, bookSignal);
  const startFeatures = createFeatureStarter(reader, book, bookSignal);
  refreshBySignal.set(bookSignal, () => {
    flushReport();
    void startFeatures();
  });
  await startFeatures();
}

/** Adds the deployment's fonts. If their code fails to load, the text keeps its fallback fonts. */
async function loadFonts(...[fonts, onLoad, signal]: Parameters<ApplyFonts>): Promise<void> {
  if (fonts.length === 0) return;
  const module = await import('../theme/font-faces.ts').catch(() => null);
  if (!signal.aborted) await module?.applyFonts(fonts, onLoad, signal);
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
