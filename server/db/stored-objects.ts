import { setTimeout as delay } from 'node:timers/promises';
import { type ObjectStore, StorageError } from '../storage/object-store.ts';
import { sha256 } from '../storage/open-object-store.ts';
import { chunked } from './sql-dialect.ts';
import type { Database } from './open.ts';

/** A row's content: its bytes, or a reference to an object. */
export interface StoredContent {
  bytes: Uint8Array;
  /** SHA-256 of the object, or null if the row has the bytes. */
  object: string | null;
  /** Length of the object's bytes, or null if the row has them. */
  size: number | null;
}

const noBytes = new Uint8Array();
const rowsPerInsert = 100;
/** Number of concurrent requests. Most of the time is spent waiting for the other machine. */
const concurrentPuts = 8;
/**
 * Retention removes an object within this time. After that, the process that claimed it must have
 * died.
 */
export const removalLeaseMs = 60_000;
const removalPollMs = 100;

/**
 * Stores content outside the database if object storage is configured. Call this before the
 * transaction that adds the rows. Objects without a row are removed after a day.
 *
 * @throws StorageError
 */
export async function storeContents(
  db: Database,
  contents: readonly Uint8Array[],
  now: () => Date,
): Promise<StoredContent[]> {
  const { objects } = db;
  if (!objects) return contents.map((bytes) => ({ bytes, object: null, size: null }));
  const hashed = contents.map((bytes) => ({ hash: sha256(bytes), bytes }));
  const distinct = [...new Map(hashed.map((one) => [one.hash, one])).values()];
  await register(db, distinct, now);
  await putAll(objects, distinct);
  return hashed.map(({ hash, bytes }) => ({ bytes: noBytes, object: hash, size: bytes.length }));
}

interface HashedBytes {
  hash: string;
  bytes: Uint8Array;
}

/** Prevents retention from removing the objects for a day. */
async function register(db: Database, all: HashedBytes[], now: () => Date): Promise<void> {
  for (const some of chunked(all, rowsPerInsert)) {
    let missing = some;
    for (;;) {
      const unused_since = now().toISOString();
      const registered = await db.query
        .insertInto('storage_objects')
        .values(missing.map(({ hash, bytes }) => ({ hash, size: bytes.length, unused_since })))
        .onConflict((conflict) =>
          conflict
            .column('hash')
            .doUpdateSet({ unused_since })
            .where('storage_objects.removing_at', 'is', null),
        )
        .returning('hash')
        .execute();
      const done = new Set(registered.map(({ hash }) => hash));
      missing = missing.filter(({ hash }) => !done.has(hash));
      if (missing.length === 0) break;
      // Retention is currently removing them.
      await delay(removalPollMs);
      await db.query
        .updateTable('storage_objects')
        .set({ removing_at: null })
        .where('removing_at', '<', new Date(now().getTime() - removalLeaseMs).toISOString())
        .execute();
    }
  }
}

async function putAll(objects: ObjectStore, all: HashedBytes[]): Promise<void> {
  const remaining = all.values();
  const worker = async () => {
    for (const { hash, bytes } of remaining) await objects.put(hash, bytes);
  };
  await Promise.all(Array.from({ length: concurrentPuts }, worker));
}

/**
 * Returns the bytes of a row's content. @throws StorageError if the object is missing or damaged.
 */
export async function readContent(
  db: Database,
  { bytes, object }: Omit<StoredContent, 'size'>,
): Promise<Uint8Array> {
  if (object === null) return bytes;
  if (!db.objects) {
    throw new StorageError('This content is in object storage. Set SVC_STORAGE_URL.');
  }
  const found = await db.objects.get(object);
  if (!found) throw new StorageError(`The object ${object} is missing in ${db.objects.url}.`);
  return found;
}
