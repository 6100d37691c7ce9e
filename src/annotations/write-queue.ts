import { type MarkAnnotation, toWebAnnotation, readWebAnnotation } from './web-annotation.ts';
import type { MarkStore } from './annotation-store.ts';

/** The last change of a mark that is not stored yet; `annotation` is null when it was deleted. */
export interface PendingWrite {
  id: string;
  annotation: MarkAnnotation | null;
}

export interface WriteQueueOptions {
  store: MarkStore;
  bookId: string;
  /** Changes of a visit before that never got through. */
  pending: readonly PendingWrite[];
  /** Keeps what is not stored yet, in case that the page is left. */
  savePending: (pending: readonly PendingWrite[]) => void;
  /** Some change is not stored although it was tried, or all of them are. */
  onWaiting: (isWaiting: boolean) => void;
  /** Calls back after some time. */
  schedule: (call: () => void, ms: number) => void;
}

const firstPauseMs = 2000;
const maxPauseMs = 60_000;

/** Writes changes in their order and tries again what failed: none is lost, and the last of a mark wins. */
export class WriteQueue {
  store: MarkStore;
  readonly #by: WriteQueueOptions;
  readonly #pending = new Map<string, PendingWrite>();
  #isWriting = false;
  #pauseMs = firstPauseMs;

  constructor(by: WriteQueueOptions) {
    this.#by = by;
    this.store = by.store;
    for (const one of by.pending) this.#pending.set(one.id, one);
  }

  /** What is not stored yet. */
  get pending(): PendingWrite[] {
    return [...this.#pending.values()];
  }

  write(changes: readonly PendingWrite[]): void {
    for (const change of changes) {
      this.#pending.delete(change.id);
      this.#pending.set(change.id, change);
    }
    this.#keep();
    void this.flush();
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    let kept = this.#pending.size;
    try {
      for (let [next] = this.#pending.values(); next; [next] = this.#pending.values()) {
        await this.#write(next);
        // It may have changed again in the meantime.
        if (this.#pending.get(next.id) === next) this.#pending.delete(next.id);
        // All of them are written each time: after every single one, that would be felt.
        if (this.#pending.size > kept / 2) continue;
        this.#keep();
        kept = this.#pending.size;
      }
      this.#pauseMs = firstPauseMs;
      this.#by.onWaiting(false);
    } catch {
      this.#keep();
      this.#by.onWaiting(true);
      this.#by.schedule(() => void this.flush(), this.#pauseMs);
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
    } finally {
      this.#isWriting = false;
    }
  }

  async #write({ id, annotation }: PendingWrite): Promise<void> {
    const { bookId } = this.#by;
    const answer = annotation
      ? await this.store.put(annotation, bookId)
      : await this.store.remove(id, bookId);
    if (answer instanceof Response && !answer.ok) throw new Error(`Not stored: ${answer.status}.`);
  }

  #keep(): void {
    this.#by.savePending(this.pending);
  }
}

/** `localStorage`, as far as it is needed; null while nothing may be kept. Any of it may throw. */
type PendingStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Changes that are not stored yet, kept over a visit. */
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
    keep(pending: readonly PendingWrite[]): void {
      try {
        if (pending.length > 0) storage()?.setItem(key, JSON.stringify(pending));
        else storage()?.removeItem(key);
      } catch {
        // Full or forbidden: the person is told that changes wait.
      }
    },
  };
}

function readPending(value: unknown, nowIso: string): PendingWrite | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id } = value;
  if (typeof id !== 'string' || !('annotation' in value)) return null;
  if (value.annotation === null) return { id, annotation: null };
  const mark = readWebAnnotation(value.annotation, nowIso);
  return mark?.id === id ? { id, annotation: toWebAnnotation(mark) } : null;
}
