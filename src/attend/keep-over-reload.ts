import { keyOf } from '../reader/memory.ts';
import type { Attendance, AttendedReader } from './attend.ts';

const keepers = new Set<() => void>();

/**
 * Takes the place along over a reload that the person asks for, where nothing is kept without their word.
 * What was taken along the last time has been read by now, and is forgotten.
 */
export function keepOverReload(
  reader: AttendedReader,
  { store, consent }: Pick<Attendance, 'store' | 'consent'>,
  signal: AbortSignal,
): void {
  const key = keyOf(`place:${reader.book}`);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Where storage is refused, there was nothing in it.
    return;
  }
  keepers.add(keep);
  signal.addEventListener('abort', () => keepers.delete(keep));

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
export function keepPlaces(): void {
  for (const keep of keepers) keep();
}

/** Loads the page anew: it goes on where it was. */
export function reloadPage(): void {
  keepPlaces();
  location.reload();
}
