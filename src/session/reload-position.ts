import { storageKey } from '../state/reader-storage.ts';
import type { SessionContext, SessionReader } from '../features/feature.ts';

const savers = new Set<() => void>();

/**
 * Takes the place along over a reload that the person asks for, where nothing is kept without their word.
 * What was taken along the last time has been read by now, and is forgotten.
 */
export function savePositionOnReload(
  reader: SessionReader,
  { store, consent }: Pick<SessionContext, 'store' | 'consent'>,
  signal: AbortSignal,
): void {
  const key = storageKey(`place:${reader.book}`);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Where storage is refused, there was nothing in it.
    return;
  }
  savers.add(keep);
  signal.addEventListener('abort', () => savers.delete(keep));

  function keep(): void {
    const { locator } = reader;
    // With their word, the place is kept when the page is left.
    if (!locator || consent() !== 'required') return;
    const { section, offset } = locator.locations;
    const chapter = store.state.book?.order[section]?.chapter?.id;
    const place = { section, offset, chapter, highlight: locator.text.highlight };
    try {
      sessionStorage.setItem(key, JSON.stringify(place));
    } catch {
      // Full: the book begins where it begins.
    }
  }
}

/** Keeps the places of all readers of the page that may not keep them otherwise. */
export function savePositions(): void {
  for (const keep of savers) keep();
}

/** Loads the page anew: it goes on where it was. */
export function reloadPage(): void {
  savePositions();
  location.reload();
}
