import { toAnnotation } from '../marks/annotation.ts';
import { mostMarks } from '../marks/annotation-set.ts';
import { openDeviceStore } from '../marks/device-store.ts';
import { visitStore, type MarkStore } from '../marks/mark-store.ts';
import type { Mark } from '../marks/mark.ts';
import { noMarks, updateMarks, type MarksChange, type MarksState } from '../marks/marks-state.ts';
import { newerMarks } from '../marks/merge-marks.ts';
import { pendingWrites } from '../marks/pending-writes.ts';
import { readAnnotation } from '../marks/read-annotation.ts';
import { SteadyWrites, type PendingWrite } from '../marks/steady-writes.ts';
import type { OpenBook } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';

export interface ShelfBy {
  bookId: string;
  store: ReaderStore;
  /** The host’s own; undefined for this device’s. */
  given: MarkStore | undefined;
  /** Whether anything may be kept on this device. */
  mayKeep: () => boolean;
  onChange: (change: 'added' | 'changed' | 'removed', mark: Mark) => void;
  /** Marks have come from where they are kept, or from another tab. */
  onLoaded: (marks: readonly Mark[]) => void;
}

const channelName = 'svc-reader-marks';
const reloadMs = 10_000;

/** The marks of the open book: what is shown of them, where they are kept, and what other tabs do. */
export class MarkShelf {
  readonly #by: ShelfBy;
  readonly #signal: AbortSignal;
  readonly #writes: SteadyWrites;
  readonly #channel: BroadcastChannel;
  /** The way to this device's store, once it is taken. */
  #moving: Promise<boolean> | null = null;

