import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { OfflineState } from '../../state/reader-state.ts';
import { formatBytes } from '../../i18n/format-details.ts';
import type { Messages } from '../../i18n/messages.ts';
import { controlStyles } from '../control-styles.ts';
import { focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { OfflineRequestEvent } from '../../events/request-events.ts';
import type { BookView } from '../control-templates.ts';

/**
 * Panel for downloading the book to this device and for removing downloads.
 *
 * @fires svc-offline-request - The user started or canceled a download, or removed one.
 * @fires svc-panel-request - The user closed the panel.
 * @csspart panel - The panel.
 */
export class SvcOffline extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      .content {
        display: grid;
        gap: 16px;
      }
      p {
        margin: 0;
        text-wrap: pretty;
      }
      progress {
        inline-size: 100%;
        block-size: 8px;
        accent-color: var(--svc-accent);
      }
      .content button {
        justify-self: start;
      }
      .content .quiet {
        margin-inline-start: -12px;
      }
      ul {
        display: grid;
        margin: 0;
        padding: 8px 0 0;
        list-style: none;
      }
      .row > span:first-child {
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      .size {
        color: var(--svc-muted);
        white-space: nowrap;
      }
    `,
  ];

  static override properties = { messages: {}, offline: {}, bookId: {}, isSample: {} };

  declare messages: Messages;
  declare offline: OfflineState;
  /** Id of the open book. */
  declare bookId: string;
  /** Whether only a sample of the book can be downloaded. */
  declare isSample: boolean;

  protected override render() {
    const { messages, offline, bookId } = this;
    const others = offline.books.filter(({ id }) => id !== bookId);
    return renderPanelFrame(this, {
      shape: 'pop',
      title: messages.offlineReading,
      close: messages.close,
      content: html`
        <div class="content" aria-live="polite">${this.#bookStatus()}</div>
        ${
          others.length > 0
            ? html`<ul class="edge" aria-label=${messages.otherDownloads}>
                ${others.map((book) => this.#otherBook(book))}
              </ul>`
            : nothing
        }
      `,
    });
  }

  protected override firstUpdated() {
    focusPanel(this.renderRoot);
  }

  #bookStatus() {
    const { messages, offline, bookId } = this;
    const { status, bytes, doneBytes } = offline;
    const downloaded = offline.books.find(({ id }) => id === bookId);
    if (status === 'keeping') {
      return html`<p>${messages.downloading(this.#size(doneBytes), this.#size(bytes ?? 0))}</p>
        <progress
          max=${bytes ?? 1}
          .value=${doneBytes}
          aria-label=${messages.offlineReading}
        ></progress>
        <button type="button" class="quiet" @click=${() => this.#request(false)}>
          ${messages.cancel}
        </button>`;
    }
    if (downloaded) {
      return html`<p>${messages.downloaded(this.#size(downloaded.bytes))}</p>
        <button type="button" class="quiet" @click=${() => this.#request(false)}>
          ${messages.removeDownload}
        </button>`;
    }
    return html`<p>${this.isSample ? messages.downloadSampleHelp : messages.downloadHelp}</p>
      ${status === 'full' ? html`<p role="alert">${messages.storageFull}</p>` : nothing}
      ${status === 'failed' ? html`<p role="alert">${messages.downloadFailed}</p>` : nothing}
      <button type="button" class="action" @click=${() => this.#request(true)}>
        ${bytes === null ? messages.download : messages.downloadOf(this.#size(bytes))}
      </button>`;
  }

  #otherBook({ id, title, bytes }: OfflineState['books'][number]) {
    const { messages } = this;
    return html`<li class="row">
      <span dir="auto">${title}</span>
      <span class="size">${this.#size(bytes)}</span>
      <button
        type="button"
        class="quiet"
        aria-label=${messages.removeDownloadOf(title)}
        @click=${() => this.#request(false, id)}
      >
        ${messages.removeDownload}
      </button>
    </li>`;
  }

  #size(bytes: number): string {
    return formatBytes(this.messages.locale, bytes);
  }

  #request(isKept: boolean, bookId?: string) {
    this.dispatchEvent(new OfflineRequestEvent(isKept, bookId));
    // The pressed button is replaced, so move focus to the panel.
    focusPanel(this.renderRoot);
  }
}

export const elements = { 'svc-offline': SvcOffline };

export function render({ state, book, messages }: BookView): TemplateResult | typeof nothing {
  const { offline } = state;
  if (!offline) return nothing;
  return html`<svc-offline
    exportparts="panel"
    .messages=${messages}
    .offline=${offline}
    .bookId=${book.id}
    .isSample=${book.end !== null}
  ></svc-offline>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-offline': SvcOffline;
  }
}
