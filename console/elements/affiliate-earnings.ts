import { DataTask } from './data-task.ts';
import { html, LitElement, type TemplateResult } from 'lit';
import type { AffiliateBalance, AffiliateReport } from '../api/contract.ts';
import { get } from '../api/request.ts';
import type { ChartPoint } from '../charts/chart-table.ts';
import { LineChart } from '../charts/line-chart.ts';
import { formatMoney, formatInterval } from '../i18n/format-figures.ts';
import { formatNumber, t } from '../i18n/translate.ts';
import { conversionList, payoutList } from './affiliate-lists.ts';
import { dataTable } from './data-table.ts';
import { definition } from './definition.ts';
import { PagedList } from './paged-list.ts';
import { taskView } from './task-view.ts';

const periods = ['30', '90', '365'] as const;
const groupings = ['day', 'book', 'campaign', 'sub'] as const;
const charted = ['clicks', 'conversions', 'opens'] as const;
const dayMs = 86_400_000;
const affiliatesUrl = '/docs/guide/guides/affiliates#reports';

/**
 * An affiliate's clicks, conversions, earnings and payouts, for the account and for the partner.
 */
export class AffiliateEarnings extends LitElement {
  static override properties = {
    path: {},
    period: { state: true },
    groupBy: { state: true },
    figure: { state: true },
  };

  /** Uses the class so that Vite keeps the element's import. */
  static readonly chart = LineChart;

  /** API path of the affiliate. */
  declare path: string;
  declare period: (typeof periods)[number];
  declare groupBy: (typeof groupings)[number];
  /** The number in the chart. */
  declare figure: (typeof charted)[number];

