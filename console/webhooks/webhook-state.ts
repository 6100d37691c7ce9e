import { html, nothing, type TemplateResult } from 'lit';
import type { Delivery, DeliveryWithAttempts, Webhook } from '../api/contract.ts';
import { jsonText } from '../elements/json-text.ts';
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

/** The sent event, and the headers and response of each attempt. */
export function deliveryDetails(delivery: DeliveryWithAttempts): TemplateResult {
  const { event, attempts, nextAttemptAt } = delivery;
  return html`<div class="stack">
    <p>
      ${deliveryState(delivery)}
      ${nextAttemptAt ? t('delivery.next', { time: formatTime(nextAttemptAt) }) : ''}
    </p>
    <h3>${t('delivery.request')}</h3>
    ${code(jsonText(event), t('delivery.request'))}
    <h3>${t('delivery.attempts')}</h3>
    ${attempts.length === 0 ? html`<p class="hint">${t('delivery.noAttempts')}</p>` : nothing}
    <ol class="stack">
      ${attempts.map(
        ({ startedAt, durationMs, status, detail, answer, requestHeaders }) =>
          html`<li class="inset">
            <p>
              <strong>${status ?? t('delivery.noResponse')}</strong>
              <span class="source">
                ${formatTime(startedAt)} · ${t('requests.ms', { value: formatNumber(durationMs) })}
              </span>
            </p>
            ${detail ? html`<p class="hint" lang="en" dir="auto">${detail}</p>` : nothing}
            ${
              requestHeaders
                ? html`<h4>${t('delivery.headers')}</h4>
                    ${code(headerLines(requestHeaders), t('delivery.headers'))}`
                : nothing
            }
            ${
              answer
                ? html`<h4>${t('delivery.answer')}</h4>
                    ${code(answer, t('delivery.answer'))}`
                : nothing
            }
          </li>`,
      )}
    </ol>
  </div>`;
}

/** Scrolls, also by keyboard. @param name - Accessible name. */
function code(text: string, name: string): TemplateResult {
  return html`<pre dir="ltr" tabindex="0" role="group" aria-label=${name} class="json">
${text}</pre>`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