  constructor(by: ShelfBy, signal: AbortSignal) {
    this.#by = by;
    this.#signal = signal;
    const { bookId, given } = by;
    const outbox = pendingWrites(bookId, () => (by.mayKeep() ? localStorage : null));
    this.#writes = new SteadyWrites({
      store: given ?? visitStore(),
      book: bookId,
      pending: outbox.read(now()),
      keepPending: outbox.keep,
      onWaiting: (isWaiting) => this.#tellStorage(isWaiting),
      later: (call, ms) => this.#later(call, ms),
    });
    this.#channel = new BroadcastChannel(channelName);
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data), { signal });
    signal.addEventListener('abort', () => this.#channel.close());
    addEventListener('online', () => void this.#writes.flush(), { signal });
  }

  get state(): MarksState {
    return this.#by.store.state.marks ?? noMarks;
  }

  find(id: string): Mark | undefined {
    return this.state.list.find((mark) => mark.id === id);
  }

  /** Fetches what is kept; never rejects. */
  async load(): Promise<void> {
    this.#show({ type: 'put', marks: [] });
    await this.#moveToDevice();
    await this.#fetch();
  }

  /** Keeps marks on this device as soon as that may be, and no longer. */
  async settle(): Promise<void> {
    if (await this.#moveToDevice()) await this.#fetch();
  }

  async #fetch(): Promise<void> {
    const { bookId, given } = this.#by;
    try {
      const marks = readList(await answerOf(this.#writes.store.load(bookId)));
      if (this.#signal.aborted) return;
      const waiting = new Set(this.#writes.pending.map(({ id }) => id));
      const more = this.#writes.pending.flatMap(({ annotation }) => readList([annotation]));
      this.#take([...marks.filter(({ id }) => !waiting.has(id)), ...more]);
      void this.#writes.flush();
    } catch {
      if (!given) return;
      this.#show({ type: 'storage', storage: 'waiting' });
      this.#later(() => void this.load(), reloadMs);
    }
  }

  /** True when what was kept there before has yet to be fetched. */
  async #moveToDevice(): Promise<boolean> {
    const { given, mayKeep } = this.#by;
    if (given) return false;
    if (!mayKeep()) {
      this.#leaveDevice();
      return false;
    }
    if (!this.#moving) return (this.#moving = this.#openDevice());
    // What is written meanwhile waits: it would not be kept.
    await this.#moving;
    return false;
  }

  async #openDevice(): Promise<boolean> {
    const { mayKeep, bookId } = this.#by;
    try {
      const store = await openDeviceStore();
      if (!mayKeep()) return false;
      this.#writes.store = store;
      for (const { id } of this.state.list) {
        // It may have been deleted, or changed, in the meantime.
        const mark = this.find(id);
        if (mark) await store.put(toAnnotation(mark), bookId);
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
    this.#writes.store = visitStore();
    this.#show({ type: 'storage', storage: 'visit' });
  }

  put(mark: Mark): void {
    const change = this.find(mark.id) ? 'changed' : 'added';
    this.#show({ type: 'put', marks: [mark] });
    this.#write([{ id: mark.id, annotation: toAnnotation(mark) }]);
    this.#by.onChange(change, mark);
  }

  /** Takes over what is new or newer of a file; returns how many marks that is. */
  merge(marks: readonly Mark[]): number {
    const newer = newerMarks(this.state.list, marks);
    const known = new Set(this.state.list.map(({ id }) => id));
    this.#show({ type: 'put', marks: newer });
    this.#write(newer.map((mark) => ({ id: mark.id, annotation: toAnnotation(mark) })));
    for (const mark of newer) this.#by.onChange(known.has(mark.id) ? 'changed' : 'added', mark);
    this.#by.onLoaded(newer);
    return newer.length;
  }

  /** Says what a file has brought; null for one without marks. */
  tellImport(count: number | null): void {
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
  undo(): Mark | null {
    const { deleted } = this.state;
    if (deleted) this.put({ ...deleted, updatedAt: now() });
    return deleted;
  }

  forgetDeleted(): void {
    if (this.state.deleted) this.#show({ type: 'forget-deleted' });
  }

  placed(found: readonly Mark[], lost: readonly string[]): void {
    const known = new Set(this.state.list.map(({ id }) => id));
    const still = found.filter(({ id }) => known.has(id));
    if (still.length + lost.length > 0) this.#show({ type: 'placed', found: still, lost });
  }

  #take(marks: readonly Mark[]): void {
    const { book } = this.#by.store.state;
    const placed = book ? marks.map((mark) => inOrder(mark, book)) : marks;
    this.#show({ type: 'put', marks: placed });
    this.#by.onLoaded(placed);
  }

  #write(writes: readonly PendingWrite[]): void {
    void this.settle().then(() => this.#writes.write(writes));
    this.#channel.postMessage({ book: this.#by.bookId, writes });
  }

  /** Any script of this origin may speak here. */
  #hear(data: unknown): void {
    if (typeof data !== 'object' || data === null || !('book' in data && 'writes' in data)) return;
    if (data.book !== this.#by.bookId || !Array.isArray(data.writes)) return;
    const come: unknown[] = [];
    for (const write of data.writes.slice(0, mostMarks)) {
      const { id, annotation }: Partial<Record<string, unknown>> = { ...write };
      if (typeof id !== 'string') continue;
      if (annotation) come.push(annotation);
      else this.#show({ type: 'gone', id });
    }
    if (come.length > 0) this.#take(readList(come));
  }

  #show(change: MarksChange): void {
    if (this.#signal.aborted) return;
    const marks = updateMarks(this.state, change);
    if (marks !== this.#by.store.state.marks) this.#by.store.dispatch({ type: 'marks', marks });
  }

  #tellStorage(isWaiting: boolean): void {
    const isKept = this.#by.given || this.state.storage !== 'visit';
    if (isKept) this.#show({ type: 'storage', storage: isWaiting ? 'waiting' : 'kept' });
  }

  #later(call: () => void, ms: number): void {
    const timer = setTimeout(call, ms);
    this.#signal.addEventListener('abort', () => clearTimeout(timer));
  }
}

/** A host may answer with what its server has answered. */
async function answerOf(asked: Promise<unknown>): Promise<unknown> {
  const answer = await asked;
  if (!(answer instanceof Response)) return answer;
  if (!answer.ok) throw new Error(`No marks: ${answer.status}.`);
  return answer.json();
}

function readList(value: unknown): Mark[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, mostMarks).flatMap((one) => readAnnotation(one, now()) ?? []);
}

/** Sections may have come before the one that it is in. */
function inOrder(mark: Mark, { order }: OpenBook): Mark {
  const section = order.findIndex((item) =>
    mark.chapter === null ? item.href === mark.href : item.chapter?.id === mark.chapter,
  );
  return section < 0 ? mark : { ...mark, section };
}

function now(): string {
  return new Date().toISOString();
}
