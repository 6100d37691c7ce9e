import { createStore, delMany, entries, set, setMany, type UseStore } from 'idb-keyval';
import type { ImportResult } from '../api/contract.ts';
import type { ApiError } from '../api/request.ts';

/** Why an upload failed. */
export type UploadError = Pick<ApiError, 'code' | 'status' | 'message' | 'reason'>;

/** How an upload ended. */
export type UploadOutcome = { result: ImportResult } | { error: UploadError };

/** A file that is not imported yet, or the outcome of one. */
export interface StoredUpload {
  /** Id in this browser. */
  id: string;
  accountId: string;
  /** The book for which the file is a new edition. Null for a new book. */
  bookId: string | null;
  /** Empty after the upload has ended, so that its bytes are no longer stored. */
  file: File;
  /** Id on the server, or null before the upload starts. */
  uploadId: string | null;
  /** Null before the upload ends. */
  outcome: UploadOutcome | null;
}

/** Files per transaction. Browsers copy the bytes of each. */
const filesPerWrite = 20;

let database: UseStore | null = null;

function store(): UseStore {
  database ??= createStore('svc-console', 'uploads');
  return database;
}

/**
 * Stores an upload so that it survives a reload. Without storage, it continues only on this page.
 */
export async function keepUpload(upload: StoredUpload): Promise<void> {
  await set(upload.id, toStored(upload), store()).catch(() => undefined);
}

/** Stores new uploads, the first ones first. */
export async function keepUploads(uploads: readonly StoredUpload[]): Promise<void> {
  for (let at = 0; at < uploads.length; at += filesPerWrite) {
    const entriesToKeep = uploads
      .slice(at, at + filesPerWrite)
      .map((upload): [string, StoredUpload] => [upload.id, toStored(upload)]);
    await setMany(entriesToKeep, store()).catch(() => undefined);
  }
}

export async function forgetUploads(ids: string[]): Promise<void> {
  await delMany(ids, store()).catch(() => undefined);
}

/** Omits fields that only this page needs. */
function toStored({ id, accountId, bookId, file, uploadId, outcome }: StoredUpload): StoredUpload {
  return { id, accountId, bookId, file, uploadId, outcome };
}

/** Returns the stored uploads of an account, in the order in which they were added. */
export async function storedUploads(accountId: string): Promise<StoredUpload[]> {
  const found = await entries<string, StoredUpload>(store()).catch(() => []);
  return found
    .map(([, upload]) => ({ ...upload, outcome: upload.outcome ?? null }))
    .filter((upload) => upload.accountId === accountId)
    .sort((one, other) => one.id.localeCompare(other.id));
}
