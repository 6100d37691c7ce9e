import { toWebAnnotation, readWebAnnotation } from '../../annotations/web-annotation.ts';
import {
  openIndexedDbStore,
  noopStore,
  type MarkStore,
} from '../../annotations/annotation-store.ts';
import { maxAnnotations, type Annotation } from '../../annotations/annotation.ts';
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
  /** The host page's store, or undefined for the store on this device. */
  hostStore: MarkStore | undefined;
  /** Whether storing on this device is allowed. */
  mayStore: () => boolean;
  onChange: (change: 'added' | 'changed' | 'removed', annotation: Annotation) => void;
  /** Called when annotations arrive from the store or from another tab. */
  onLoaded: (annotations: readonly Annotation[]) => void;
}

const channelName = 'svc-reader-marks';
const reloadDelayMs = 10_000;

/**
 * The open book's annotations, which are shown in the state, written to a store and synchronized
 * with other tabs.
 */
export class AnnotationCollection {
  readonly #options: AnnotationCollectionOptions;
  readonly #signal: AbortSignal;
  readonly #writes: WriteQueue;
  readonly #channel: BroadcastChannel;
  /** The pending move to the store on this device, or null if it has not started. */
  #moving: Promise<boolean> | null = null;

  constructor(options: AnnotationCollectionOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    const { bookId, hostStore } = options;
    const writes = pendingWriteStorage(bookId, () => (options.mayStore() ? localStorage : null));
    this.#writes = new WriteQueue({
      store: hostStore ?? noopStore(),
      bookId: bookId,
      pending: writes.read(nowIso()),
      savePending: writes.save,
      onWaiting: (isWaiting) => this.#showStorage(isWaiting),
      schedule: (call, ms) => this.#schedule(call, ms),
    });
    this.#channel = new BroadcastChannel(channelName);
    this.#channel.addEventListener('message', ({ data }) => this.#onMessage(data), { signal });
    signal.addEventListener('abort', () => this.#channel.close());
    addEventListener('online', () => void this.#writes.flush(), { signal });
  }

  get state(): AnnotationsState {
    return this.#options.store.state.annotations ?? noAnnotations;
  }

  find(id: string): Annotation | undefined {
    return this.state.list.find((annotation) => annotation.id === id);
  }

  /** Loads the stored annotations. Never rejects. */
  async load(): Promise<void> {
    this.#show({ type: 'put', annotations: [] });
    await this.#moveToDevice();
    await this.#fetch();
  }

  /** Starts or stops storing on this device, depending on consent. */
  async updateStorage(): Promise<void> {
    if (await this.#moveToDevice()) await this.#fetch();
  }

  async #fetch(): Promise<void> {
    const { bookId, hostStore } = this.#options;
    try {
      const annotations = readAnnotations(await responseBody(this.#writes.store.load(bookId)));
      if (this.#signal.aborted) return;
      const waiting = new Set(this.#writes.pending.map(({ id }) => id));
      const pending = this.#writes.pending.flatMap(({ annotation }) =>
        readAnnotations([annotation]),
      );
      this.#addLoaded([...annotations.filter(({ id }) => !waiting.has(id)), ...pending]);
      void this.#writes.flush();
    } catch {
      if (!hostStore) return;
      this.#show({ type: 'storage', storage: 'waiting' });
      this.#schedule(() => void this.load(), reloadDelayMs);
    }
  }

  /** Resolves to true if the store has just been opened and its annotations must be loaded. */
  async #moveToDevice(): Promise<boolean> {
    const { hostStore, mayStore } = this.#options;
    if (hostStore) return false;
    if (!mayStore()) {
      this.#leaveDevice();
      return false;
    }
    if (!this.#moving) return (this.#moving = this.#openDevice());
    // Wait so that changes made in the meantime reach the store.
    await this.#moving;
    return false;
  }

  async #openDevice(): Promise<boolean> {
    const { mayStore, bookId } = this.#options;
    try {
      const store = await openIndexedDbStore();
      if (!mayStore()) return false;
      this.#writes.store = store;
      for (const { id } of this.state.list) {
        // The annotation may have been deleted or changed in the meantime.
        const annotation = this.find(id);
        if (annotation) await store.put(toWebAnnotation(annotation), bookId);
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

  put(annotation: Annotation): void {
    const change = this.find(annotation.id) ? 'changed' : 'added';
    this.#show({ type: 'put', annotations: [annotation] });
    this.#write([{ id: annotation.id, annotation: toWebAnnotation(annotation) }]);
    this.#options.onChange(change, annotation);
  }

  /** Adds annotations, or replaces those with the same ids. */
  putAll(annotations: readonly Annotation[]): void {
    const known = new Set(this.state.list.map(({ id }) => id));
    this.#show({ type: 'put', annotations });
    this.#write(
      annotations.map((annotation) => ({
        id: annotation.id,
        annotation: toWebAnnotation(annotation),
      })),
    );
    for (const annotation of annotations)
      this.#options.onChange(known.has(annotation.id) ? 'changed' : 'added', annotation);
    this.#options.onLoaded(annotations);
  }

  /** Shows the result of an import. The count is null for a file without annotations. */
  reportImport(count: number | null): void {
    this.#show({ type: 'imported', count });
  }

  delete(id: string): void {
    const annotation = this.find(id);
    if (!annotation) return;
    this.#show({ type: 'delete', id });
    this.#write([{ id, annotation: null }]);
    this.#options.onChange('removed', annotation);
  }

  /** Restores the last deleted annotation. */
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
    const remaining = found.filter(({ id }) => known.has(id));
    if (remaining.length + lost.length > 0) this.#show({ type: 'placed', found: remaining, lost });
  }

  #addLoaded(annotations: readonly Annotation[]): void {
    const { book } = this.#options.store.state;
    const placed = book
      ? annotations.map((annotation) => withSectionIndex(annotation, book))
      : annotations;
    this.#show({ type: 'put', annotations: placed });
    this.#options.onLoaded(placed);
  }

  #write(writes: readonly PendingWrite[]): void {
    void this.updateStorage().then(() => this.#writes.write(writes));
    this.#channel.postMessage({ book: this.#options.bookId, writes });
  }

  /**
   * Handles a message from another tab. The data is untrusted, because any script of this origin
   * can post to the channel.
   */
  #onMessage(data: unknown): void {
    if (typeof data !== 'object' || data === null || !('book' in data && 'writes' in data)) return;
    if (data.book !== this.#options.bookId || !Array.isArray(data.writes)) return;
    const received: unknown[] = [];
    for (const write of data.writes.slice(0, maxAnnotations)) {
      const { id, annotation }: Partial<Record<string, unknown>> = { ...write };
      if (typeof id !== 'string') continue;
      if (annotation) received.push(annotation);
      else this.#show({ type: 'gone', id });
    }
    if (received.length > 0) this.#addLoaded(readAnnotations(received));
  }

  #show(change: AnnotationsChange): void {
    if (this.#signal.aborted) return;
    const annotations = updateAnnotations(this.state, change);
    if (annotations !== this.#options.store.state.annotations)
      this.#options.store.dispatch({ type: 'marks', annotations });
  }

  #showStorage(isWaiting: boolean): void {
    const isStored = this.#options.hostStore || this.state.storage !== 'visit';
    if (isStored) this.#show({ type: 'storage', storage: isWaiting ? 'waiting' : 'kept' });
  }

  #schedule(call: () => void, ms: number): void {
    const timer = setTimeout(call, ms);
    this.#signal.addEventListener('abort', () => clearTimeout(timer));
  }
}

/** Resolves a host store's result, which may be a `Response`. */
async function responseBody(loading: Promise<unknown>): Promise<unknown> {
  const result = await loading;
  if (!(result instanceof Response)) return result;
  if (!result.ok) throw new Error(`The annotation store responded with status ${result.status}.`);
  return result.json();
}

function readAnnotations(value: unknown): Annotation[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxAnnotations).flatMap((one) => readWebAnnotation(one, nowIso()) ?? []);
}

/** Updates the section index, which changes when sections are inserted before it. */
function withSectionIndex(annotation: Annotation, { order }: OpenBook): Annotation {
  const section = order.findIndex((item) =>
    annotation.chapter === null
      ? item.href === annotation.href
      : item.chapter?.id === annotation.chapter,
  );
  return section < 0 ? annotation : { ...annotation, section };
}

function nowIso(): string {
  return new Date().toISOString();
}
