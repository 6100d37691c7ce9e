import type { MarkStore } from './mark-store.ts';

const storeName = 'marks';

/**
 * Marks on this device, in IndexedDB. Rejects where there is none, as in some private windows.
 *
 * @param name - Of the database.
 */
export async function openDeviceStore(name = 'svc-reader'): Promise<MarkStore> {
  const database = await open(name);
  const stored = (mode: IDBTransactionMode) =>
    database.transaction(storeName, mode).objectStore(storeName);
  return {
    async load(book) {
      const rows: unknown = await settled(stored('readonly').index('book').getAll(book));
      return Array.isArray(rows) ? rows.map(annotationOf) : [];
    },
    put: (annotation, book) =>
      settled(stored('readwrite').put({ book, id: annotation.id, annotation })),
    remove: (id, book) => settled(stored('readwrite').delete([book, id])),
  };
}

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(storeName, { keyPath: ['book', 'id'] });
    store.createIndex('book', 'book');
  };
  const database = await settled(request);
  // Another version of this page, or whoever clears the site's data, is not held up.
  database.onversionchange = () => database.close();
  return database;
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const { transaction } = request;
    const fail = () => reject(request.error ?? transaction?.error ?? new Error('Not stored.'));
    request.onerror = fail;
    if (transaction?.mode === 'readwrite') {
      // Only then it is on the disk.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = fail;
    } else request.onsuccess = () => resolve(request.result);
  });
}

function annotationOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'annotation' in row ? row.annotation : null;
}
