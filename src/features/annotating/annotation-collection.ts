import { toWebAnnotation, readWebAnnotation } from '../../annotations/web-annotation.ts';
import { maxAnnotations, newerAnnotations } from '../../annotations/annotation-set.ts';
import {
  openIndexedDbStore,
  noopStore,
  type MarkStore,
} from '../../annotations/annotation-store.ts';
import type { Annotation } from '../../annotations/annotation.ts';
import {
  noAnnotations,
  updateAnnotations,
  type AnnotationsChange,
  type AnnotationsState,
} from '../../annotations/annotations-state.ts';
import {
  pendingWriteStorage,
  WriteQueue,
  type PendingWrite,
} from '../../annotations/write-queue.ts';
import type { OpenBook } from '../../state/reader-state.ts';
import type { ReaderStore } from '../../state/store.ts';

export interface AnnotationCollectionOptions {
  bookId: string;
  store: ReaderStore;
  /** The host’s own; undefined for this device’s. */
  hostStore: MarkStore | undefined;
  /** Whether anything may be kept on this device. */
  mayStore: () => boolean;
  onChange: (change: 'added' | 'changed' | 'removed', mark: Annotation) => void;
  /** Marks have come from where they are kept, or from another tab. */
  onLoaded: (marks: readonly Annotation[]) => void;
}

const channelName = 'svc-reader-marks';
const reloadDelayMs = 10_000;

/** The marks of the open book: what is shown of them, where they are kept, and what other tabs do. */
export class AnnotationCollection {
  readonly #by: AnnotationCollectionOptions;
  readonly #signal: AbortSignal;
  readonly #writes: WriteQueue;
  readonly #channel: BroadcastChannel;
  /** The way to this device's store, once it is taken. */
  #moving: Promise<boolean> | null = null;

