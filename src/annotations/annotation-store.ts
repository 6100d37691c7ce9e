import type { MarkAnnotation } from './web-annotation.ts';

const storeName = 'marks';
/**
 * Where marks are kept. A promise that rejects, or that resolves to a `Response` that is not `ok`, is tried
 * again until it succeeds: the last state of each mark is what counts.
 */
export interface MarkStore {
  /** All annotations of a book, in any order. */
  load(book: string): Promise<unknown>;
  /** Keeps an annotation, instead of what is kept under its id. */
  put(annotation: MarkAnnotation, book: string): Promise<unknown>;
  /** Forgets an annotation; none of that id is no failure. */
  remove(id: string, book: string): Promise<unknown>;
}

/** Keeps nothing beyond this visit. */
export function noopStore(): MarkStore {
  return {
    load: async () => [],
    put: async () => {},
    remove: async () => {},
  };
}

/**
 * Marks on this device, in IndexedDB. Rejects where there is none, as in some private windows.
 *
 * @param name - Of the database.
 */
export async function openIndexedDbStore(name = 'svc-reader'): Promise<MarkStore> {
  const database = await openDatabase(name);
  const stored = (mode: IDBTransactionMode) =>
    database.transaction(storeName, mode).objectStore(storeName);
  return {
    async load(book) {
      const rows: unknown = await requestResult(stored('readonly').index('book').getAll(book));
      return Array.isArray(rows) ? rows.map(annotationOf) : [];
    },
    put: (annotation, book) =>
      requestResult(stored('readwrite').put({ book, id: annotation.id, annotation })),
    remove: (id, book) => requestResult(stored('readwrite').delete([book, id])),
  };
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(storeName, { keyPath: ['book', 'id'] });
    store.createIndex('book', 'book');
  };
  const database = await requestResult(request);
  // Another version of this page, or whoever clears the site's data, is not held up.
  database.onversionchange = () => database.close();
  return database;
}

function requestResult<Result>(request: IDBRequest<Result>): Promise<Result> {
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
