import { createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** A file that is not imported yet. */
export interface StoredUpload {
  /** Id in this browser. */
  id: string;
  accountId: string;
  /** The book for which the file is a new edition. Null for a new book. */
  bookId: string | null;
  file: File;
  /** Id on the server, or null before the upload starts. */
  uploadId: string | null;
}

let database: UseStore | null = null;

function store(): UseStore {
  database ??= createStore('svc-console', 'uploads');
  return database;
}

/**
 * Stores an upload so that it survives a reload. Without storage, it continues only on this page.
 */
export async function keepUpload(upload: StoredUpload): Promise<void> {
  const { id, accountId, bookId, file, uploadId } = upload;
  await set(id, { id, accountId, bookId, file, uploadId }, store()).catch(() => undefined);
}

export async function forgetUpload(id: string): Promise<void> {
  await del(id, store()).catch(() => undefined);
}

/** Returns the stored uploads of an account, in the order in which they were added. */
export async function storedUploads(accountId: string): Promise<StoredUpload[]> {
  const found = await entries<string, StoredUpload>(store()).catch(() => []);
  return found
    .map(([, upload]) => upload)
    .filter((upload) => upload.accountId === accountId)
    .sort((one, other) => one.id.localeCompare(other.id));
}
