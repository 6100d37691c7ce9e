import type { ImportResult, Upload } from '../api/contract.ts';
import { uploadLimits } from '../api/contract.ts';
import { ApiError, change, get, signedOutEvent } from '../api/request.ts';
import {
  forgetUploads,
  keepUpload,
  keepUploads,
  type StoredUpload,
  storedUploads,
  type UploadError,
  type UploadOutcome,
} from './upload-store.ts';

/** A file in the queue. */
export interface QueuedUpload extends StoredUpload {
  /** `paused` until the next attempt to reach the server. */
  state: 'waiting' | 'uploading' | 'paused' | 'importing' | 'done' | 'failed';
  /** Number of uploaded bytes. */
  sent: number;
  result: ImportResult | null;
  error: UploadError | null;
}

/** Maximum number of concurrent uploads. */
const concurrency = 2;
/** Delay before the next attempt while offline or while the server is busy. */
const retryMs = 4_000;
/** Maximum number of files per selection. */
const maxFiles = 1_000;

/**
 * Uploads files in parts, a few at a time, and imports them. Continues after a lost connection or a
 * reload. All pages share one queue. Dispatches `change`, and `imported` after each import.
 */
class UploadQueue extends EventTarget {
  #uploads: QueuedUpload[] = [];
  #running = 0;
  #count = 0;
  readonly #stops = new Map<string, AbortController>();

  /** Uploads of all accounts, oldest first. */
  all(): readonly QueuedUpload[] {
    return this.#uploads;
  }

  /** Uploads of an account, oldest first. */
  of(accountId: string): QueuedUpload[] {
    return this.#uploads.filter((upload) => upload.accountId === accountId);
  }

  /** Adds files as new books, or one file as a new edition of a book. */
  async add(accountId: string, files: Iterable<File>, bookId: string | null = null): Promise<void> {
    const added = [...files].slice(0, maxFiles).map((file): QueuedUpload => {
      this.#count += 1;
      const id = `${Date.now()}-${String(this.#count).padStart(6, '0')}`;
      return queued({ id, accountId, bookId, file, uploadId: null, outcome: null });
    });
    this.#uploads.push(...added);
    this.#changed();
    this.#startNext();
    addEventListener('beforeunload', stayHere);
    await keepUploads(added);
    removeEventListener('beforeunload', stayHere);
    const removed = added.filter((upload) => !this.#uploads.includes(upload));
    await forgetUploads(removed.map(({ id }) => id));
  }

  /**
   * Continues unfinished uploads from before the page load, and shows the results of the others.
   */
  async restore(accountId: string): Promise<void> {
    const known = new Set(this.#uploads.map(({ id }) => id));
    const stored = await storedUploads(accountId);
    const left = stored.filter(({ id }) => !known.has(id)).map(queued);
    if (left.length === 0) return;
    this.#uploads.push(...left);
    this.#changed();
    this.#startNext();
  }

  /** Cancels an upload, or removes one that has ended. */
  async remove(upload: QueuedUpload): Promise<void> {
    this.#uploads = this.#uploads.filter((one) => one !== upload);
    this.#stops.get(upload.id)?.abort();
    this.#changed();
    await forgetUploads([upload.id]);
    if (upload.state !== 'done') await discard(upload);
  }

  /** Removes an account's finished uploads. */
  clear(accountId: string): void {
    const ended = this.of(accountId).filter((one) => !isOpen(one));
    this.#uploads = this.#uploads.filter((one) => !ended.includes(one));
    this.#changed();
    void forgetUploads(ended.map(({ id }) => id));
  }

  #startNext(): void {
    while (this.#running < concurrency) {
      const next = this.#uploads.find(({ state }) => state === 'waiting');
      if (!next) return;
      this.#running += 1;
      next.state = 'uploading';
      void this.#runAlone(next).finally(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }

  /** Runs an upload unless another tab is running it. */
  async #runAlone(upload: QueuedUpload): Promise<void> {
    // Browsers support locks only on secure origins.
    if (!('locks' in navigator)) return this.#run(upload);
    await navigator.locks.request(
      `svc-upload ${upload.id}`,
      { ifAvailable: true },
      async (lock) => {
        if (lock) return this.#run(upload);
        this.#uploads = this.#uploads.filter((one) => one !== upload);
        this.#changed();
      },
    );
  }

  async #run(upload: QueuedUpload): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(upload.id, stop);
    try {
      const result = await this.#send(upload, stop.signal);
      await this.#end(upload, { result });
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof ApiError && error.code === 'not_signed_in') {
        // The stored upload continues after the next sign-in.
        this.#uploads = this.#uploads.filter((one) => one !== upload);
        this.#changed();
        window.dispatchEvent(new Event(signedOutEvent));
        return;
      }
      await discard(upload);
      await this.#end(upload, { error: toUploadError(error) });
    } finally {
      this.#stops.delete(upload.id);
    }
    if (upload.state === 'done') this.dispatchEvent(new Event('imported'));
  }

