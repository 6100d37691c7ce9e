import type { ChapterChange, PublishedChapterStore } from './published-chapter-store.ts';
import type { ReaderEvent } from './contract.ts';

/** Readers hear of what another process commits after a second at most. */
const pollIntervalMs = 1000;

/** Who wants to hear of the changes of a book. */
export interface ChangeSubscriber {
  bookId: string;
  /** Number of the last change that it knows. */
  lastChange: number;
  onEvents(events: ReaderEvent[]): void;
  /** Called after every look, about every second. */
  onPoll(): void;
  /** The process ends. */
  onClose(): void;
}

export interface ChapterChangeFeed {
  /** Begins at once, with what is behind `known`; returns how to stop. */
  subscribe(watcher: ChangeSubscriber): () => void;
  /** Looks at once: what has changed in this process need not wait. */
  pollNow(bookId: string): void;
  close(): Promise<void>;
}

export interface ChapterChangeFeedOptions {
  chapters: Pick<PublishedChapterStore, 'lastChangeNumbers' | 'changesAfter'>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onError: (error: unknown) => void;
}

/**
 * Tells readers of what any process commits: one query a second for all watched books, however many
 * readers each has, and one more for a book that has changed. None while nobody watches.
 */
export function chapterChangeFeed({
  chapters,
  wait,
  onError,
}: ChapterChangeFeedOptions): ChapterChangeFeed {
  const watchers = new Map<string, Set<ChangeSubscriber>>();
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let isLookDue = false;
  let woken = new AbortController();

  async function run(): Promise<void> {
    while (watchers.size > 0 && !closing.signal.aborted) {
      isLookDue = false;
      woken = new AbortController();
      await look().catch(onError);
      for (const one of all()) one.onPoll();
      if (isLookDue) continue;
      const signal = AbortSignal.any([woken.signal, closing.signal]);
      await wait(pollIntervalMs, signal).catch(() => null);
    }
    running = null;
  }

  async function look(): Promise<void> {
    for (const [bookId, change] of await chapters.lastChangeNumbers([...watchers.keys()])) {
      const behind = [...(watchers.get(bookId) ?? [])].filter(
        ({ lastChange }) => lastChange < change,
      );
      if (behind.length === 0) continue;
      const least = Math.min(...behind.map(({ lastChange }) => lastChange));
      tell(behind, change, await chapters.changesAfter(bookId, least));
    }
  }

  function tell(behind: ChangeSubscriber[], change: number, changes: ChapterChange[]): void {
    for (const watcher of behind) {
      const { lastChange } = watcher;
      watcher.lastChange = Math.max(change, changes.at(-1)?.number ?? 0);
      watcher.onEvents(
        changes
          .filter((one) => one.number > lastChange)
          .map((one) => toReaderEvent(one, lastChange)),
      );
    }
  }

  function all(): ChangeSubscriber[] {
    return [...watchers.values()].flatMap((some) => [...some]);
  }

  function wake(bookId: string): void {
    if (!watchers.has(bookId)) return;
    isLookDue = true;
    woken.abort();
  }

  return {
    subscribe(watcher) {
      const { bookId } = watcher;
      if (closing.signal.aborted) watcher.onClose();
      const some = watchers.get(bookId) ?? new Set();
      watchers.set(bookId, some.add(watcher));
      running ??= run();
      wake(bookId);
      return () => {
        some.delete(watcher);
        if (some.size === 0 && watchers.get(bookId) === some) watchers.delete(bookId);
      };
    },
    pollNow: wake,
    async close() {
      closing.abort();
      for (const one of all()) one.onClose();
      await running;
    },
  };
}

/** A change, to whoever knows the book as it was after another. */
function toReaderEvent(
  { number, publishedNumber, item }: ChapterChange,
  known: number,
): ReaderEvent {
  const isNew = publishedNumber !== null && publishedNumber > known;
  const type =
    publishedNumber === null
      ? 'chapter.unpublished'
      : isNew
        ? 'chapter.published'
        : 'chapter.updated';
  return { id: String(number), type, data: item };
}
