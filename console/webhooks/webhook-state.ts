import { html, type TemplateResult } from 'lit';
import type { Delivery, DeliveryWithAttempts, Webhook } from '../api/contract.ts';
import { formatNumber, formatTime, t } from '../i18n/translate.ts';

/** The state of a webhook as a badge. */
export function webhookState({ disabled, failingSince }: Webhook): TemplateResult {
  if (disabled) {
    return html`<span class="badge revoked">${t(`webhookDisabled.${disabled.reason}`)}</span>`;
  }
  return failingSince
    ? html`<span class="badge revoked">${t('webhooks.failing')}</span>`
    : html`<span class="badge active">${t('webhooks.enabled')}</span>`;
}

export function deliveryState({ state }: Pick<Delivery, 'state'>): TemplateResult {
  const kind = { delivered: 'active', failed: 'revoked', pending: '', held: '' }[state];
  return html`<span class="badge ${kind}">${t(`delivery.${state}`)}</span>`;
}

/** The sent event and each response. */
export function deliveryDetails(delivery: DeliveryWithAttempts): TemplateResult {
  const { event, attempts, nextAttemptAt } = delivery;
  return html`<div class="stack">
    <p>
      ${deliveryState(delivery)}
      ${nextAttemptAt ? t('delivery.next', { time: formatTime(nextAttemptAt) }) : ''}
    </p>
    <h3>${t('delivery.request')}</h3>
    <pre dir="ltr" tabindex="0" class="json">${JSON.stringify(event, null, 2)}</pre>
    <h3>${t('delivery.attempts')}</h3>
    ${attempts.length === 0 ? html`<p class="hint">${t('delivery.noAttempts')}</p>` : ''}
    <ol class="stack">
      ${attempts.map(
        ({ startedAt, durationMs, status, detail, answer }) =>
          html`<li class="inset">
            <p>
              <strong>${status ?? t('delivery.noResponse')}</strong>
              <span class="source">
                ${formatTime(startedAt)} · ${t('requests.ms', { value: formatNumber(durationMs) })}
              </span>
            </p>
            ${detail ? html`<p class="hint">${detail}</p>` : ''}
            ${answer ? html`<pre dir="ltr" tabindex="0" class="json">${answer}</pre>` : ''}
          </li>`,
      )}
    </ol>
  </div>`;
}
