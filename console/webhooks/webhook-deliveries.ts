import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Delivery, DeliveryWithAttempts } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { announce } from '../elements/announce.ts';
import { dataTable } from '../elements/data-table.ts';
import { FormAction } from '../elements/form-action.ts';
import { modal } from '../elements/modal.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView } from '../elements/task-view.ts';
import { formatNumber, formatTime, t } from '../i18n/translate.ts';
import { deliveryDetails, deliveryState } from './webhook-state.ts';

const states = ['pending', 'delivered', 'failed', 'held'] as const;
/** Interval in ms between requests while a delivery is pending. */
const pollMs = 2000;

/** A webhook's deliveries, with the request and all responses of each. */
export class WebhookDeliveries extends LitElement {
  static override properties = {
    path: { attribute: false },
    opened: { attribute: false },
    isEnabled: { attribute: false },
    query: { attribute: false },
    state: { state: true },
    shown: { state: true },
    note: { state: true },
  };

  /** API path of the webhook. */
  declare path: string;
  /** Id of a delivery to show, such as that of a test event, or empty. */
  declare opened: string;
  declare isEnabled: boolean;
  /** Query string for every request. Empty or starts with `?`. */
  declare query: string;
  declare state: string;
  declare shown: DeliveryWithAttempts | null;
  declare note: string;

  readonly #action = new FormAction(this);
  readonly #opening = new FormAction(this);
  #poll: ReturnType<typeof setTimeout> | undefined;
  /** Id of the delivery in the dialog. Empty while the dialog is closed. */
  #wanted = '';
  readonly #deliveries = new PagedList<Delivery>(this, {
    path: () => {
      const query = new URLSearchParams(this.query);
      if (this.state) query.set('state', this.state);
      return `${this.path}/deliveries?${query}`;
    },
    show: (rows) => this.#table(rows),
  });

  constructor() {
    super();
    this.opened = '';
    this.isEnabled = true;
    this.query = '';
    this.state = '';
    this.shown = null;
    this.note = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('opened') && this.opened) this.#open(this.opened);
  }

  protected override render(): TemplateResult {
    const filter = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement) this.state = target.value;
    };
    return html`<div class="filters">
        <label>
          <span>${t('delivery.filter')}</span>
          <select @change=${filter}>
            <option value="">${t('delivery.all')}</option>
            ${states.map((one) => html`<option value=${one}>${t(`delivery.${one}`)}</option>`)}
          </select>
        </label>
        <button type="button" class="end" @click=${() => void this.#deliveries.reload()}>
          ${t('action.refresh')}
        </button>
      </div>
      ${this.#deliveries.render()} ${this.#opening.renderError()}
      ${this.isEnabled ? this.#recoverForm() : nothing}
      ${
        this.shown
          ? modal(this.shown.type, this.#details(this.shown), () => this.#close())
          : nothing
      }`;
  }

  #table(rows: readonly Delivery[]): TemplateResult {
    if (rows.length === 0) {
      return this.state
        ? emptyView(t('table.noneTitle'), t('table.noneText'), { level: 3 })
        : emptyView(t('delivery.emptyTitle'), t('delivery.emptyText'), { level: 3 });
    }
    return dataTable(
      t('webhooks.deliveries'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('delivery.event')}</th>
            <th scope="col">${t('keys.state')}</th>
            <th scope="col" class="number">${t('delivery.attempts')}</th>
            <th scope="col">${t('audit.time')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            rows,
            ({ id }) => id,
            (row) =>
              html`<tr>
                <th scope="row">
                  <button type="button" class="link" @click=${() => this.#open(row.id)}>
                    <code dir="ltr">${row.type}</code>
                  </button>
                </th>
                <td>${deliveryState(row)}</td>
                <td class="number">${formatNumber(row.attemptCount)}</td>
                <td class="time">${formatTime(row.createdAt)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  #details(delivery: DeliveryWithAttempts): TemplateResult {
    const retry = () =>
      void this.#action.run(async () => {
        await change('POST', `${this.path}/deliveries/${delivery.id}/retry${this.query}`);
        await this.#show(delivery.id);
      }, t('done.finished'));
    return html`${deliveryDetails(delivery)} ${this.#action.renderError()}
      <footer>
        <button
          type="button"
          class="primary"
          ?disabled=${this.#action.isBusy || !this.isEnabled}
          @click=${retry}
        >
          ${t('delivery.retry')}
        </button>
      </footer>`;
  }

  #recoverForm(): TemplateResult {
    const recover = async (values: FormData) => {
      const since = new Date(String(values.get('since'))).toISOString();
      const { recovered } = await change<{ recovered: number }>(
        'POST',
        `${this.path}/recover${this.query}`,
        { since },
      );
      this.note = t('delivery.recovered', { count: recovered });
      announce(this.note);
      await this.#deliveries.reload();
    };
    return html`<details>
      <summary>${t('delivery.recoverTitle')}</summary>
      <form class="narrow" @submit=${this.#action.submit(recover, null)}>
        <p class="hint">${t('delivery.recoverText')}</p>
        <div class="field">
          <label for="since">${t('delivery.since')}</label>
          <input id="since" name="since" type="datetime-local" required />
        </div>
        ${this.shown ? nothing : this.#action.renderError()}
        <button type="submit" ?disabled=${this.#action.isBusy}>${t('delivery.recover')}</button>
        ${this.note ? html`<p>${this.note}</p>` : nothing}
      </form>
    </details>`;
  }

  #open(id: string): void {
    void this.#opening.run(() => {
      this.#wanted = id;
      return this.#show(id);
    }, null);
  }

  #close(): void {
    clearTimeout(this.#poll);
    this.#wanted = '';
    this.shown = null;
  }

  /**
   * Shows a delivery and polls until it is finished, unless the dialog was closed in the meantime.
   */
  async #show(id: string): Promise<void> {
    clearTimeout(this.#poll);
    const delivery = await get<DeliveryWithAttempts>(`${this.path}/deliveries/${id}${this.query}`);
    if (this.#wanted !== id) return;
    this.shown = delivery;
    if (delivery.state === 'pending') this.#showLater(id);
    await this.#deliveries.reload();
  }

  #showLater(id: string): void {
    // After a lost connection, asks again.
    const show = () => void this.#show(id).catch(() => this.#showLater(id));
    clearTimeout(this.#poll);
    if (this.#wanted === id) this.#poll = setTimeout(show, pollMs);
  }
}

/** The list. Imported by name, because the build drops modules whose exports are not used. */
export function webhookDeliveries(
  values: Pick<WebhookDeliveries, 'path' | 'opened' | 'isEnabled' | 'query'>,
): TemplateResult {
  return html`<webhook-deliveries
    class="stack"
    .path=${values.path}
    .opened=${values.opened}
    .isEnabled=${values.isEnabled}
    .query=${values.query}
  ></webhook-deliveries>`;
}

customElements.define('webhook-deliveries', WebhookDeliveries);
