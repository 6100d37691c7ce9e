import { parseSettings, type Settings } from './settings.ts';

/**
 * The subset of `localStorage` that is used. Any method may throw, for example in private windows.
 */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** A saved reading position, which is the part of a locator needed to find the page again. */
export interface SavedPosition {
  section: number;
  /** Id of the chapter if the section is one. */
  chapter?: string;
  offset: number;
  /** See `TextPosition`. */
  share?: number;
  highlight: string;
  /** Time of saving in milliseconds since 1970. */
  atMs?: number;
}

/** Data stored between visits. */
export interface ReaderStorage {
  position(book: string): SavedPosition | null;
  /** Saves the position at the next `flush`, because writing takes too long for a page turn. */
  deferPosition(book: string, position: SavedPosition): void;
  /** Saves the deferred position, if there is one. */
  flush(): void;
  settings(): Partial<Settings>;
  saveSettings(settings: Settings): void;
  /** Reads any other stored value. The value is not validated and other scripts can write it. */
  read(name: string): unknown;
  write(name: string, value: object): void;
}

/**
 * Returns the storage key of a value. For example, `name` is `settings`, or `place:` and a book id.
 */
export const storageKey = (name: string) => `svc-reader:${name}`;

/**
 * Creates the storage. Values saved for a page reload take precedence over stored values.
 *
 * @param storage - Called for each access. Returns null while storing is not allowed.
 */
export function createReaderStorage(
  storage: () => TextStorage | null,
  now = Date.now,
): ReaderStorage {
  const read = (name: string): unknown => {
    const key = storageKey(name);
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? storage()?.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  };
  const write = (name: string, value: object): void => {
    try {
      storage()?.setItem(storageKey(name), JSON.stringify(value));
    } catch {
      // Storage is full or blocked, so reading continues without saving.
    }
  };
  // Positions in memory need no consent.
  const positions = new Map<string, SavedPosition>();
  let deferred: [book: string, position: SavedPosition] | null = null;
  return {
    position: (book) => positions.get(book) ?? parsePosition(read(`place:${book}`)),
    deferPosition: (book, position) => {
      deferred = [book, position];
    },
    flush: () => {
      if (!deferred) return;
      const [book, position] = deferred;
      deferred = null;
      const saved = { ...position, atMs: now() };
      positions.set(book, saved);
      write(`place:${book}`, saved);
    },
    settings: () => parseSettings(read('settings')),
    saveSettings: (settings) => write('settings', settings),
    read,
    write,
  };
}

function parsePosition(value: unknown): SavedPosition | null {
  const { section, offset, share, highlight, chapter, atMs } = Object(value);
  if (!isIndex(section) || !isIndex(offset) || typeof highlight !== 'string') return null;
  return {
    section,
    offset,
    highlight,
    ...(share > 0 && { share }),
    ...(chapter && { chapter: String(chapter) }),
    ...(isIndex(atMs) && { atMs }),
  };
}

function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
