import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Affiliate, ConsoleSale, ListPage, SaleTotals } from '../api/contract.ts';
import { get, request } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { conversionState } from '../elements/affiliate-lists.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { definition } from '../elements/definition.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatPrice } from '../i18n/format-figures.ts';
import { formatDate, formatNumber, t } from '../i18n/translate.ts';

const states = ['completed', 'partially_refunded', 'refunded'] as const;
const periods = ['7', '30', '90', '365'] as const;
const dayMs = 86_400_000;
const salesUrl = '/docs/guide/guides/affiliates#from-click-to-payout';

/** The account's sales with refunds and commissions. */
export class SalesPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    period: { state: true },
    state: { state: true },
    affiliateId: { state: true },
  };

  declare period: (typeof periods)[number];
  declare state: '' | (typeof states)[number];
  declare affiliateId: string;

  readonly #totals = new DataTask(this, {
    task: ([path], { signal }) => get<SaleTotals>(path, signal),
    args: () => [this.accountPath(`/sales/totals?${this.#days()}`)] as const,
  });
  readonly #affiliates = new DataTask(this, {
    task: async ([path], { signal }) =>
      (await request<ListPage<Affiliate>>('GET', path, undefined, signal)).data,
    args: () => [this.accountPath('/affiliates')] as const,
  });
  readonly #sales = new PagedList<ConsoleSale>(this, {
    path: () => this.accountPath(`/sales?${this.#query()}`),
    show: (sales) => this.#table(sales),
  });

  constructor() {
    super();
    this.period = '30';
    this.state = '';
    this.affiliateId = '';
  }

  #days(): URLSearchParams {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const now = Date.now();
    return new URLSearchParams({
      from: day(now - (Number(this.period) - 1) * dayMs),
      to: day(now),
    });
  }

  #query(): URLSearchParams {
    const query = this.#days();
    if (this.state) query.set('state', this.state);
    if (this.affiliateId) query.set('affiliateId', this.affiliateId);
    return query;
  }

  protected override render(): TemplateResult {
    const url = `/console/api${this.accountPath(`/sales.csv?${this.#query()}`)}`;
    return html`<header class="title">
        <h1 tabindex="-1">${t('sales.title')}</h1>
        <a class="button" href=${url} download rel="external">${t('analytics.csvSeries')}</a>
      </header>
      <p class="lead">${t('sales.text')}</p>
      ${this.#filters()} ${taskView(this.#totals, (totals) => this.#totalsCard(totals))}
      ${this.#sales.render()}`;
  }

  #filters(): TemplateResult {
    const choose = (event: Event) => {
      const found = periods.find((one) => one === valueOf(event));
      if (found) this.period = found;
    };
    const chooseState = (event: Event) => {
      this.state = states.find((one) => one === valueOf(event)) ?? '';
    };
    return html`<div class="filters">
      <label>
        <span>${t('analytics.period')}</span>
        <select @change=${choose}>
          ${periods.map(
            (one) =>
              html`<option value=${one} ?selected=${one === this.period}>
                ${t(`period.${one}`)}
              </option>`,
          )}
        </select>
      </label>
      <label>
        <span>${t('keys.state')}</span>
        <select @change=${chooseState}>
          <option value="">${t('sales.all')}</option>
          ${states.map((one) => html`<option value=${one}>${t(`saleState.${one}`)}</option>`)}
        </select>
      </label>
      <label>
        <span>${t('dimension.affiliate')}</span>
        <select @change=${(event: Event) => (this.affiliateId = valueOf(event))}>
          <option value="">${t('sales.all')}</option>
          ${(this.#affiliates.value ?? []).map(
            ({ id, name }) => html`<option value=${id} dir="auto">${name}</option>`,
          )}
        </select>
      </label>
    </div>`;
  }

  #totalsCard({ sums, previous, from, to }: SaleTotals): TemplateResult {
    if (sums.length === 0) return html``;
    const before = new Map(previous.map((sum) => [sum.currency, sum]));
    return html`<section class="stack" aria-label=${t('analytics.overview')}>
      ${dataTable(
        t('sales.totals'),
        html`<table>
          <thead>
            <tr>
              <th scope="col">${t('sale.currency')}</th>
              ${(['copies', 'total', 'refunded', 'net'] as const).map(
                (name) =>
                  html`<th scope="col" class="number">
                    ${t(`sales.${name}`)}
                    ${definition(`about-${name}`, t(`sales.${name}`), t(`sales.${name}.text`), salesUrl)}
                  </th>`,
              )}
              <th scope="col" class="number">${t('sales.before')}</th>
            </tr>
          </thead>
          <tbody>
            ${sums.map(({ currency, copies, total, refunded, net }) => {
              const earlier = before.get(currency)?.net;
              const money = (amount: string) => formatPrice({ amount, currency });
              return html`<tr>
                <th scope="row">${currency}</th>
                <td class="number">${formatNumber(copies)}</td>
                <td class="number">${money(total)}</td>
                <td class="number">${money(refunded)}</td>
                <td class="number"><strong>${money(net)}</strong></td>
                <td class="number">${earlier === undefined ? '–' : money(earlier)}</td>
              </tr>`;
            })}
          </tbody>
        </table>`,
      )}
      <p class="hint">${t('sales.period', { from: formatDate(from), to: formatDate(to) })}</p>
    </section>`;
  }

  #table(sales: ConsoleSale[]): TemplateResult {
    if (sales.length === 0) return emptyView(t('sales.emptyTitle'), t('sales.emptyText'));
    return dataTable(
      t('sales.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('dimension.book')}</th>
            <th scope="col">${t('sales.day')}</th>
            <th scope="col" class="number">${t('sales.copies')}</th>
            <th scope="col" class="number">${t('sales.total')}</th>
            <th scope="col">${t('keys.state')}</th>
            <th scope="col">${t('dimension.affiliate')}</th>
            <th scope="col" class="number">${t('earnings.commission')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            sales,
            ({ id }) => id,
            (sale) => this.#row(sale),
          )}
        </tbody>
      </table>`,
    );
  }

  #row({ bookTitle, orderId, occurredAt, quantity, total, ...sale }: ConsoleSale): TemplateResult {
    const { state, refunded, refunds, conversion } = sale;
    const affiliate = conversion?.affiliateId ?? null;
    const partner = this.#affiliates.value?.find(({ id }) => id === affiliate);
    return html`<tr>
      <th scope="row">
        <span class="name" dir="auto">${bookTitle ?? t('sales.removedBook')}</span>
        <small dir="auto">${orderId}</small>
      </th>
      <td class="time">${formatDate(occurredAt)}</td>
      <td class="number">${formatNumber(quantity)}</td>
      <td class="number">${formatPrice(total)}</td>
      <td>
        <span class="badge ${state === 'completed' ? 'active' : 'revoked'}"
          >${t(`saleState.${state}`)}</span
        >
        ${
          state === 'completed'
            ? nothing
            : html`<small
                >${t('sales.refundedAmount', { amount: formatPrice(refunded) })}
                ${refunds.map(({ reason }) => (reason ? html`<br /><bdi>${reason}</bdi>` : nothing))}</small
              >`
        }
      </td>
      <td>
        ${
          affiliate
            ? html`<a dir="auto" href=${pageUrl(this.account, `affiliates/${affiliate}`)}
                >${partner?.name ?? conversion?.code ?? affiliate}</a
              >`
            : '–'
        }
        ${conversion?.campaign ? html`<small dir="auto">${conversion.campaign}</small>` : nothing}
      </td>
      <td class="number">
        ${conversion ? html`${formatPrice(conversion.commission)} ${conversionState(conversion.state)}` : '–'}
      </td>
    </tr>`;
  }
}

function valueOf({ target }: Event): string {
  return target instanceof HTMLSelectElement ? target.value : '';
}

customElements.define('sales-page', SalesPage);
