import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Metrics, StorageOperation } from '../telemetry/metrics.ts';
import { secondsSince } from '../telemetry/seconds-since.ts';
import { folderStore } from './folder-store.ts';
import { type ObjectStore, StorageError } from './object-store.ts';
import { s3Store } from './s3-store.ts';

/** Enough for the sections and images that the readers of a few dozen books request. */
const maxCachedBytes = 32 * 2 ** 20;
/** Longer objects are EPUB files and recordings, which are rarely read twice. */
const maxCachedObjectBytes = 2 * 2 ** 20;

/** Whether a string is the URL of an object store. */
export function isStorageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (`${username}${password}${search}${hash}` !== '') return false;
  return protocol === 's3:' ? hostname !== '' : protocol === 'file:' && hostname === '';
}

/**
 * Opens an object store without connecting. Compares each object that is read with its hash, and
 * caches small ones in memory.
 *
 * @param url - A URL that `isStorageUrl` accepts.
 * @param metrics - Measures requests that the cache does not answer.
 */
export function openObjectStore(url: string, metrics?: Metrics): ObjectStore {
  const store = new URL(url).protocol === 'file:' ? folderStore(url) : s3Store(url);
  return verified(metrics ? measuredStore(store, metrics) : store);
}

/** Compares every object with its hash, and keeps recently used ones. */
function verified(store: ObjectStore): ObjectStore {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: maxCachedBytes,
    maxEntrySize: maxCachedObjectBytes,
    sizeCalculation: (bytes) => bytes.length + 1,
  });
  return {
    ...store,
    async get(hash) {
      const cached = cache.get(hash);
      if (cached) return cached;
      const bytes = await store.get(hash);
      if (!bytes) return null;
      if (sha256(bytes) !== hash) {
        throw new StorageError(`The object ${hash} in ${store.url} is damaged.`);
      }
      cache.set(hash, bytes);
      return bytes;
    },
  };
}

/** Hex SHA-256, under which an object is stored. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Writes and reads a small object. @throws StorageError if that fails. */
export async function probeObjectStore(store: ObjectStore): Promise<void> {
  const bytes = Buffer.from('svc-reader');
  await store.put(sha256(bytes), bytes);
  const found = await store.get(sha256(bytes));
  if (!found) throw new StorageError(`The object storage at ${store.url} lost an object.`);
}

/** Reports the time and the outcome of every request to an object store. */
function measuredStore(store: ObjectStore, metrics: Pick<Metrics, 'storage'>): ObjectStore {
  const measure = async <T>(operation: StorageOperation, work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    let isSuccess = false;
    try {
      const result = await work();
      isSuccess = true;
      return result;
    } finally {
      metrics.storage(operation, isSuccess, secondsSince(startedMs));
    }
  };
  return {
    url: store.url,
    put: (hash, bytes) => measure('put', () => store.put(hash, bytes)),
    get: (hash) => measure('get', () => store.get(hash)),
    remove: (hash) => measure('remove', () => store.remove(hash)),
  };
}
