import { DataTask } from '../elements/data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { EventTypeDescription, Webhook } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { dataTable } from '../elements/data-table.ts';
import { FormAction } from '../elements/form-action.ts';
import { jsonText } from '../elements/json-text.ts';
import { copyDialog, dialogForm, modal } from '../elements/modal.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatDate, t } from '../i18n/translate.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { readWebhookForm, webhookForm } from './webhook-form.ts';
import { webhookState } from './webhook-state.ts';

type OpenDialog =
  | { kind: 'edit'; webhook: Webhook | null }
  | { kind: 'delete' | 'rotate'; webhook: Webhook }
  | { kind: 'secret'; secret: string };

interface Loaded {
  webhooks: Webhook[];
  types: EventTypeDescription[];
}

/** Webhooks with their deliveries, for members of the account and for its customers. */
export class WebhooksView extends LitElement {
  static override properties = {
    path: { attribute: false },
    query: { attribute: false },
    dialog: { state: true },
    isAll: { state: true },
    selected: { state: true },
    tested: { state: true },
  };

  /** API path of the webhooks. */
  declare path: string;
  /** Query of every request, empty or beginning with `?`. */
  declare query: string;
  declare dialog: OpenDialog | null;
  /** Whether the form subscribes to all events. */
  declare isAll: boolean;
  /** Id of the webhook whose details are shown, or empty. */
  declare selected: string;
  /** Id of the delivery of the last test event, or empty. */
  declare tested: string;

