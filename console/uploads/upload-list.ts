import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ImportResult } from '../api/contract.ts';
import { ApiError } from '../api/request.ts';
import { announce } from '../elements/announce.ts';
import { describeError } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';
import { fileSizeCode, isOpen, type QueuedUpload, uploadQueue } from './upload-queue.ts';
import type { UploadError } from './upload-store.ts';

/**
 * Waiting and imported files in the list. A queue can have hundreds. Failed files are always in it.
 */
const maxShown = 60;

/** Updates a page when the queue changes. @param onImported - Called after each import. */
export function watchQueue(host: ReactiveControllerHost, onImported: () => void): void {
  host.addController(new QueueController(host, onImported));
}

/**
 * Interval between messages to screen readers. Small files end faster than the messages are read.
 */
const reportMs = 5_000;
/** Failed files named in one message. */
const maxNamed = 3;

/** Ids of uploads whose end was announced, or that had ended when the page loaded. */
const reported = new Set<string>();
const seen = new Set<string>();
let reporting: ReturnType<typeof setTimeout> | undefined;

/** Announces how many files have ended and which ones failed, on every page. */
function reportUploads(): void {
  const uploads = uploadQueue.all();
  for (const upload of uploads) {
    if (!seen.has(upload.id) && !isOpen(upload)) reported.add(upload.id);
    seen.add(upload.id);
  }
  const ended = uploads.filter((one) => !isOpen(one) && !reported.has(one.id));
  if (ended.length === 0 || reporting !== undefined) return;
  for (const { id } of ended) reported.add(id);
  const done = uploads.filter((one) => !isOpen(one)).length;
  const failures = ended.flatMap(({ file, error }) =>
    error ? [`${file.name}: ${describeUploadError(error)}`] : [],
  );
  const progress = t('uploads.progress', { done, total: uploads.length });
  announce([progress, ...failures.slice(0, maxNamed)].join(' '));
  reporting = setTimeout(() => {
    reporting = undefined;
    reportUploads();
  }, reportMs);
}

uploadQueue.addEventListener('change', reportUploads);

class QueueController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onImported: () => void;

  constructor(host: ReactiveControllerHost, onImported: () => void) {
    this.#host = host;
    this.#onImported = onImported;
  }

  hostConnected(): void {
    uploadQueue.addEventListener('change', this.#update);
    uploadQueue.addEventListener('imported', this.#onImported);
  }

  hostDisconnected(): void {
    uploadQueue.removeEventListener('change', this.#update);
    uploadQueue.removeEventListener('imported', this.#onImported);
  }

  readonly #update = (): void => this.#host.requestUpdate();
}

/** The uploads with their progress, results and errors. Renders nothing if there are none. */
export function uploadList(
  accountId: string,
  uploads: readonly QueuedUpload[],
  bookUrl: (bookId: string) => string,
): unknown {
  if (uploads.length === 0) return nothing;
  const done = uploads.filter((upload) => !isOpen(upload)).length;
  const open = uploads.length - done;
  const clear = () => uploadQueue.clear(accountId);
  return html`<section class="card" aria-labelledby="uploads-title">
    <header class="title">
      <h2 id="uploads-title">${t('uploads.title')}</h2>
      <span>${t('uploads.progress', { done, total: uploads.length })}</span>
      ${
        done > 0
          ? html`<button type="button" @click=${clear}>${t('uploads.clear')}</button>`
          : nothing
      }
    </header>
    ${open > 0 ? html`<p class="hint">${t('uploads.survives')}</p>` : nothing}
    <ul class="uploads">
      ${repeat(inOrder(uploads), uploadId, (upload) => row(upload, bookUrl))}
    </ul>
  </section>`;
}

const uploadId = ({ id }: QueuedUpload): string => id;

const isRunning = ({ state }: QueuedUpload): boolean =>
  state === 'uploading' || state === 'paused' || state === 'importing';

/** Running and failed uploads, then the last ones that were imported, then waiting ones. */
function inOrder(uploads: readonly QueuedUpload[]): QueuedUpload[] {
  const running = uploads.filter(isRunning);
  const failed = uploads.filter(({ state }) => state === 'failed');
  const done = uploads.filter(({ state }) => state === 'done');
  const waiting = uploads.filter(({ state }) => state === 'waiting');
  return [...running, ...failed, ...[...done.toReversed(), ...waiting].slice(0, maxShown)];
}

function row(upload: QueuedUpload, bookUrl: (bookId: string) => string): unknown {
  const { file, state, result, error } = upload;
  const label = isOpen(upload)
    ? t('uploads.cancelOne', { file: file.name })
    : t('uploads.hideOne', { file: file.name });
  return html`<li class=${state}>
    <div>
      <span class="name" dir="auto">${file.name}</span>
      ${
        isRunning(upload)
          ? html`<progress
              max="100"
              .value=${state === 'importing' ? 100 : percentOf(upload)}
              aria-label=${file.name}
            ></progress>`
          : nothing
      }
      ${state === 'done' || state === 'failed' ? nothing : html`<small>${stateText(upload)}</small>`}
      ${result ? resultView(result, upload.bookId !== null, bookUrl) : nothing}
      ${error ? html`<p class="field-error">${describeUploadError(error)}</p>` : nothing}
    </div>
    <button
      type="button"
      class="quiet"
      aria-label=${label}
      title=${label}
      @click=${() => void uploadQueue.remove(upload)}
    >
      ✕
    </button>
  </li>`;
}

/** Empty files are rejected after they were shown. */
const percentOf = ({ sent, file }: QueuedUpload): number => (100 * sent) / Math.max(file.size, 1);

function stateText(upload: QueuedUpload): string {
  const { state } = upload;
  if (state === 'waiting') return t('uploads.waiting');
  if (state === 'paused') return t('uploads.paused');
  if (state === 'importing') return t('uploads.importing');
  return t('uploads.uploading', { done: Math.floor(percentOf(upload)) });
}

function resultView(
  { bookId, title, created, warnings }: ImportResult,
  isEdition: boolean,
  bookUrl: (bookId: string) => string,
): unknown {
  const outcome = isEdition
    ? t('uploads.replaced')
    : created
      ? t('uploads.created')
      : t('uploads.known');
  return html`<small>${outcome} <a href=${bookUrl(bookId)} dir="auto">${title}</a></small>
    ${warningList(warnings)}`;
}

/** Problems in a book's file, by file. */
export function warningList(warnings: ImportResult['warnings'], isExpanded = false): unknown {
  if (warnings.length === 0) return nothing;
  const paths = [...new Set(warnings.map(({ path }) => path ?? ''))];
  return html`<details class="warnings" ?open=${isExpanded}>
    <summary>${t('uploads.warnings', { count: warnings.length })}</summary>
    <p class="hint">${t('uploads.warningsText')}</p>
    <dl>
      ${paths.map(
        (path) =>
          html`<dt>${path ? html`<code dir="ltr">${path}</code>` : t('uploads.wholeBook')}</dt>
            ${warnings
              .filter((one) => (one.path ?? '') === path)
              .map(({ message }) => html`<dd lang="en" dir="ltr">${message}</dd>`)}`,
      )}
    </dl>
  </details>`;
}

function describeUploadError({ code, status, message, reason }: UploadError): string {
  if (code === fileSizeCode) return t('uploads.wrongSize');
  return describeError(new ApiError(code, status, message, { reason }));
}
