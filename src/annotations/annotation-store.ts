import type { MarkAnnotation } from './web-annotation.ts';

const storeName = 'marks';
/**
 * Storage for annotations. A write that rejects, or resolves to a `Response` with an error status,
 * is retried until it succeeds. Only the latest state of each annotation is written.
 */
export interface MarkStore {
  /** Returns all annotations of a book, in any order. */
  load(book: string): Promise<unknown>;
  /** Stores an annotation, replacing any with the same id. */
  put(annotation: MarkAnnotation, book: string): Promise<unknown>;
  /** Deletes an annotation. Succeeds even if none has that id. */
  remove(id: string, book: string): Promise<unknown>;
}

/** Creates a store that keeps nothing after the page is closed. */
export function noopStore(): MarkStore {
  return {
    load: async () => [],
    put: async () => {},
    remove: async () => {},
  };
}

/**
 * Opens the annotations on this device, which are stored in IndexedDB. Rejects if IndexedDB is
 * unavailable, as in some private windows.
 *
 * @param name - Database name.
 */
export async function openIndexedDbStore(name = 'svc-reader'): Promise<MarkStore> {
  const database = await openDatabase(name);
  const objectStoreFor = (mode: IDBTransactionMode) =>
    database.transaction(storeName, mode).objectStore(storeName);
  return {
    async load(book) {
      const rows: unknown = await requestResult(
        objectStoreFor('readonly').index('book').getAll(book),
      );
      return Array.isArray(rows) ? rows.map(annotationOf) : [];
    },
    put: (annotation, book) =>
      requestResult(objectStoreFor('readwrite').put({ book, id: annotation.id, annotation })),
    remove: (id, book) => requestResult(objectStoreFor('readwrite').delete([book, id])),
  };
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(storeName, { keyPath: ['book', 'id'] });
    store.createIndex('book', 'book');
  };
  const database = await requestResult(request);
  // Close so that an upgrade in another tab, or clearing site data, is not blocked.
  database.onversionchange = () => database.close();
  return database;
}

function requestResult<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const { transaction } = request;
    const fail = () =>
      reject(
        request.error ??
          transaction?.error ??
          new Error('The annotation was not stored because the IndexedDB request failed.'),
      );
    request.onerror = fail;
    if (transaction?.mode === 'readwrite') {
      // A request succeeds before its transaction is committed, so wait for the commit.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = fail;
    } else request.onsuccess = () => resolve(request.result);
  });
}

function annotationOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'annotation' in row ? row.annotation : null;
}
