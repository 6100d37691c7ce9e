import { css, html, LitElement, nothing } from 'lit';
import { RetryRequestEvent } from '../events/request-events.ts';
import { failureNotice, type FailureNoticeKind } from '../state/failure-notice.ts';
import type { ReaderFailure } from '../api/api-failure.ts';
import { formatRetryTime } from '../i18n/format.ts';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';

/**
 * An error message with advice and, if useful, a retry button. It appears in place of the page or
 * as a bar over it.
 *
 * @fires svc-retry-request - The user pressed the retry button.
 * @csspart retry - The retry button.
 */
export class SvcNotice extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        z-index: 2;
      }
      .whole {
        box-sizing: border-box;
        min-block-size: 100%;
        display: flex;
        flex-direction: column;
        align-items: center;
        justify-content: center;
        gap: 8px;
        padding: 32px;
        text-align: center;
        font-size: 15px;
      }
      :host(:not([line])) {
        inset: 0;
        overflow: auto;
      }
      h2 {
        font: 500 22px/1.3 var(--svc-font-family);
        text-wrap: balance;
      }
      p {
        margin: 0;
        max-inline-size: 420px;
        color: var(--svc-muted);
        text-wrap: pretty;
      }
      .detail {
        margin-block-start: 16px;
        font-size: 13px;
        user-select: all;
        overflow-wrap: anywhere;
      }
      button {
        padding: 9px 20px;
        border-radius: var(--svc-button-radius, 999px);
        background: var(--svc-accent);
        color: var(--svc-background);
        font-weight: 500;
      }
      button:hover:not(:disabled) {
        background: color-mix(in srgb, var(--svc-accent) 88%, var(--svc-color));
      }
      button:focus-visible {
        outline-offset: 3px;
      }
      .whole button {
        margin-block-start: 16px;
      }
      :host([line]) {
        inset-inline: 16px;
        inset-block-end: 12px;
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 8px 16px;
        box-sizing: border-box;
        min-block-size: 60px;
        max-inline-size: 520px;
        margin-inline: auto;
        padding: 9px 10px 9px 20px;
        border: 1px solid var(--svc-line);
        border-radius: 18px;
        background: var(--svc-surface);
        box-shadow: 0 8px 28px rgb(0 0 0 / 0.14);
      }
    `,
  ];

  static override properties = {
    messages: {},
    failure: {},
    line: { type: Boolean, reflect: true },
  };

  declare messages: Messages;
  declare failure: ReaderFailure;
  /** Whether to show a one-line bar, which keeps the page readable. */
  declare line: boolean;

  protected override render() {
    const { messages, failure } = this;
    const { kind, canRetry, retryAtMs } = failureNotice(failure);
    const button = canRetry
      ? html`<button
          type="button"
          part="retry"
          @click=${() => this.dispatchEvent(new RetryRequestEvent())}
        >
          ${kind === 'updated' ? messages.reload : messages.retry}
        </button>`
      : nothing;
    if (this.line) {
      const hasOwnMessage = [
        'notLicensed',
        'accessEnded',
        'offline',
        'updated',
        'busy',
        'unreachable',
      ].includes(kind);
      return html`<div class="line" role="alert">
        <span>${hasOwnMessage ? messages[kind] : messages.pageFailed}</span>${button}
      </div>`;
    }
    const until =
      retryAtMs === null ? null : formatRetryTime(messages.locale, retryAtMs, failure.atMs);
    // A reader that retries in a moment needs no alert.
    const isWaiting = kind === 'busy' && retryAtMs !== null;
    const help = isWaiting ? messages.busyWaiting : helpMessages(messages)[kind];
    return html`<div class="whole" role=${isWaiting ? 'status' : 'alert'}>
      <h2>${messages[kind]}</h2>
      <p>${kind === 'quota' ? messages.quotaHelp(until) : help}</p>
      ${button} ${kind === 'originRefused' ? detail(origin) : nothing}
      ${kind === 'other' && failure.requestId ? detail(messages.requestId(failure.requestId)) : nothing}
    </div>`;
  }
}

function detail(text: string) {
  return html`<p class="detail">${text}</p>`;
}

function helpMessages(messages: Messages): Record<FailureNoticeKind, string> {
  return {
    bookMissing: messages.bookMissingHelp,
    keyMissing: messages.keyMissingHelp,
    keyInvalid: messages.keyInvalidHelp,
    originRefused: messages.originRefusedHelp,
    secretKey: messages.secretKeyHelp,
    busy: messages.busyHelp,
    blocked: messages.blockedHelp,
    unreachable: messages.unreachableHelp,
    apiMissing: messages.apiMissingHelp,
    offline: messages.offlineHelp,
    // Formatted separately, because the message has an argument.
    quota: '',
    // Shown only as a bar, because the book is already open.
    updated: '',
    bookUnknown: messages.bookUnknownHelp,
    notLicensed: messages.notLicensedHelp,
    accessEnded: messages.accessEndedHelp,
    other: messages.otherHelp,
  };
}
