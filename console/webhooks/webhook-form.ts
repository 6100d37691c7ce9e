import { html, nothing, type TemplateResult } from 'lit';
import type { EventTypeDescription, Webhook } from '../api/contract.ts';
import { type FormAction, linesField, linesOf, textField } from '../elements/form-action.ts';
import { dialogForm } from '../elements/modal.ts';
import { t } from '../i18n/translate.ts';

interface WebhookForm {
  action: FormAction;
  types: readonly EventTypeDescription[];
  /** The webhook to change, or null for a new one. */
  webhook: Webhook | null;
  isAll: boolean;
  onAll: (isAll: boolean) => void;
  submit: (event: SubmitEvent) => void;
}

/** The form for a new or changed webhook. */
export function webhookForm(form: WebhookForm): TemplateResult {
  const { action, types, webhook, isAll, onAll, submit } = form;
  const option = (value: boolean, label: string) =>
    html`<label class="option">
      <input
        type="radio"
        name="all"
        value=${String(value)}
        ?checked=${value === isAll}
        @change=${() => onAll(value)}
      />
      <span>${label}</span>
    </label>`;
  const chosen: readonly string[] = webhook?.events ?? [];
  const error = action.fieldError('events');
  return dialogForm({
    action,
    submit: submit,
    label: webhook ? t('action.save') : t('webhooks.create'),
    content: html` ${textField(action, {
        name: 'url',
        label: t('webhooks.url'),
        hint: t('webhooks.urlHint'),
        value: webhook?.url ?? '',
      })}
      ${textField(action, {
        name: 'description',
        label: t('webhooks.description'),
        value: webhook?.description ?? '',
        isOptional: true,
      })}
      <fieldset aria-describedby=${error ? 'events-error' : nothing}>
        <legend>${t('webhooks.events')}</legend>
        ${option(true, t('webhooks.allEvents'))} ${option(false, t('webhooks.someEvents'))}
      </fieldset>
      ${
        isAll
          ? nothing
          : html`<div class="checks two">
              ${types
                .filter(({ type }) => type !== 'ping')
                .map(
                  ({ type }) =>
                    html`<label class="check-line">
                      <input
                        type="checkbox"
                        name="event"
                        value=${type}
                        ?checked=${chosen.includes(type)}
                      />
                      <code dir="ltr">${type}</code>
                    </label>`,
                )}
            </div>`
      }
      ${linesField(action, {
        name: 'filters/bookIds',
        id: 'book-ids',
        label: t('webhooks.books'),
        hint: t('webhooks.booksHint'),
        lines: webhook?.filters.bookIds ?? [],
        isCode: true,
      })}
      ${error ? html`<p class="field-error" id="events-error">${error}</p>` : nothing}`,
  });
}

/** Returns the request's body. */
export function readWebhookForm(values: FormData): object {
  const isAll = values.get('all') === 'true';
  const description = String(values.get('description') ?? '').trim();
  return {
    url: String(values.get('url') ?? '').trim(),
    events: isAll ? ['*'] : values.getAll('event'),
    description: description || null,
    filters: {
      bookIds: linesOf(values, 'filters/bookIds').flatMap((line) => line.split(/[\s,]+/)),
    },
  };
}
