import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { ConsoleAnalytics } from '../api/contract.ts';
import { get } from '../api/request.ts';
import type { ChartPoint } from '../charts/chart-table.ts';
import { LineChart } from '../charts/line-chart.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { keepFocus } from '../elements/keep-focus.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatInterval } from '../i18n/format-figures.ts';
import { formatDate, t } from '../i18n/translate.ts';
import { figureCards, type FigureName, formatFigure } from './analytics-figures.ts';
import { funnelCard, groupName, groupTable, stopsCard } from './analytics-sections.ts';
import {
  type AnalyticsSelection,
  type DimensionName,
  dimensions,
  periods,
  readSelection,
  reportQuery,
  writeSelection,
} from './analytics-selection.ts';

const now = () => new Date();
/** No data is older. */
const firstDay = '2020-01-01';

/** Reader activity: opens, reading, the path to a sale, and stop positions. */
export class AnalyticsPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    selection: { state: true },
    figure: { state: true },
  };

  /** Uses the class, because Vite otherwise drops the import of the element. */
  static readonly chart = LineChart;

  declare selection: AnalyticsSelection;
  /** The number in the chart. */
  declare figure: FigureName;

  /** Names of filtered values, by dimension and value. */
  readonly #names = new Map<string, string>();
  readonly #report = new DataTask(this, {
    task: async ([path], { signal }) => {
      await this.#findNames(signal);
      return get<ConsoleAnalytics>(path, signal);
    },
    args: () => [this.#path('')] as const,
  });
  readonly #groups = new DataTask(this, {
    task: ([path], { signal }) => get<ConsoleAnalytics>(path, signal),
    args: () => [this.#path('', { groupBy: this.selection.groupBy })] as const,
  });
  constructor() {
    super();
    this.selection = readSelection(location.search, now());
    this.figure = 'opens';
  }

  #path(extension: '' | '.csv', more: Record<string, string> = {}): string {
    const query = reportQuery(this.selection, now());
    for (const [name, value] of Object.entries(more)) query.set(name, value);
    return this.accountPath(`/analytics${extension}?${query}`);
  }

  #select(change: Partial<AnalyticsSelection>): void {
    this.selection = { ...this.selection, ...change };
    history.replaceState(history.state, '', `?${writeSelection(this.selection)}`);
  }

  /** Loads the names of the filtered values after a reload. */
  async #findNames(signal: AbortSignal): Promise<void> {
    for (const name of ['book', 'deployment', 'affiliate'] as const) {
      const value = this.selection.filters[name];
      if (!value || this.#names.has(`${name} ${value}`)) continue;
      const query = { [name]: value, groupBy: name, from: firstDay, interval: 'month' };
      const path = this.accountPath(`/analytics?${new URLSearchParams(query)}`);
      const { groups } = await get<ConsoleAnalytics>(path, signal);
      this.#names.set(`${name} ${value}`, groups?.[0]?.label ?? value);
    }
  }

  protected override render(): TemplateResult {
    return html`<header class="title">
        <h1 tabindex="-1">${t('analytics.title')}</h1>
        <a class="button" href=${`/console/api${this.#path('.csv')}`} download rel="external"
          >${t('analytics.csvSeries')}</a
        >
      </header>
      <p class="lead">${t('analytics.text')}</p>
      ${this.#controls()} ${taskView(this.#report, (report) => this.#content(report))}
      ${this.#breakdown()}`;
  }

  #controls(): TemplateResult {
    const { period, from, to, filters } = this.selection;
    const choose = (event: Event) => {
      const found = periods.find((one) => one === valueOf(event));
      if (found) this.#select({ period: found });
    };
    const setDay = (name: 'from' | 'to') => (event: Event) => {
      const day = valueOf(event);
      // Years have fewer than four digits while they are typed.
      if (day < firstDay) return;
      const isReversed = name === 'from' ? day > to : day < from;
      this.#select(isReversed ? { from: day, to: day } : { [name]: day });
    };
    const chosen = dimensions.filter((name) => filters[name] !== undefined);
    return html`<div class="filters">
        <label>
          <span>${t('analytics.period')}</span>
          <select @change=${choose}>
            ${periods.map(
              (one) =>
                html`<option value=${one} ?selected=${one === period}>
                  ${t(`period.${one}`)}
                </option>`,
            )}
          </select>
        </label>
        ${
          period === 'custom'
            ? (['from', 'to'] as const).map(
                (name) =>
                  html`<label>
                    <span>${t(`analytics.${name}`)}</span>
                    <input
                      type="date"
                      required
                      .value=${name === 'from' ? from : to}
                      min=${firstDay}
                      @change=${setDay(name)}
                    />
                  </label>`,
              )
            : nothing
        }
      </div>
      ${
        chosen.length > 0
          ? html`<ul class="chips" aria-label=${t('analytics.filters')}>
              ${chosen.map((name) => this.#chip(name, filters[name] ?? ''))}
            </ul>`
          : nothing
      }`;
  }

  #chip(dimension: DimensionName, value: string): TemplateResult {
    const known = this.#names.get(`${dimension} ${value}`);
    const name = known ?? groupName(dimension, value, value);
    const remove = () => {
      const { [dimension]: _removed, ...filters } = this.selection.filters;
      this.#select({ filters });
    };
    return html`<li>
      <button type="button" @click=${remove}>
        <span class="term">${t(`dimension.${dimension}`)}</span>
        <span dir="auto">${name}</span>
        <span aria-hidden="true">✕</span>
        <span class="hidden">${t('analytics.removeFilter')}</span>
      </button>
    </li>`;
  }

  #content(report: ConsoleAnalytics): TemplateResult {
    const { totals, previous, series, interval } = report;
    if (totals.opens === 0 && (previous?.totals.opens ?? 0) === 0) {
      return Object.keys(this.selection.filters).length > 0
        ? emptyView(t('analytics.emptyTitle'), t('analytics.emptyText'))
        : emptyView(t('analytics.startTitle'), t('analytics.startText'));
    }
    const { figure } = this;
    const pointsOf = (list: typeof series) =>
      list.map((one): ChartPoint => ({
        name: formatInterval(one.start, 'long'),
        shortName: formatInterval(one.start, 'short'),
        value: one[figure],
      }));
    return html`<section class="card" aria-label=${t('analytics.overview')}>
        ${figureCards(totals, previous?.totals ?? null, figure, (name) => (this.figure = name))}
        <line-chart
          .label=${t(`figure.${figure}`)}
          .axis=${t(`interval.${interval}`)}
          .points=${pointsOf(series)}
          .previous=${previous ? pointsOf(previous.series) : null}
          .format=${(value: number) => formatFigure(figure, value)}
        ></line-chart>
        ${
          previous
            ? html`<p class="hint">
                ${t('analytics.compared', {
                  from: formatDate(previous.from),
                  to: formatDate(previous.to),
                })}
              </p>`
            : nothing
        }
      </section>
      <div class="halves">${funnelCard(report)} ${stopsCard(report)}</div>`;
  }

  /** Omitted if the page already states that there are no readings. */
  #breakdown(): TemplateResult | typeof nothing {
    const { groupBy, filters } = this.selection;
    const isEmpty = this.#report.value?.totals.opens === 0;
    if (isEmpty && this.#groups.value?.groups?.length === 0) return nothing;
    const choose = (event: Event) => {
      const found = dimensions.find((one) => one === valueOf(event));
      if (found) this.#select({ groupBy: found });
    };
    const filter = (value: string, label: string) => {
      this.#names.set(`${groupBy} ${value}`, label);
      this.#select({ filters: { ...filters, [groupBy]: value } });
    };
    const url = `/console/api${this.#path('.csv', { groupBy, limit: '1000' })}`;
    return html`<section class="stack" aria-labelledby="groups-title">
      <header class="title">
        <h2 id="groups-title">${t('analytics.groups')}</h2>
        <div class="buttons">
          <select aria-label=${t('analytics.groupBy')} @change=${choose}>
            ${dimensions.map(
              (one) =>
                html`<option value=${one} ?selected=${one === groupBy}>
                  ${t(`dimension.${one}`)}
                </option>`,
            )}
          </select>
          <a class="button" href=${url} download rel="external">${t('analytics.csvGroups')}</a>
        </div>
      </header>
      <p class="hint">${t('analytics.groupsHint')}</p>
      ${taskView(this.#groups, (report) => groupTable(report, filter))}
    </section>`;
  }
}

function valueOf({ target }: Event): string {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}

keepFocus();
customElements.define('analytics-page', AnalyticsPage);