  readonly #balance = new DataTask(this, {
    task: ([path], { signal }) => get<AffiliateBalance>(`${path}/balance`, signal),
    args: () => [this.path] as const,
  });
  readonly #days = new DataTask(this, {
    task: ([path], { signal }) => get<AffiliateReport>(path, signal),
    args: () => [`${this.path}/report?${this.#query('day')}`] as const,
  });
  readonly #report = new DataTask(this, {
    task: ([path], { signal }) => get<AffiliateReport>(path, signal),
    args: () => [`${this.path}/report?${this.#query(this.groupBy)}`] as const,
  });
  readonly #conversions = new PagedList(this, {
    path: () => `${this.path}/conversions`,
    show: conversionList,
  });
  readonly #payouts = new PagedList(this, {
    path: () => `${this.path}/payouts`,
    show: payoutList,
  });

  constructor() {
    super();
    this.period = '30';
    this.groupBy = 'day';
    this.figure = 'clicks';
  }

  /** Loads everything again, for example after a payout. */
  async reload(): Promise<void> {
    const tasks = [this.#balance, this.#days, this.#report];
    await Promise.all([...tasks.map((task) => task.run()), this.#conversions.reload()]);
    await this.#payouts.reload();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  #query(groupBy: string): URLSearchParams {
    const now = Date.now();
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const from = day(now - (Number(this.period) - 1) * dayMs);
    return new URLSearchParams({ groupBy, from, to: day(now) });
  }

  protected override render(): TemplateResult {
    return html`<div class="parts">
      ${taskView(this.#balance, (balance) => this.#balanceCard(balance))}
      <div class="filters">
        <label>
          <span>${t('analytics.period')}</span>
          <select @change=${this.#choosePeriod}>
            ${periods.map((one) => html`<option value=${one}>${t(`period.${one}`)}</option>`)}
          </select>
        </label>
      </div>
      ${taskView(this.#days, (report) => this.#overview(report))} ${this.#breakdown()}
      ${this.#conversions.render()} ${this.#payouts.render()}
    </div>`;
  }

  readonly #choosePeriod = (event: Event): void => {
    const found = periods.find((one) => one === valueOf(event));
    if (found) this.period = found;
  };

  /**
   * Currencies in which a sum of nothing is zero: those of the affiliate's sales, or of the
   * account's prices.
   */
  #currencies(): string[] {
    const { due = [], pending = [], priceCurrency = null } = this.#balance.value ?? {};
    const { net = [], commission = [] } = this.#days.value?.totals ?? {};
    const found = [...due, ...pending, ...net, ...commission].map(({ currency }) => currency);
    return found.length === 0 && priceCurrency ? [priceCurrency] : found;
  }

  #balanceCard({ due, pending }: AffiliateBalance): TemplateResult {
    const amounts = [
      ['due', due],
      ['pending', pending],
    ] as const;
    return html`<section class="card" aria-label=${t('earnings.balance')}>
      <ul class="figures">
        ${amounts.map(
          ([name, list]) =>
            html`<li>
              <div class="figure">
                <span class="term">${t(`earnings.${name}`)}</span>
                <strong>${formatMoney(list, '\n', this.#currencies())}</strong>
              </div>
              ${definition(`about-${name}`, t(`earnings.${name}`), t(`earnings.${name}.text`), affiliatesUrl)}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #overview({ totals, rows, from, to }: AffiliateReport): TemplateResult {
    const { figure } = this;
    const byDay = new Map(rows.map((row) => [row.key, row]));
    const points = daysIn(from ?? '', to ?? '').map((day): ChartPoint => ({
      name: formatInterval(day, 'long'),
      shortName: formatInterval(day, 'short'),
      value: byDay.get(day)?.[figure] ?? 0,
    }));
    return html`<section class="card" aria-label=${t('analytics.overview')}>
      <ul class="figures">
        ${charted.map(
          (name) =>
            html`<li class=${name === figure ? 'selected' : ''}>
              <button
                type="button"
                class="figure"
                aria-pressed=${name === figure}
                @click=${() => (this.figure = name)}
              >
                <span class="term">${t(`earnings.${name}`)}</span>
                <strong>${formatNumber(totals[name])}</strong>
              </button>
              ${definition(`about-${name}`, t(`earnings.${name}`), t(`earnings.${name}.text`), affiliatesUrl)}
            </li>`,
        )}
        ${(['net', 'commission'] as const).map(
          (name) =>
            html`<li>
              <div class="figure">
                <span class="term">${t(`earnings.${name}`)}</span>
                <strong>${formatMoney(totals[name], '\n', this.#currencies())}</strong>
              </div>
              ${definition(`about-${name}`, t(`earnings.${name}`), t(`earnings.${name}.text`), affiliatesUrl)}
            </li>`,
        )}
      </ul>
      <line-chart
        .label=${t(`earnings.${figure}`)}
        .axis=${t('interval.day')}
        .points=${points}
        .format=${formatNumber}
      ></line-chart>
    </section>`;
  }

  #breakdown(): TemplateResult {
    const choose = (event: Event) => {
      const found = groupings.find((one) => one === valueOf(event));
      if (found) this.groupBy = found;
    };
    const url = `/console/api${this.path}/report.csv?${this.#query(this.groupBy)}`;
    return html`<section class="stack" aria-labelledby="earnings-title">
      <header class="title">
        <h2 id="earnings-title">${t('earnings.title')}</h2>
        <div class="buttons">
          <select aria-label=${t('analytics.groupBy')} @change=${choose}>
            ${groupings.map((one) => html`<option value=${one}>${t(`earnings.by.${one}`)}</option>`)}
          </select>
          <a class="button" href=${url} download rel="external">${t('analytics.csvGroups')}</a>
        </div>
      </header>
      ${taskView(this.#report, (report) => reportTable(report, this.#currencies()))}
    </section>`;
  }
}

function reportTable(
  { groupBy, rows }: AffiliateReport,
  currencies: readonly string[],
): TemplateResult {
  if (rows.length === 0) return html`<p class="hint">${t('earnings.none')}</p>`;
  const isDay = groupBy === 'day';
  const shown = isDay ? rows.toReversed() : rows;
  const nameOf = ({ key, label }: (typeof rows)[number]) => {
    if (key === null) return t('analytics.none');
    return isDay ? formatInterval(key, 'long') : label;
  };
  const numbers = ['opens', 'clicks', 'conversions'] as const;
  const amounts = ['net', 'commission', 'paid'] as const;
  return dataTable(
    t('analytics.groups'),
    html`<table>
      <thead>
        <tr>
          <th scope="col">
            ${t(groupBy === 'chapter' ? 'earnings.by.sub' : `earnings.by.${groupBy}`)}
          </th>
          ${[...numbers, ...amounts].map(
            (name) => html`<th scope="col" class="number">${t(`earnings.${name}`)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (row) =>
            html`<tr>
              <th scope="row" dir="auto" class=${isDay ? 'time' : ''}>${nameOf(row)}</th>
              ${numbers.map((name) => html`<td class="number">${formatNumber(row[name])}</td>`)}
              ${amounts.map(
                (name) =>
                  html`<td class="number">${formatMoney(row[name], ' · ', currencies)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>`,
    { isScrolled: true },
  );
}

function daysIn(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}

function valueOf({ target }: Event): string {
  return target instanceof HTMLSelectElement ? target.value : '';
}

customElements.define('affiliate-earnings', AffiliateEarnings);
