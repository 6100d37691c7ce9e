import type { Database } from '../../db/open.ts';
import { runWithSmallHeap } from '../../heap.ts';
import { toIndexedBook } from '../indexed-book.ts';
import { searchStore } from '../store.ts';
import type { Engine } from './engine.ts';
import { currentGeneration, switchTo, unfinishedGenerations } from './generations.ts';
import { indexWriter, type IndexWriter } from './index-writer.ts';
import { type Generation, newGeneration } from './indices.ts';
import { indexerStore } from './store.ts';

/** Number of books per batch. A batch takes a few megabytes. */
const booksPerBatch = 1000;
/** Above this number of changes, heap use is limited while writing. */
const largeChangeCount = 10_000;

export interface IndexerOptions {
  db: Database;
  engine: Engine;
  now: () => Date;
}

/** Called after each batch with the last indexed revision and the newest one. */
type OnProgress = (revision: number, last: number) => Promise<void> | void;

/**
 * Writes the changes to books since the last call to the engine. The index contains its last
 * revision, so any process can continue. Without a complete index, fills a new one or continues an
 * interrupted one.
 */
export async function indexChanges(
  { db, engine, now }: IndexerOptions,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  const current = await currentGeneration(engine);
  const last = await searchStore(db).revision();
  if (current) {
    const writer = indexWriter(engine, current);
    const known = await writer.checkpoint();
    if (known !== null && (await isContinuable({ db, now }, known, last))) {
      if (known < last) await follow(db, writer, known, { onProgress, signal });
      else await onProgress(known, last);
      return;
    }
  }
  await fillIndex({ db, engine, now }, { onProgress, signal, canContinue: true });
}

/**
 * Fills new indices with all books. Searches use the current indices until the new ones are
 * complete.
 *
 * @param options - `canContinue`: whether to continue an interrupted run.
 */
export async function fillIndex(
  { db, engine, now }: IndexerOptions,
  {
    onProgress,
    signal,
    canContinue,
  }: {
    onProgress: OnProgress;
    signal: AbortSignal;
    canContinue: boolean;
  },
): Promise<Generation> {
  const [interrupted] = canContinue ? await unfinishedGenerations(engine) : [];
  let generation = interrupted ?? newGeneration(engine.prefix, now());
  let writer = indexWriter(engine, generation);
  let known = interrupted ? await writer.checkpoint() : null;
  if (
    known === null ||
    !(await isContinuable({ db, now }, known, await searchStore(db).revision()))
  ) {
    if (interrupted) generation = newGeneration(engine.prefix, now());
    writer = indexWriter(engine, generation);
    await writer.create();
    await writer.setCheckpoint(0);
    known = 0;
  }
  await follow(db, writer, known, { onProgress, signal });
  signal.throwIfAborted();
  await writer.refresh();
  await switchTo(engine, generation);
  return generation;
}

/**
 * Whether an index with the changes up to a revision can be completed and belongs to this database.
 */
async function isContinuable(
  { db, now }: Pick<IndexerOptions, 'db' | 'now'>,
  known: number,
  last: number,
): Promise<boolean> {
  if (known > last) return false;
  return known === 0 || known >= (await indexerStore(db).forgottenRevision(now()));
}

/** Writes all changes after a revision, in order. */
async function follow(
  db: Database,
  writer: IndexWriter,
  known: number,
  more: { onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  const isLarge = (await searchStore(db).revision()) - known > largeChangeCount;
  // Sending a whole catalog produces much garbage.
  if (isLarge) await runWithSmallHeap(() => writeChanges(db, writer, known, more));
  else await writeChanges(db, writer, known, more);
}

/** Reads and analyzes each batch while the engine writes the previous one. */
async function writeChanges(
  db: Database,
  writer: IndexWriter,
  known: number,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  const store = searchStore(db);
  let last = await store.revision();
  let after = known;
  let sent: { written: Promise<void>; done: number } | null = null;

  const confirm = async (): Promise<void> => {
    if (!sent) return;
    const { written, done } = sent;
    sent = null;
    await written;
    await writer.setCheckpoint(done);
    await onProgress(done, last);
  };

  while (after < last && !signal.aborted) {
    // Write removals first, so that an interruption between two batches omits none.
    const removed = after === 0 ? [] : await store.removed(after, last);
    await writer.remove(removed.map((ordinal) => ({ ordinal, revision: last })));
    while (after < last && !signal.aborted) {
      const rows = await store.changed(after, booksPerBatch);
      const written = writer.put(
        rows.map((row) => ({ book: toIndexedBook(row), revision: row.revision })),
      );
      // A failure is thrown by `confirm`, unless the previous batch has failed as well.
      written.catch(() => {});
      await confirm();
      // Removals after the last revision are not written yet.
      after = rows.length < booksPerBatch ? last : Math.min(rows.at(-1)?.revision ?? last, last);
      sent = { written, done: after };
    }
    await confirm();
    last = await store.revision();
  }
}
