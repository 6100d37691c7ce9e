import { type Metrics, secondsSince, type StorageOperation } from '../telemetry/metrics.ts';
import type { ObjectStore } from './object-store.ts';

/** Reports the time and the outcome of every request to an object storage. */
export function measuredStore(store: ObjectStore, metrics: Pick<Metrics, 'storage'>): ObjectStore {
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