  constructor(by: AnnotationCollectionOptions, signal: AbortSignal) {
    this.#by = by;
    this.#signal = signal;
    const { bookId, hostStore } = by;
    const outbox = pendingWriteStorage(bookId, () => (by.mayStore() ? localStorage : null));
    this.#writes = new WriteQueue({
      store: hostStore ?? noopStore(),
      bookId: bookId,
      pending: outbox.read(nowIso()),
      savePending: outbox.keep,
      onWaiting: (isWaiting) => this.#tellStorage(isWaiting),
      schedule: (call, ms) => this.#later(call, ms),
    });
    this.#channel = new BroadcastChannel(channelName);
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data), { signal });
    signal.addEventListener('abort', () => this.#channel.close());
    addEventListener('online', () => void this.#writes.flush(), { signal });
  }

  get state(): AnnotationsState {
    return this.#by.store.state.annotations ?? noAnnotations;
  }

  find(id: string): Annotation | undefined {
    return this.state.list.find((mark) => mark.id === id);
  }

  /** Fetches what is kept; never rejects. */
  async load(): Promise<void> {
    this.#show({ type: 'put', marks: [] });
    await this.#moveToDevice();
    await this.#fetch();
  }

  /** Keeps marks on this device as soon as that may be, and no longer. */
  async updateStorage(): Promise<void> {
    if (await this.#moveToDevice()) await this.#fetch();
  }

  async #fetch(): Promise<void> {
    const { bookId, hostStore } = this.#by;
    try {
      const marks = readAnnotations(await responseBody(this.#writes.store.load(bookId)));
      if (this.#signal.aborted) return;
      const waiting = new Set(this.#writes.pending.map(({ id }) => id));
      const more = this.#writes.pending.flatMap(({ annotation }) => readAnnotations([annotation]));
      this.#take([...marks.filter(({ id }) => !waiting.has(id)), ...more]);
      void this.#writes.flush();
    } catch {
      if (!hostStore) return;
      this.#show({ type: 'storage', storage: 'waiting' });
      this.#later(() => void this.load(), reloadDelayMs);
    }
  }

  /** True when what was kept there before has yet to be fetched. */
  async #moveToDevice(): Promise<boolean> {
    const { hostStore, mayStore } = this.#by;
    if (hostStore) return false;
    if (!mayStore()) {
      this.#leaveDevice();
      return false;
    }
    if (!this.#moving) return (this.#moving = this.#openDevice());
    // What is written meanwhile waits: it would not be kept.
    await this.#moving;
    return false;
  }

  async #openDevice(): Promise<boolean> {
    const { mayStore, bookId } = this.#by;
    try {
      const store = await openIndexedDbStore();
      if (!mayStore()) return false;
      this.#writes.store = store;
      for (const { id } of this.state.list) {
        // It may have been deleted, or changed, in the meantime.
        const mark = this.find(id);
        if (mark) await store.put(toWebAnnotation(mark), bookId);
      }
      this.#show({ type: 'storage', storage: 'kept' });
      return true;
    } catch {
      this.#show({ type: 'storage', storage: 'visit' });
      return false;
    }
  }

  #leaveDevice(): void {
    this.#moving = null;
    this.#writes.store = noopStore();
    this.#show({ type: 'storage', storage: 'visit' });
  }

  put(mark: Annotation): void {
    const change = this.find(mark.id) ? 'changed' : 'added';
    this.#show({ type: 'put', marks: [mark] });
    this.#write([{ id: mark.id, annotation: toWebAnnotation(mark) }]);
    this.#by.onChange(change, mark);
  }

  /** Takes over what is new or newer of a file; returns how many marks that is. */
  merge(marks: readonly Annotation[]): number {
    const newer = newerAnnotations(this.state.list, marks);
    const known = new Set(this.state.list.map(({ id }) => id));
    this.#show({ type: 'put', marks: newer });
    this.#write(newer.map((mark) => ({ id: mark.id, annotation: toWebAnnotation(mark) })));
    for (const mark of newer) this.#by.onChange(known.has(mark.id) ? 'changed' : 'added', mark);
    this.#by.onLoaded(newer);
    return newer.length;
  }

  /** Says what a file has brought; null for one without marks. */
  reportImport(count: number | null): void {
    this.#show({ type: 'imported', count });
  }

  delete(id: string): void {
    const mark = this.find(id);
    if (!mark) return;
    this.#show({ type: 'delete', id });
    this.#write([{ id, annotation: null }]);
    this.#by.onChange('removed', mark);
  }

  /** Brings back what was deleted last. */
  undo(): Annotation | null {
    const { lastDeleted } = this.state;
    if (lastDeleted) this.put({ ...lastDeleted, updatedAt: nowIso() });
    return lastDeleted;
  }

  clearDeleted(): void {
    if (this.state.lastDeleted) this.#show({ type: 'forget-deleted' });
  }

  applyResolved(found: readonly Annotation[], lost: readonly string[]): void {
    const known = new Set(this.state.list.map(({ id }) => id));
    const still = found.filter(({ id }) => known.has(id));
    if (still.length + lost.length > 0) this.#show({ type: 'placed', found: still, lost });
  }

  #take(marks: readonly Annotation[]): void {
    const { book } = this.#by.store.state;
    const placed = book ? marks.map((mark) => withSectionIndex(mark, book)) : marks;
    this.#show({ type: 'put', marks: placed });
    this.#by.onLoaded(placed);
  }

  #write(writes: readonly PendingWrite[]): void {
    void this.updateStorage().then(() => this.#writes.write(writes));
    this.#channel.postMessage({ book: this.#by.bookId, writes });
  }

  /** Any script of this origin may speak here. */
  #hear(data: unknown): void {
    if (typeof data !== 'object' || data === null || !('book' in data && 'writes' in data)) return;
    if (data.book !== this.#by.bookId || !Array.isArray(data.writes)) return;
    const come: unknown[] = [];
    for (const write of data.writes.slice(0, maxAnnotations)) {
      const { id, annotation }: Partial<Record<string, unknown>> = { ...write };
      if (typeof id !== 'string') continue;
      if (annotation) come.push(annotation);
      else this.#show({ type: 'gone', id });
    }
    if (come.length > 0) this.#take(readAnnotations(come));
  }

  #show(change: AnnotationsChange): void {
    if (this.#signal.aborted) return;
    const annotations = updateAnnotations(this.state, change);
    if (annotations !== this.#by.store.state.annotations)
      this.#by.store.dispatch({ type: 'marks', annotations });
  }

  #tellStorage(isWaiting: boolean): void {
    const isKept = this.#by.hostStore || this.state.storage !== 'visit';
    if (isKept) this.#show({ type: 'storage', storage: isWaiting ? 'waiting' : 'kept' });
  }

  #later(call: () => void, ms: number): void {
    const timer = setTimeout(call, ms);
    this.#signal.addEventListener('abort', () => clearTimeout(timer));
  }
}

/** A host may answer with what its server has answered. */
async function responseBody(asked: Promise<unknown>): Promise<unknown> {
  const answer = await asked;
  if (!(answer instanceof Response)) return answer;
  if (!answer.ok) throw new Error(`No marks: ${answer.status}.`);
  return answer.json();
}

function readAnnotations(value: unknown): Annotation[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxAnnotations).flatMap((one) => readWebAnnotation(one, nowIso()) ?? []);
}

/** Sections may have come before the one that it is in. */
function withSectionIndex(mark: Annotation, { order }: OpenBook): Annotation {
  const section = order.findIndex((item) =>
    mark.chapter === null ? item.href === mark.href : item.chapter?.id === mark.chapter,
  );
  return section < 0 ? mark : { ...mark, section };
}

function nowIso(): string {
  return new Date().toISOString();
}
