import { type MarkAnnotation, toWebAnnotation, readWebAnnotation } from './web-annotation.ts';
import type { MarkStore } from './annotation-store.ts';

/** An annotation's last change that is not stored yet. `annotation` is null if it was deleted. */
export interface PendingWrite {
  id: string;
  annotation: MarkAnnotation | null;
}

export interface WriteQueueOptions {
  store: MarkStore;
  bookId: string;
  /** Changes from an earlier visit that were not stored. */
  pending: readonly PendingWrite[];
  /** Saves the pending changes so that they survive leaving the page. */
  savePending: (pending: readonly PendingWrite[]) => void;
  /** Called with true after a write has failed, and with false when all changes are stored. */
  onWaiting: (isWaiting: boolean) => void;
  /** Calls back after a delay. */
  schedule: (call: () => void, ms: number) => void;
}

const firstPauseMs = 2000;
const maxPauseMs = 60_000;

/**
 * Writes changes in order and retries failed ones. Only the latest change to each annotation is
 * written.
 */
export class WriteQueue {
  store: MarkStore;
  readonly #options: WriteQueueOptions;
  readonly #pending = new Map<string, PendingWrite>();
  #isWriting = false;
  #pauseMs = firstPauseMs;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.store = options.store;
    for (const one of options.pending) this.#pending.set(one.id, one);
  }

  /** Changes that are not stored yet. */
  get pending(): PendingWrite[] {
    return [...this.#pending.values()];
  }

  write(changes: readonly PendingWrite[]): void {
    for (const change of changes) {
      this.#pending.delete(change.id);
      this.#pending.set(change.id, change);
    }
    this.#savePending();
    void this.flush();
  }

  /** Writes all pending changes. */
  async flush(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    let savedCount = this.#pending.size;
    try {
      for (let [next] = this.#pending.values(); next; [next] = this.#pending.values()) {
        await this.#write(next);
        // The annotation may have changed again during the write.
        if (this.#pending.get(next.id) === next) this.#pending.delete(next.id);
        // Saving serializes all pending changes, so it runs only when their number has halved.
        if (this.#pending.size > savedCount / 2) continue;
        this.#savePending();
        savedCount = this.#pending.size;
      }
      this.#pauseMs = firstPauseMs;
      this.#options.onWaiting(false);
    } catch {
      this.#savePending();
      this.#options.onWaiting(true);
      this.#options.schedule(() => void this.flush(), this.#pauseMs);
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
    } finally {
      this.#isWriting = false;
    }
  }

  async #write({ id, annotation }: PendingWrite): Promise<void> {
    const { bookId } = this.#options;
    const response = annotation
      ? await this.store.put(annotation, bookId)
      : await this.store.remove(id, bookId);
    if (response instanceof Response && !response.ok)
      throw new Error(`The annotation store responded with status ${response.status}.`);
  }

  #savePending(): void {
    this.#options.savePending(this.pending);
  }
}

/**
 * The subset of `localStorage` that is used, or null while storing is not allowed. Each method may
 * throw.
 */
type PendingStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns storage for changes that are not written yet, which preserves them across visits. */
export function pendingWriteStorage(book: string, storage: () => PendingStorage | null) {
  const key = `svc-reader:marks:${book}`;
  return {
    read(nowIso: string): PendingWrite[] {
      try {
        const list: unknown = JSON.parse(storage()?.getItem(key) ?? '[]');
        return Array.isArray(list) ? list.flatMap((one) => readPending(one, nowIso) ?? []) : [];
      } catch {
        return [];
      }
    },
    save(pending: readonly PendingWrite[]): void {
      try {
        if (pending.length > 0) storage()?.setItem(key, JSON.stringify(pending));
        else storage()?.removeItem(key);
      } catch {
        // Storage is full or forbidden. The reader has already been informed that changes are
        // waiting.
      }
    },
  };
}

function readPending(value: unknown, nowIso: string): PendingWrite | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id } = value;
  if (typeof id !== 'string' || !('annotation' in value)) return null;
  if (value.annotation === null) return { id, annotation: null };
  const annotation = readWebAnnotation(value.annotation, nowIso);
  return annotation?.id === id ? { id, annotation: toWebAnnotation(annotation) } : null;
}
