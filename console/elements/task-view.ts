import { html, nothing, type TemplateResult } from 'lit';
import { ApiError, type FieldError } from '../api/request.ts';
import { hasText, type MessageKey, t } from '../i18n/translate.ts';
import type { DataTask } from './data-task.ts';

/**
 * Renders the data of a task, placeholders while it loads, or its error with a retry button. If a
 * reload fails, the error is shown above the earlier data.
 *
 * @param title - Title of the page while data is missing, for pages whose title depends on the
 * data.
 */
export function taskView<Data>(
  task: DataTask<readonly unknown[], Data>,
  render: (data: Data) => TemplateResult,
  title: string | null = null,
): unknown {
  const heading = title === null ? nothing : html`<h1 tabindex="-1">${title}</h1>`;
  const loading = () => html`${heading}${loadingView()}`;
  // The same template in all states keeps the fields of the data.
  const show = (data: Data, notice: unknown) => html`${notice}${render(data)}`;
  const failed = (error: unknown) =>
    html`<div class="state failed" role="alert" @retry=${() => task.run()}>
      <h2>${t('state.failed')}</h2>
      <p>${describeError(error)}</p>
      ${canRetry(error) ? html`<button type="button" @click=${retryAll}>${t('state.retry')}</button>` : nothing}
    </div>`;
  return task.render({
    initial: loading,
    pending: () => {
      const data = task.value ?? task.kept;
      return data === undefined ? loading() : show(data, nothing);
    },
    complete: (data) => show(data, nothing),
    error: (error) =>
      task.kept === undefined ? html`${heading}${failed(error)}` : show(task.kept, failed(error)),
  });
}

/**
 * Parts of a page usually fail together, so only the first error is shown, and all parts are
 * retried.
 */
function retryAll(): void {
  for (const failed of document.querySelectorAll('.state.failed'))
    failed.dispatchEvent(new Event('retry'));
}

/** Whether the same request can succeed. Links work only once. */
function canRetry(error: unknown): boolean {
  return !(error instanceof ApiError && error.code === 'link_not_found');
}

export function loadingView(): TemplateResult {
  return html`<div class="loading" role="status" aria-label=${t('state.loading')}>
    <span></span><span></span><span></span>
  </div>`;
}

/**
 * Renders an empty list, with a description of its items and how to add the first one.
 *
 * @param level - Level of the heading.
 */
export function emptyView(
  title: string,
  text: string,
  { action, level = 2 }: { action?: unknown; level?: 2 | 3 } = {},
): TemplateResult {
  return html`<div class="state">
    ${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
    <p>${text}</p>
    ${action}
  </div>`;
}

/** Messages by error code. */
const codeTexts: Readonly<Record<string, MessageKey>> = {
  not_signed_in: 'error.signedOut',
  offline: 'error.offline',
  sign_in_failed: 'error.signIn',
  link_not_found: 'error.link',
  account_suspended: 'error.suspended',
  role_denied: 'error.role',
  code_incorrect: 'error.code',
  sign_in_expired: 'error.expired',
  passkey_failed: 'error.passkey',
  too_many_requests: 'error.tooMany',
  second_factor_required: 'error.factor',
  confirmation_required: 'error.confirm',
  precondition_failed: 'error.changedElsewhere',
  contrast_too_low: 'error.contrast',
  nothing_to_pay: 'payouts.nothing',
};

/**
 * Returns a message that states what happened and what to do. It is in English if the cause is
 * unknown.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unexpected');
  const cause = `errorReason.${error.reason ?? ''}`;
  if (hasText(cause)) return t(cause);
  const own = codeTexts[error.code];
  if (own) return t(own);
  return error.status >= 500 ? t('error.unexpected') : error.message;
}

/** Like `describeError`, for one value in a form. */
export function describeFieldError({ reason, values, detail }: FieldError): string {
  const rule = `fieldError.${reason ?? ''}`;
  return hasText(rule) ? t(rule, values) : detail;
}