  /**
   * Keep the outcome, even after a reload, until the person hides it. The file is no longer needed.
   */
  async #end(upload: QueuedUpload, outcome: UploadOutcome): Promise<void> {
    const { name } = upload.file;
    Object.assign(upload, queued({ ...upload, outcome, file: new File([], name) }));
    this.#changed();
    if (this.#uploads.includes(upload)) await keepUpload(upload);
  }

  async #send(upload: QueuedUpload, signal: AbortSignal): Promise<ImportResult> {
    checkSize(upload.file);
    for (;;) {
      try {
        const id = await this.#sendParts(upload, signal);
        upload.state = 'importing';
        this.#changed();
        if (upload.bookId === null) {
          return await change<ImportResult>('POST', `${pathOf(upload)}/import`, {}, signal);
        }
        const path = `${accountPath(upload)}/books/${upload.bookId}/edition`;
        return await change<ImportResult>('POST', path, { uploadId: id }, signal);
      } catch (error) {
        if (signal.aborted || !(await this.#mayRetry(upload, error))) throw error;
        upload.state = 'paused';
        this.#changed();
        await pause(retryMs, signal);
      }
    }
  }

  /** Sends the parts missing on the server. @returns The upload's id. */
  async #sendParts(upload: QueuedUpload, signal: AbortSignal): Promise<string> {
    const { file } = upload;
    upload.state = 'uploading';
    let stored = await this.#begin(upload, signal);
    while (stored.received < stored.size) {
      upload.sent = stored.received;
      this.#changed();
      const part = file.slice(stored.received, stored.received + uploadLimits.partBytes);
      const path = `${pathOf(upload)}/parts/${stored.received}`;
      stored = await change<Upload>('PUT', path, part, signal);
    }
    upload.sent = stored.size;
    return stored.id;
  }

  async #begin(upload: QueuedUpload, signal: AbortSignal): Promise<Upload> {
    if (upload.uploadId !== null) return get<Upload>(pathOf(upload), signal);
    const { name, size } = upload.file;
    const path = `${accountPath(upload)}/uploads`;
    const started = await change<Upload>('POST', path, { name: name.slice(-300), size }, signal);
    upload.uploadId = started.id;
    await keepUpload(upload);
    return started;
  }

  async #mayRetry(upload: QueuedUpload, error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError)) return false;
    if (error.code === 'not_found') {
      // The server deleted the upload, or imported it and the response was lost. Importing the same
      // file again has no effect.
      const isKnown = upload.uploadId !== null;
      upload.uploadId = null;
      upload.sent = 0;
      return isKnown;
    }
    return ['offline', 'too_many_requests'].includes(error.code) || error.status >= 502;
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

export const uploadQueue = new UploadQueue();

function queued(upload: StoredUpload): QueuedUpload {
  const { outcome } = upload;
  const result = outcome && 'result' in outcome ? outcome.result : null;
  const error = outcome && 'error' in outcome ? outcome.error : null;
  const state = result ? 'done' : error ? 'failed' : 'waiting';
  return { ...upload, state, sent: 0, result, error };
}

/** Browsers store plain objects only. */
function toUploadError(error: unknown): UploadError {
  const { code, status, message, reason } =
    error instanceof ApiError ? error : new ApiError('internal_error', 500, String(error));
  return { code, status, message, reason };
}

/**
 * Deletes an unfinished upload on the server, because the number of unfinished uploads per account
 * is limited.
 */
async function discard(upload: QueuedUpload): Promise<void> {
  if (upload.uploadId !== null) await change('DELETE', pathOf(upload)).catch(() => undefined);
}

/**
 * Asks for confirmation before the page is left, because files that are not stored yet would be
 * lost.
 */
function stayHere(event: Event): void {
  event.preventDefault();
}

/** Whether an upload is still running or waiting. */
export function isOpen({ state }: QueuedUpload): boolean {
  return state !== 'done' && state !== 'failed';
}

/** Error code for a file of a size that the server would reject after the upload. */
export const fileSizeCode = 'file_size';

function checkSize({ size }: File): void {
  if (size > 0 && size <= uploadLimits.fileBytes) return;
  throw new ApiError(fileSizeCode, 400, `The file has ${size} bytes.`);
}

function accountPath({ accountId }: QueuedUpload): string {
  return `/accounts/${encodeURIComponent(accountId)}`;
}

function pathOf(upload: QueuedUpload): string {
  return `${accountPath(upload)}/uploads/${encodeURIComponent(upload.uploadId ?? '')}`;
}

/** Ends early when the connection returns. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