  readonly #action = new FormAction(this);
  readonly #loaded = new DataTask(this, {
    task: async ([path, query], { signal }): Promise<Loaded> => {
      const [webhooks, types] = await Promise.all([
        get<Webhook[]>(path + query, signal),
        get<EventTypeDescription[]>(`${path}/event-types`, signal),
      ]);
      return { webhooks, types };
    },
    args: () => [this.path, this.query] as const,
  });

  constructor() {
    super();
    this.query = '';
    this.dialog = null;
    this.isAll = true;
    this.selected = '';
    this.tested = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`${taskView(this.#loaded, (loaded) => this.#content(loaded))} ${this.#renderDialog()}`;
  }

  #content({ webhooks, types }: Loaded): TemplateResult {
    const selected = webhooks.find(({ id }) => id === this.selected);
    if (selected) return this.#details(selected);
    return html`<header class="title">
        <p class="lead">${t('webhooks.text')}</p>
        <button
          type="button"
          class="primary"
          @click=${() => this.#open({ kind: 'edit', webhook: null })}
        >
          ${t('webhooks.create')}
        </button>
      </header>
      ${
        webhooks.length === 0
          ? emptyView(t('webhooks.emptyTitle'), t('webhooks.emptyText'))
          : this.#table(webhooks)
      }
      <div class="stack">
        <h2 id="types-title">${t('webhooks.types')}</h2>
        <p class="hint">${t('webhooks.typesText')}</p>
        <div class="card types">${types.map((type) => eventType(type))}</div>
      </div>`;
  }

  #table(webhooks: Webhook[]): TemplateResult {
    return dataTable(
      t('webhooks.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('webhooks.url')}</th>
            <th scope="col">${t('webhooks.events')}</th>
            <th scope="col">${t('keys.state')}</th>
            <th scope="col">${t('accounts.created')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            webhooks,
            ({ id }) => id,
            (webhook) =>
              html`<tr>
                <th scope="row">
                  <button type="button" class="link" @click=${() => this.#select(webhook.id)}>
                    <bdi dir="ltr">${webhook.url}</bdi>
                  </button>
                  ${webhook.description ? html`<small dir="auto">${webhook.description}</small>` : nothing}
                </th>
                <td>${eventNames(webhook)}</td>
                <td>${webhookState(webhook)}</td>
                <td>${formatDate(webhook.createdAt)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  #details(webhook: Webhook): TemplateResult {
    const path = `${this.path}/${webhook.id}`;
    const action = this.#action;
    const test = () =>
      void action.run(async () => {
        const { deliveryId } = await change<{ deliveryId: string }>(
          'POST',
          `${path}/test${this.query}`,
        );
        this.tested = deliveryId;
      }, null);
    const toggle = () =>
      void action.run(async () => {
        await change('PATCH', path + this.query, { enabled: !webhook.enabled });
        await this.#loaded.run();
      }, t('book.saved'));
    return html`<p>
        <button type="button" class="link" @click=${() => this.#select('')}>
          ${t('webhooks.back')}
        </button>
      </p>
      <section class="card" aria-labelledby="webhook-title">
        <div class="label">
          <h2 id="webhook-title"><bdi dir="ltr">${webhook.url}</bdi></h2>
          ${webhookState(webhook)}
        </div>
        ${webhook.description ? html`<p dir="auto">${webhook.description}</p>` : nothing}
        <p>${eventNames(webhook)}</p>
        ${
          webhook.filters.bookIds.length > 0
            ? html`<p class="hint">
                ${t('webhooks.books')}: <code dir="ltr">${webhook.filters.bookIds.join(' ')}</code>
              </p>`
            : nothing
        }
        ${webhook.enabled ? nothing : html`<p class="notice warning">${t('webhooks.heldText')}</p>`}
        ${action.error && !this.dialog ? action.renderError() : nothing}
        <div class="buttons">
          <button type="button" ?disabled=${!webhook.enabled || action.isBusy} @click=${test}>
            ${t('webhooks.test')}
          </button>
          <button type="button" @click=${() => this.#open({ kind: 'edit', webhook })}>
            ${t('webhooks.edit')}
          </button>
          <button type="button" ?disabled=${action.isBusy} @click=${toggle}>
            ${webhook.enabled ? t('webhooks.disable') : t('webhooks.enable')}
          </button>
          <button type="button" @click=${() => this.#open({ kind: 'rotate', webhook })}>
            ${t('webhooks.rotate')}
          </button>
          <button
            type="button"
            class="danger"
            @click=${() => this.#open({ kind: 'delete', webhook })}
          >
            ${t('webhooks.delete')}
          </button>
        </div>
      </section>
      <div class="stack">
        <h2 id="deliveries-title">${t('webhooks.deliveries')}</h2>
        ${webhookDeliveries({
          path,
          opened: this.tested,
          isEnabled: webhook.enabled,
          query: this.query,
        })}
      </div>`;
  }

  #renderDialog(): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const action = this.#action;
    const close = () => (this.dialog = null);
    if (dialog.kind === 'secret') {
      return copyDialog({
        title: t('webhooks.secretTitle'),
        text: t('webhooks.secretText'),
        label: t('webhooks.secret'),
        value: dialog.secret,
        done: t('webhooks.stored'),
        onClose: close,
      });
    }
    const { webhook } = dialog;
    if (dialog.kind === 'edit') {
      const form = webhookForm({
        action,
        types: this.#loaded.value?.types ?? [],
        webhook,
        isAll: this.isAll,
        onAll: (isAll) => (this.isAll = isAll),
        submit: action.submit(
          (values) => this.#save(webhook, values),
          webhook ? t('book.saved') : null,
        ),
      });
      return modal(webhook ? t('webhooks.edit') : t('webhooks.create'), form, close);
    }
    const isRotation = dialog.kind === 'rotate';
    const name = isRotation ? t('webhooks.rotate') : t('webhooks.delete');
    return modal(
      name,
      dialogForm({
        action,
        submit: action.submit(
          () => (isRotation ? this.#rotate(dialog.webhook) : this.#remove(dialog.webhook)),
          isRotation ? null : t('done.deleted'),
        ),
        label: name,
        isDanger: !isRotation,
        content: html` <p>${isRotation ? t('webhooks.rotateText') : t('webhooks.deleteText')}</p>`,
      }),
      close,
    );
  }

  #select(id: string): void {
    this.#action.clear();
    this.tested = '';
    this.selected = id;
  }

  #open(dialog: OpenDialog): void {
    this.#action.clear();
    if (dialog.kind === 'edit') this.isAll = dialog.webhook?.events.includes('*') ?? true;
    this.dialog = dialog;
  }

  async #save(webhook: Webhook | null, values: FormData): Promise<void> {
    const body = readWebhookForm(values);
    if (webhook) {
      await change('PATCH', `${this.path}/${webhook.id}${this.query}`, body);
      this.dialog = null;
    } else {
      const created = await change<{ webhook: Webhook; secret: string }>(
        'POST',
        this.path + this.query,
        body,
      );
      this.selected = created.webhook.id;
      await this.#showSecret(created.secret);
    }
    await this.#loaded.run();
  }

  async #rotate({ id }: Webhook): Promise<void> {
    const path = `${this.path}/${id}/rotate-secret${this.query}`;
    await this.#showSecret((await change<{ secret: string }>('POST', path, {})).secret);
  }

  async #remove({ id }: Webhook): Promise<void> {
    await change('DELETE', `${this.path}/${id}${this.query}`);
    this.dialog = null;
    this.selected = '';
    await this.#loaded.run();
  }

  async #showSecret(secret: string): Promise<void> {
    // Closing the previous dialog must not close the next one.
    this.dialog = null;
    await this.updateComplete;
    this.dialog = { kind: 'secret', secret };
  }
}

function eventNames({ events }: Webhook): unknown {
  return events.includes('*')
    ? t('webhooks.allEvents')
    : events.map((name) => html`<code class="badge" dir="ltr">${name}</code> `);
}

function eventType({ type, description, schema, example }: EventTypeDescription): TemplateResult {
  return html`<details>
    <summary><code dir="ltr">${type}</code></summary>
    <p lang="en" dir="auto">${description}</p>
    <h3>${t('webhooks.example')}</h3>
    <pre dir="ltr" tabindex="0" class="json">${jsonText(example)}</pre>
    <h3>${t('webhooks.schema')}</h3>
    <pre dir="ltr" tabindex="0" class="json">${jsonText(schema)}</pre>
  </details>`;
}

/** Imported by name, because the build drops modules whose exports are not used. */
export function webhooksView(path: string, query = ''): TemplateResult {
  return html`<webhooks-view class="stack" .path=${path} .query=${query}></webhooks-view>`;
}

customElements.define('webhooks-view', WebhooksView);
