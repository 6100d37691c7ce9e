import { html, nothing, type TemplateResult } from 'lit';
import { noticeOf, type NoticeKind } from '../reader/notice.ts';
import type { ReaderFailure } from '../reader/state.ts';
import type { Messages } from '../text/messages.ts';

/**
 * What stands in the reader when there is nothing to read: what happened, what helps, and a button
 * where trying again may. Not loaded lazily: it is needed most when nothing can be loaded.
 */
export function noticeTemplate(
  failure: ReaderFailure,
  text: Messages,
  options: { until: string | null; onRetry: () => void },
): TemplateResult {
  const { kind, canRetry } = noticeOf(failure);
  const help = kind === 'quota' ? text.quotaHelp(options.until) : helpOf(text)[kind];
  return html`<div class="notice" part="notice" role="alert">
    <h2>${text[kind]}</h2>
    <p>${help}</p>
    ${
      canRetry
        ? html`<button type="button" part="retry" @click=${options.onRetry}>${text.retry}</button>`
        : nothing
    }
    ${
      kind === 'other' && failure.requestId
        ? html`<p class="detail">${text.requestId(failure.requestId)}</p>`
        : nothing
    }
  </div>`;
}

function helpOf(text: Messages): Record<Exclude<NoticeKind, 'quota'>, string> {
  return {
    bookMissing: text.bookMissingHelp,
    keyMissing: text.keyMissingHelp,
    keyInvalid: text.keyInvalidHelp,
    originRefused: text.originRefusedHelp,
    secretKey: text.secretKeyHelp,
    busy: text.busyHelp,
    offline: text.offlineHelp,
    bookUnknown: text.bookUnknownHelp,
    notLicensed: text.notLicensedHelp,
    other: text.otherHelp,
  };
}
