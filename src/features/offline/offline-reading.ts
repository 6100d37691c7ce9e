import type { BookSession, SessionReader } from '../feature.ts';
import { OfflineChangeEvent } from '../../events/session-events.ts';
import { downloadBook, fetchFileList } from './download-book.ts';
import { keepTextFiles } from './download-text-files.ts';
import { loadStatements } from '../../i18n/load-statements.ts';
import { preloadCode } from './preload-code.ts';
import {
  isOfflineSupported,
  listOfflineBooks,
  findOfflineFile,
  readOfflineBook,
  removeOfflineBook,
  writeOfflineBook,
  type OfflineBook,
  cacheKey,
} from './offline-books.ts';

/**
 * Downloads the open book on request, or immediately with `offline="auto"`. Replaces images that
 * fail to load with the stored ones.
 */
export function startOfflineReading(
  reader: SessionReader,
  session: BookSession,
  signal: AbortSignal,
): void {
  if (!isOfflineSupported()) return;
  const { embed, source, store, page, consent } = session;
  const storeTextFiles = keepTextFiles(session, signal);
  const loadTexts = async () => {
    const locale = session.messages()?.locale;
    if (locale) await loadStatements(locale).catch(() => null);
  };
  const { id } = embed.book;
  const name = reader.getAttribute('book') ?? id;
  let download: AbortController | null = null;

  reader.addEventListener(
    'svc-offline-request',
    ({ isKept, bookId }) =>
      void (isKept ? downloadCurrent({ isRequested: true }) : remove(bookId ?? id)),
    { signal },
  );
  // Delete the book when access ends.
  reader.addEventListener('svc-access-expired', () => void removeOfflineBook(id), { signal });
  page.addEventListener('svc-page-mount', ({ view }) => useStoredImages(view.host), { signal });
  for (const view of page.rendition?.views.mounted.values() ?? []) useStoredImages(view.host);
  signal.addEventListener('abort', () => download?.abort());
  void start();

  async function start(): Promise<void> {
    const before = await readOfflineBook(id);
    if (signal.aborted) return;
    // The server has just confirmed access. A new edition replaces the stored one.
    const isOld = before && cacheKey(before.content) !== cacheKey(embed.session.content);
    if (before && navigator.onLine && !isOld) await renew(before);
    await show('idle');
    const isAutomatic = reader.getAttribute('offline') === 'auto' && consent() !== 'required';
    if ((isAutomatic && !before) || isOld) await downloadCurrent({ isRequested: false });
    else if (before && navigator.onLine) {
      await preloadCode(signal).catch(() => null);
      await Promise.all([storeTextFiles(), loadTexts()]);
    }
  }

  async function renew(book: OfflineBook): Promise<void> {
    const { expiresAt } = source.access;
    const endsAtMs = expiresAt ? Date.parse(expiresAt) : null;
    const names = [...new Set([...book.names, name])];
    await writeOfflineBook({ ...book, names, endsAtMs, seenAtMs: Date.now() });
  }

  async function downloadCurrent({ isRequested }: { isRequested: boolean }): Promise<void> {
    if (download) return;
    download = new AbortController();
    // Without persistent storage, the browser may evict the book when storage is low. Some browsers
    // prompt the reader first.
    if (isRequested) void navigator.storage?.persist?.().catch(() => false);
    try {
      await show('keeping');
      const book = await downloadBook(
        {
          embed,
          source,
          name,
          nowMs: Date.now(),
          onProgress: (progress) => !download?.signal.aborted && report('keeping', progress),
        },
        download.signal,
      );
      await preloadCode(download.signal);
      await Promise.all([storeTextFiles(), loadTexts()]);
      download = null;
      await show('idle');
      reader.dispatchEvent(new OfflineChangeEvent({ bookId: id, isKept: true, bytes: book.bytes }));
    } catch (error) {
      const isStopped = download?.signal.aborted;
      download = null;
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      if (!signal.aborted) await show(isStopped ? 'idle' : isFull ? 'full' : 'failed');
    }
  }

  async function remove(bookId: string): Promise<void> {
    if (bookId === id) download?.abort();
    await removeOfflineBook(bookId);
    await show('idle');
    reader.dispatchEvent(new OfflineChangeEvent({ bookId, isKept: false, bytes: 0 }));
  }

  async function show(status: 'idle' | 'keeping' | 'full' | 'failed'): Promise<void> {
    const books = await listOfflineBooks();
    const stored = books.find((book) => book.id === id);
    const list = stored ? null : await fetchFileList(source, signal).catch(() => null);
    if (signal.aborted) return;
    const offline = { status, books, bytes: stored?.bytes ?? list?.bytes ?? null, doneBytes: 0 };
    store.dispatch({ type: 'offline', offline });
  }

  function report(status: 'keeping', progress: { bytes: number; doneBytes: number }): void {
    const { offline } = store.state;
    if (offline) store.dispatch({ type: 'offline', offline: { ...offline, status, ...progress } });
  }

  /** Replaces images that fail to load with the stored ones. */
  function useStoredImages({ shadowRoot }: HTMLElement): void {
    const tried = new WeakSet<HTMLImageElement>();
    const tryOnce = (image: HTMLImageElement) => {
      if (tried.has(image)) return;
      tried.add(image);
      void showStoredImage(image);
    };
    shadowRoot?.addEventListener(
      'error',
      ({ target }) => target instanceof HTMLImageElement && tryOnce(target),
      { signal, capture: true },
    );
    // Images on the first page may already have failed.
    for (const image of shadowRoot?.querySelectorAll('img') ?? []) {
      if (image.complete && image.naturalWidth === 0) tryOnce(image);
    }
  }

  async function showStoredImage(image: HTMLImageElement): Promise<void> {
    const stored = await findOfflineFile(id, image.src).catch(() => undefined);
    if (!stored || signal.aborted) return;
    const address = URL.createObjectURL(await stored.blob());
    signal.addEventListener('abort', () => URL.revokeObjectURL(address));
    image.src = address;
  }
}
