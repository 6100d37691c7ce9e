import type { BookSession, SessionReader } from '../feature.ts';
import { OfflineChangeEvent } from '../../events/session-events.ts';
import { downloadBook, fetchFileList } from './download-book.ts';
import { preloadCode } from './preload-code.ts';
import {
  isOfflineSupported,
  listOfflineBooks,
  findOfflineFile,
  readOfflineBook,
  removeOfflineBook,
  writeOfflineBook,
  type OfflineBook,
} from './offline-books.ts';

/**
 * Keeps the open book on this device when a person asks for it, or at once with `offline="auto"`; and shows
 * its pictures where the network does not bring them.
 */
export function startOfflineReading(
  reader: SessionReader,
  { embed, source, store, page, consent }: BookSession,
  signal: AbortSignal,
): void {
  if (!isOfflineSupported()) return;
  const { id } = embed.book;
  const name = reader.getAttribute('book') ?? id;
  let keeping: AbortController | null = null;

  reader.addEventListener(
    'svc-offline-request',
    ({ isKept, bookId }) => void (isKept ? keep({ isAsked: true }) : remove(bookId ?? id)),
    { signal },
  );
  // What may no longer be read does not stay.
  reader.addEventListener('svc-access-expired', () => void removeOfflineBook(id), { signal });
  page.addEventListener('svc-page-mount', ({ view }) => showKept(view.host), { signal });
  for (const view of page.rendition?.views.mounted.values() ?? []) showKept(view.host);
  signal.addEventListener('abort', () => keeping?.abort());
  void begin();

  async function begin(): Promise<void> {
    const before = await readOfflineBook(id);
    if (signal.aborted) return;
    // The server has just let it be read; a new edition takes the place of the old one.
    if (before && navigator.onLine && before.content === embed.session.content) await see(before);
    await show('idle');
    const isWanted = reader.getAttribute('offline') === 'auto' && consent() !== 'required';
    const isOld = before && before.content !== embed.session.content;
    if ((isWanted && !before) || isOld) await keep({ isAsked: false });
    else if (before && navigator.onLine) await preloadCode(signal).catch(() => null);
  }

  async function see(book: OfflineBook): Promise<void> {
    const { expiresAt } = source.access;
    const endsAtMs = expiresAt ? Date.parse(expiresAt) : null;
    const names = [...new Set([...book.names, name])];
    await writeOfflineBook({ ...book, names, endsAtMs, seenAtMs: Date.now() });
  }

  async function keep({ isAsked }: { isAsked: boolean }): Promise<void> {
    if (keeping) return;
    keeping = new AbortController();
    // Else the browser may clear it away when room is short; some ask the person first.
    if (isAsked) void navigator.storage?.persist?.().catch(() => false);
    try {
      await show('keeping');
      const book = await downloadBook(
        {
          embed,
          source,
          name,
          nowMs: Date.now(),
          onProgress: (progress) => !keeping?.signal.aborted && tell('keeping', progress),
        },
        keeping.signal,
      );
      await preloadCode(keeping.signal);
      keeping = null;
      await show('idle');
      reader.dispatchEvent(new OfflineChangeEvent({ bookId: id, isKept: true, bytes: book.bytes }));
    } catch (error) {
      const isStopped = keeping?.signal.aborted;
      keeping = null;
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      if (!signal.aborted) await show(isStopped ? 'idle' : isFull ? 'full' : 'failed');
    }
  }

  async function remove(bookId: string): Promise<void> {
    if (bookId === id) keeping?.abort();
    await removeOfflineBook(bookId);
    await show('idle');
    reader.dispatchEvent(new OfflineChangeEvent({ bookId, isKept: false, bytes: 0 }));
  }

  async function show(status: 'idle' | 'keeping' | 'full' | 'failed'): Promise<void> {
    const books = await listOfflineBooks();
    const kept = books.find((book) => book.id === id);
    const list = kept ? null : await fetchFileList(source, signal).catch(() => null);
    if (signal.aborted) return;
    const offline = { status, books, bytes: kept?.bytes ?? list?.bytes ?? null, doneBytes: 0 };
    store.dispatch({ type: 'offline', offline });
  }

  function tell(status: 'keeping', progress: { bytes: number; doneBytes: number }): void {
    const { offline } = store.state;
    if (offline) store.dispatch({ type: 'offline', offline: { ...offline, status, ...progress } });
  }

  /** A picture that did not come is taken from what is kept. */
  function showKept({ shadowRoot }: HTMLElement): void {
    const tried = new WeakSet<HTMLImageElement>();
    const tryOnce = (picture: HTMLImageElement) => {
      if (tried.has(picture)) return;
      tried.add(picture);
      void showPicture(picture);
    };
    shadowRoot?.addEventListener(
      'error',
      ({ target }) => target instanceof HTMLImageElement && tryOnce(target),
      { signal, capture: true },
    );
    // Those of the first page may have failed before.
    for (const picture of shadowRoot?.querySelectorAll('img') ?? []) {
      if (picture.complete && picture.naturalWidth === 0) tryOnce(picture);
    }
  }

  async function showPicture(picture: HTMLImageElement): Promise<void> {
    const kept = await findOfflineFile(id, picture.src).catch(() => undefined);
    if (!kept || signal.aborted) return;
    const address = URL.createObjectURL(await kept.blob());
    signal.addEventListener('abort', () => URL.revokeObjectURL(address));
    picture.src = address;
  }
}
