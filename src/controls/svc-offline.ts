import { css, html, LitElement, nothing } from 'lit';
import type { OfflineState } from '../reader/state.ts';
import { formatBytes } from '../text/format-bytes.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { enterPanel, panelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { OfflineRequestEvent } from './request-events.ts';

/**
 * Keeps the book on this device, tells what it takes, and takes it away again.
 *
 * @fires svc-offline-request - A book is to be kept, or to go.
 * @fires svc-panel-request - The panel is to close.
 * @csspart panel - The sheet.
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

  static override properties = { text: {}, offline: {}, bookId: {}, isSample: {} };

  declare text: Messages;
  declare offline: OfflineState;
  /** Of the open book. */
  declare bookId: string;
  /** Only a part of it can be kept. */
  declare isSample: boolean;

  protected override render() {
    const { text, offline, bookId } = this;
    const others = offline.books.filter(({ id }) => id !== bookId);
    return panelFrame(this, {
      shape: 'pop',
      title: text.offlineReading,
      close: text.close,
      content: html`
        <div class="content" aria-live="polite">${this.#ofBook()}</div>
        ${
          others.length > 0
            ? html`<ul class="edge" aria-label=${text.otherKeptBooks}>
                ${others.map((book) => this.#other(book))}
              </ul>`
            : nothing
        }
      `,
    });
  }

  protected override firstUpdated() {
    enterPanel(this.renderRoot);
  }

  #ofBook() {
    const { text, offline, bookId } = this;
    const { status, bytes, doneBytes } = offline;
    const kept = offline.books.find(({ id }) => id === bookId);
    if (status === 'keeping') {
      return html`<p>${text.keepingBook(this.#size(doneBytes), this.#size(bytes ?? 0))}</p>
        <progress
          max=${bytes ?? 1}
          .value=${doneBytes}
          aria-label=${text.offlineReading}
        ></progress>
        <button type="button" class="quiet" @click=${() => this.#ask(false)}>
          ${text.cancel}
        </button>`;
    }
    if (kept) {
      return html`<p>${text.bookKept(this.#size(kept.bytes))}</p>
        <button type="button" class="quiet" @click=${() => this.#ask(false)}>
          ${text.removeKept}
        </button>`;
    }
    return html`<p>${this.isSample ? text.keepSampleHelp : text.keepBookHelp}</p>
      ${status === 'full' ? html`<p role="alert">${text.noRoom}</p>` : nothing}
      ${status === 'failed' ? html`<p role="alert">${text.keepFailed}</p>` : nothing}
      <button type="button" class="action" @click=${() => this.#ask(true)}>
        ${bytes === null ? text.keepBook : text.keepBookOf(this.#size(bytes))}
      </button>`;
  }

  #other({ id, title, bytes }: OfflineState['books'][number]) {
    const { text } = this;
    return html`<li class="row">
      <span dir="auto">${title}</span>
      <span class="size">${this.#size(bytes)}</span>
      <button
        type="button"
        class="quiet"
        aria-label=${text.removeKeptBook(title)}
        @click=${() => this.#ask(false, id)}
      >
        ${text.removeKept}
      </button>
    </li>`;
  }

  #size(bytes: number): string {
    return formatBytes(this.text.locale, bytes);
  }

  #ask(isKept: boolean, bookId?: string) {
    this.dispatchEvent(new OfflineRequestEvent(isKept, bookId));
    // The button that was pressed goes.
    enterPanel(this.renderRoot);
  }
}
