import type { ChapterChange, ChapterStore } from './chapter-store.ts';
import type { ReaderEvent } from './contract.ts';

/** Readers hear of what another process commits after a second at most. */
const lookEveryMs = 1000;

/** Who wants to hear of the changes of a book. */
export interface Watcher {
  bookId: string;
  /** Number of the last change that it knows. */
  known: number;
  onEvents(events: ReaderEvent[]): void;
  /** Called after every look, about every second. */
  onLook(): void;
  /** The process ends. */
  onEnd(): void;
}

export interface BookWatch {
  /** Begins at once, with what is behind `known`; returns how to stop. */
  add(watcher: Watcher): () => void;
  /** Looks at once: what has changed in this process need not wait. */
  wake(bookId: string): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  chapters: Pick<ChapterStore, 'lastChanges' | 'changes'>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onFault: (error: unknown) => void;
}

/**
 * Tells readers of what any process commits: one query a second for all watched books, however many
 * readers each has, and one more for a book that has changed. None while nobody watches.
 */
export function watchBooks({ chapters, wait, onFault }: WatchOptions): BookWatch {
  const watchers = new Map<string, Set<Watcher>>();
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let isLookDue = false;
  let woken = new AbortController();

  async function run(): Promise<void> {
    while (watchers.size > 0 && !closing.signal.aborted) {
      isLookDue = false;
      woken = new AbortController();
      await look().catch(onFault);
      for (const one of all()) one.onLook();
      if (isLookDue) continue;
      const signal = AbortSignal.any([woken.signal, closing.signal]);
      await wait(lookEveryMs, signal).catch(() => null);
    }
    running = null;
  }

  async function look(): Promise<void> {
    for (const [bookId, change] of await chapters.lastChanges([...watchers.keys()])) {
      const behind = [...(watchers.get(bookId) ?? [])].filter(({ known }) => known < change);
      if (behind.length === 0) continue;
      const least = Math.min(...behind.map(({ known }) => known));
      tell(behind, change, await chapters.changes(bookId, least));
    }
  }

  function tell(behind: Watcher[], change: number, changes: ChapterChange[]): void {
    for (const watcher of behind) {
      const { known } = watcher;
      watcher.known = Math.max(change, changes.at(-1)?.change ?? 0);
      watcher.onEvents(changes.filter((one) => one.change > known).map((one) => seen(one, known)));
    }
  }

  function all(): Watcher[] {
    return [...watchers.values()].flatMap((some) => [...some]);
  }

  function wake(bookId: string): void {
    if (!watchers.has(bookId)) return;
    isLookDue = true;
    woken.abort();
  }

  return {
    add(watcher) {
      const { bookId } = watcher;
      if (closing.signal.aborted) watcher.onEnd();
      const some = watchers.get(bookId) ?? new Set();
      watchers.set(bookId, some.add(watcher));
      running ??= run();
      wake(bookId);
      return () => {
        some.delete(watcher);
        if (some.size === 0 && watchers.get(bookId) === some) watchers.delete(bookId);
      };
    },
    wake,
    async close() {
      closing.abort();
      for (const one of all()) one.onEnd();
      await running;
    },
  };
}

/** A change, to whoever knows the book as it was after another. */
function seen({ change, publishedChange, item }: ChapterChange, known: number): ReaderEvent {
  const isNew = publishedChange !== null && publishedChange > known;
  const type =
    publishedChange === null
      ? 'chapter.unpublished'
      : isNew
        ? 'chapter.published'
        : 'chapter.updated';
  return { id: String(change), type, data: item };
}
