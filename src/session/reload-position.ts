import { storageKey } from '../state/reader-storage.ts';
import type { SessionContext, SessionReader } from '../features/feature.ts';

const savers = new Set<() => void>();

/**
 * Preserves the position across a reload that the user starts in the reader, even without consent
 * to store positions. Removes the position of the previous reload, which has already been used.
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
    // Storage is blocked, so nothing is saved.
    return;
  }
  savers.add(save);
  signal.addEventListener('abort', () => savers.delete(save));

  function save(): void {
    const { locator } = reader;
    // With consent, the position is saved as usual when the page is hidden.
    if (!locator || consent() !== 'required') return;
    const { section, offset, share } = locator.locations;
    const chapter = store.state.book?.order[section]?.chapter?.id;
    const { highlight } = locator.text;
    const position = { section, offset, share, chapter, highlight };
    try {
      sessionStorage.setItem(key, JSON.stringify(position));
    } catch {
      // Storage is full, so the book opens at its beginning.
    }
  }
}

/** Saves the positions of all readers on the page that lack consent. */
export function savePositions(): void {
  for (const save of savers) save();
}

/** Reloads the page. Readers reopen at their current position. */
export function reloadPage(): void {
  savePositions();
  location.reload();
}
