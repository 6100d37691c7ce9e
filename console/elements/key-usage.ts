import { DataTask } from './data-task.ts';
import { html, LitElement, type TemplateResult } from 'lit';
import type { ConsoleKey, UsageReport } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { LineChart } from '../charts/line-chart.ts';
import { dateFormat, formatDate, formatNumber, t } from '../i18n/translate.ts';
import { keyName } from './key-name.ts';
import { taskView } from './task-view.ts';

/** Number of days in the period that shows all stored days. */
const longest = 395;
const periods = [30, 90, longest] as const;

/** Requests of the account or of one key, by day. */
export class KeyUsage extends LitElement {
  static override properties = {
    path: { attribute: false },
    keys: { attribute: false },
    chosen: { state: true },
    days: { state: true },
  };

  /** API path of the account's usage. */
  declare path: string;
  declare keys: readonly ConsoleKey[];
  /** Id of a key, or `live` or `test` for all keys of the environment. */
  declare chosen: string;
  declare days: number;

  /** Keeps the element's import in the build. */
  static readonly chart = LineChart;

  readonly #usage = new DataTask(this, {
    task: ([path], { signal }) => get<UsageReport>(path, signal),
    args: () => [this.#path()] as const,
  });

  constructor() {
    super();
    this.chosen = 'live';
    this.days = 30;
  }

  #path(): string {
    const query = new URLSearchParams();
    if (this.chosen === 'live' || this.chosen === 'test') query.set('environment', this.chosen);
    else query.set('keyId', this.chosen);
    const start = new Date(Date.now() - (this.days - 1) * 86_400_000);
    const from = this.days === longest ? oldestDay() : start;
    query.set('from', from.toISOString().slice(0, 10));
    return `${this.path}?${query}`;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const choose = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement) this.chosen = target.value;
    };
    const setDays = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement) this.days = Number(target.value);
    };
    return html`<section class="card" aria-labelledby="usage-title">
      <h2 id="usage-title">${t('usage.title')}</h2>
      <p class="hint">${t('usage.text')}</p>
      <div class="filters">
        <label>
          <span>${t('keys.key')}</span>
          <select @change=${choose}>
            <option value="live">${t('usage.allKeys')}</option>
            <option value="test">${t('usage.allTestKeys')}</option>
            ${this.keys.map(
              (key) => html`<option value=${key.id} dir="auto">${keyName(key)}</option>`,
            )}
          </select>
        </label>
        <label>
          <span>${t('usage.period')}</span>
          <select @change=${setDays}>
            ${periods.map(
              (days) =>
                html`<option value=${days}>
                  ${days === longest ? t('usage.year') : t('usage.days', { count: days })}
                </option>`,
            )}
          </select>
        </label>
      </div>
      ${taskView(this.#usage, (report) => usageChart(report))}
    </section>`;
  }
}

function usageChart({ days, total }: UsageReport): TemplateResult {
  const short = dateFormat({
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const points = days.map(({ date, requests }) => ({
    name: formatDate(date),
    shortName: short.format(new Date(date)),
    value: requests,
  }));
  return html`<p><strong>${t('usage.total', { total: formatNumber(total) })}</strong></p>
    <line-chart
      .label=${t('usage.requests')}
      .axis=${t('usage.day')}
      .points=${points}
      .format=${formatNumber}
    ></line-chart>`;
}

/** Returns the first day for which the server has data. */
function oldestDay(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 13, 1));
}

/** Imported by name, because the build drops modules whose exports are not used. */
export function keyUsage(path: string, keys: readonly ConsoleKey[]): TemplateResult {
  return html`<key-usage .path=${path} .keys=${keys}></key-usage>`;
}

customElements.define('key-usage', KeyUsage);
