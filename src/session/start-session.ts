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

/** A reader, as far as it is looked after. */
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

/** What looking after a reader needs of it. */
export interface SessionContext {
  /** Null when no book could be opened. */
  opened: { embed: Embed; source: BookSource; lastReadAtMs: number | null } | null;
  store: ReaderStore;
  storage: ReaderStorage;
  messages: () => Messages | null;
  /** What the page, else the deployment, says of consent. */
  consent: () => string | undefined;
  /** Shows the book anew, beginning with a section that is here. */
  showBook: (
    book: OpenBook,
    source: BookSource & Pick<RenditionBook, 'fonts'>,
    landing: Landing,
  ) => void;
  /** Raised when the reader leaves its page. */
  connectedSignal: AbortSignal;
  /** Raised when the book is closed. */
  bookSignal: AbortSignal;
}

/** How to send at once what waits to be told, by the signal of each open book. */
const refreshBySignal = new WeakMap<AbortSignal, () => void>();

/**
 * Does what a reader does besides showing pages: answers its controls, and looks after the open book. May
 * be called again, when the words or the consent are others: what was begun is not begun twice.
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
  // With the controls: what is pressed before the rest is here would be lost.
  startShortcuts(reader, book, bookSignal);
  const begun = new Set<object>();
  const begin = async (): Promise<void> => {
    const wanted = features.filter((one) => !begun.has(one) && one.isNeeded(book, reader));
    for (const one of wanted) begun.add(one);
    // Of what does not come, reading does without.
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
