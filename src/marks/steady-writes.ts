import type { MarkAnnotation } from './annotation.ts';
import type { MarkStore } from './mark-store.ts';

/** The last change of a mark that is not stored yet; `annotation` is null when it was deleted. */
export interface PendingWrite {
  id: string;
  annotation: MarkAnnotation | null;
}

export interface SteadyBy {
  store: MarkStore;
  book: string;
  /** Changes of a visit before that never got through. */
  pending: readonly PendingWrite[];
  /** Keeps what is not stored yet, in case that the page is left. */
  keepPending: (pending: readonly PendingWrite[]) => void;
  /** Some change is not stored although it was tried, or all of them are. */
  onWaiting: (isWaiting: boolean) => void;
  /** Calls back after some time. */
  later: (call: () => void, ms: number) => void;
}

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** Writes changes in their order and tries again what failed: none is lost, and the last of a mark wins. */
export class SteadyWrites {
  store: MarkStore;
  readonly #by: SteadyBy;
  readonly #pending = new Map<string, PendingWrite>();
  #isWriting = false;
  #pauseMs = firstPauseMs;

  constructor(by: SteadyBy) {
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
      this.#by.later(() => void this.flush(), this.#pauseMs);
      this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2);
    } finally {
      this.#isWriting = false;
    }
  }

  async #write({ id, annotation }: PendingWrite): Promise<void> {
    const { book } = this.#by;
    const answer = annotation
      ? await this.store.put(annotation, book)
      : await this.store.remove(id, book);
    if (answer instanceof Response && !answer.ok) throw new Error(`Not stored: ${answer.status}.`);
  }

  #keep(): void {
    this.#by.keepPending(this.pending);
  }
}
