import type { ChapterChange, PublishedChapterStore } from './published-chapter-store.ts';
import type { ReaderEvent } from './contract.ts';

/** Maximum delay until readers receive a change that another process commits. */
const pollIntervalMs = 1000;

/** A subscriber to a book's changes. */
export interface ChangeSubscriber {
  bookId: string;
  /** Number of the last change that the subscriber has received. */
  lastChange: number;
  onEvents(events: ReaderEvent[]): void;
  /** Called after every poll, about once a second. */
  onPoll(): void;
  /** Called when the process shuts down. */
  onClose(): void;
}

export interface ChapterChangeFeed {
  /**
   * Starts immediately with the changes after `lastChange`. Returns a function that unsubscribes.
   */
  subscribe(subscriber: ChangeSubscriber): () => void;
  /** Polls immediately to deliver changes made in this process without delay. */
  pollNow(bookId: string): void;
  close(): Promise<void>;
}

export interface ChapterChangeFeedOptions {
  chapters: Pick<PublishedChapterStore, 'lastChangeNumbers' | 'changesAfter'>;
  /** Waits. Rejects if the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onError: (error: unknown) => void;
}

/**
 * Notifies readers of changes that any process commits. Makes one query per second for all
 * subscribed books, regardless of the number of readers, and another for each changed book. Makes
 * no queries without subscribers.
 */
export function chapterChangeFeed({
  chapters,
  wait,
  onError,
}: ChapterChangeFeedOptions): ChapterChangeFeed {
  const subscribers = new Map<string, Set<ChangeSubscriber>>();
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let isPollDue = false;
  let wakeUp = new AbortController();

  async function run(): Promise<void> {
    while (subscribers.size > 0 && !closing.signal.aborted) {
      isPollDue = false;
      wakeUp = new AbortController();
      await poll().catch(onError);
      for (const one of all()) one.onPoll();
      if (isPollDue) continue;
      const signal = AbortSignal.any([wakeUp.signal, closing.signal]);
      await wait(pollIntervalMs, signal).catch(() => null);
    }
    running = null;
  }

  async function poll(): Promise<void> {
    for (const [bookId, change] of await chapters.lastChangeNumbers([...subscribers.keys()])) {
      const behind = [...(subscribers.get(bookId) ?? [])].filter(
        ({ lastChange }) => lastChange < change,
      );
      if (behind.length === 0) continue;
      const least = Math.min(...behind.map(({ lastChange }) => lastChange));
      notify(behind, change, await chapters.changesAfter(bookId, least));
    }
  }

  function notify(behind: ChangeSubscriber[], change: number, changes: ChapterChange[]): void {
    for (const subscriber of behind) {
      const { lastChange } = subscriber;
      subscriber.lastChange = Math.max(change, changes.at(-1)?.number ?? 0);
      subscriber.onEvents(
        changes
          .filter((one) => one.number > lastChange)
          .map((one) => toReaderEvent(one, lastChange)),
      );
    }
  }

  function all(): ChangeSubscriber[] {
    return [...subscribers.values()].flatMap((some) => [...some]);
  }

  function wake(bookId: string): void {
    if (!subscribers.has(bookId)) return;
    isPollDue = true;
    wakeUp.abort();
  }

  return {
    subscribe(subscriber) {
      const { bookId } = subscriber;
      if (closing.signal.aborted) subscriber.onClose();
      const some = subscribers.get(bookId) ?? new Set();
      subscribers.set(bookId, some.add(subscriber));
      running ??= run();
      wake(bookId);
      return () => {
        some.delete(subscriber);
        if (some.size === 0 && subscribers.get(bookId) === some) subscribers.delete(bookId);
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

/** Converts a change for a subscriber whose last change is `lastChange`. */
function toReaderEvent(
  { number, publishedNumber, item }: ChapterChange,
  lastChange: number,
): ReaderEvent {
  const isNew = publishedNumber !== null && publishedNumber > lastChange;
  const type =
    publishedNumber === null
      ? 'chapter.unpublished'
      : isNew
        ? 'chapter.published'
        : 'chapter.updated';
  return { id: String(number), type, data: item };
}
