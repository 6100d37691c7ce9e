import { parseSettings, type Settings } from './settings.ts';

/** What `localStorage` is to the reader. Any of it may throw, as it does in private windows. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Where a person was in a book: as much of a locator as finding the page again needs. */
export interface SavedPosition {
  section: number;
  /** Id of the chapter, where it was one. */
  chapter?: string;
  offset: number;
  highlight: string;
  /** When it was kept, in milliseconds since 1970. */
  atMs?: number;
}

/** What is kept from one visit to the next. */
export interface ReaderStorage {
  position(book: string): SavedPosition | null;
  /** Saves the position at the next `flush`, because writing takes longer than a page turn may. */
  deferPosition(book: string, position: SavedPosition): void;
  /** Saves the deferred position, if there is one. */
  flush(): void;
  settings(): Partial<Settings>;
  saveSettings(settings: Settings): void;
  /** Any other stored value; unchecked, because other scripts can write there. */
  read(name: string): unknown;
  write(name: string, value: object): void;
}

/** Where a thing is kept, by its name: `settings`, or `place:` and the id of the book. */
export const storageKey = (name: string) => `svc-reader:${name}`;

/**
 * What is kept in the storage, and before it what a person took along when they reloaded the page.
 *
 * @param storage - Asked each time; null while nothing may be kept.
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
      // Full or forbidden: reading goes on, only the place is not kept.
    }
  };
  // While the element lives, it needs nobody's consent to know where it was.
  const here = new Map<string, SavedPosition>();
  let deferred: [book: string, position: SavedPosition] | null = null;
  return {
    position: (book) => here.get(book) ?? parsePosition(read(`place:${book}`)),
    deferPosition: (book, position) => {
      deferred = [book, position];
    },
    flush: () => {
      if (!deferred) return;
      const [book, position] = deferred;
      deferred = null;
      const saved = { ...position, atMs: now() };
      here.set(book, saved);
      write(`place:${book}`, saved);
    },
    settings: () => parseSettings(read('settings')),
    saveSettings: (settings) => write('settings', settings),
    read,
    write,
  };
}

function parsePosition(value: unknown): SavedPosition | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('section' in value && 'offset' in value && 'highlight' in value)) return null;
  const { section, offset, highlight } = value;
  const chapter = 'chapter' in value ? String(value.chapter) : undefined;
  const atMs = 'atMs' in value && isIndex(value.atMs) ? value.atMs : undefined;
  if (!isIndex(section) || !isIndex(offset) || typeof highlight !== 'string') return null;
  return { section, offset, highlight, ...(chapter && { chapter }), ...(atMs && { atMs }) };
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
