import { html, LitElement, svg, type TemplateResult } from 'lit';
import { formatDate, formatNumber, t } from '../i18n/translate.ts';
import { chartLegend, chartTable } from './chart-table.ts';

export interface DayCount {
  /** UTC day as `YYYY-MM-DD`. */
  start: string;
  value: number;
}

const [width, height] = [600, 72];

/**
 * A small line chart of counts by day, without a library and without interaction. Its table has the
 * numbers.
 */
export class SmallChart extends LitElement {
  static override properties = {
    label: {},
    days: { attribute: false },
    previous: { attribute: false },
    isOpen: { state: true },
  };

  /** Name of the counts. */
  declare label: string;
  declare days: readonly DayCount[];
  /** The counts of the previous period. */
  declare previous: readonly DayCount[];
  /** Whether the table is shown. Formatting its days would delay the first page. */
  declare isOpen: boolean;

  constructor() {
    super();
    this.isOpen = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { label, days, previous } = this;
    const most = Math.max(1, ...[...days, ...previous].map(({ value }) => value));
    const line = (list: readonly DayCount[], name: string) =>
      svg`<polyline class=${name} points=${pointsOf(list, most)} />`;
    return html`<div class="small-plot" aria-hidden="true">
        <div class="chart-head">
          ${chartLegend(label)}
          <p class="readout">${t('chart.most', { count: formatNumber(most) })}</p>
        </div>
        <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">
          ${line(previous, 'before')} ${line(days, '')}
        </svg>
        <div class="chart-head">
          <p class="readout">${formatDate(days[0]?.start ?? '')}</p>
          <p class="readout">${formatDate(days.at(-1)?.start ?? '')}</p>
        </div>
      </div>
      <details @toggle=${this.#onToggle}>
        <summary>${t('chart.table')}</summary>
        ${this.isOpen ? this.#table() : ''}
      </details>`;
  }

  #table(): TemplateResult {
    const pointsIn = (list: readonly DayCount[]) =>
      list.map(({ start, value }) => ({ name: formatDate(start), shortName: '', value }));
    return chartTable({
      label: this.label,
      axis: t('interval.day'),
      points: pointsIn(this.days),
      previous: pointsIn(this.previous),
      format: formatNumber,
    });
  }

  readonly #onToggle = ({ currentTarget }: Event): void => {
    this.isOpen = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
  };
}

/** The points of a line, with room for its width at the top and bottom. */
function pointsOf(days: readonly DayCount[], most: number): string {
  const step = width / Math.max(1, days.length - 1);
  return days
    .map(({ value }, index) => {
      const y = 2 + (height - 4) * (1 - value / most);
      return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

customElements.define('small-chart', SmallChart);
