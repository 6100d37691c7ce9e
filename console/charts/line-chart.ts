import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { dataTable } from '../elements/data-table.ts';
import { t } from '../i18n/translate.ts';
import type { Plot } from './plot.ts';

export interface ChartPoint {
  /** The full name, such as “21 Nov 2026”. */
  name: string;
  /** The name below the plot, such as “21 Nov”. */
  shortName: string;
  value: number | null;
}

/**
 * A line chart with a table of the same numbers, which screen readers and keyboards can read. Can
 * show an earlier period behind the line.
 */
export class LineChart extends LitElement {
  static override properties = {
    label: {},
    axis: {},
    points: { attribute: false },
    previous: { attribute: false },
    format: { attribute: false },
    max: { type: Number },
    hovered: { state: true },
  };

  /** Name of the numbers. */
  declare label: string;
  /** Name of the points, such as “Day”. */
  declare axis: string;
  declare points: readonly ChartPoint[];
  /** The numbers of the previous period, or null. */
  declare previous: readonly ChartPoint[] | null;
  declare format: (value: number) => string;
  /** Upper end of the scale. By default, it follows the values. */
  declare max: number | undefined;
  declare hovered: number | null;

  #plot: Plot | null = null;
  readonly #sizes = new ResizeObserver(([entry]) => {
    if (entry && this.#plot) this.#plot.resize(entry.contentRect.width);
  });
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  readonly #redraw = () => void this.#draw();

  constructor() {
    super();
    this.points = [];
    this.previous = null;
    this.hovered = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#scheme.addEventListener('change', this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#scheme.removeEventListener('change', this.#redraw);
    this.#sizes.disconnect();
    this.#plot?.destroy();
    this.#plot = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (['points', 'previous', 'format'].some((name) => changed.has(name))) this.#redraw();
  }

  protected override render(): TemplateResult {
    const { points, previous, label, axis } = this;
    return html`<div class="chart-head" aria-hidden="true">
        ${previous ? legend(label) : html`<span></span>`}
        <p class="readout">${this.#readout()}</p>
      </div>
      <div class="plot" dir="ltr" aria-hidden="true"></div>
      <details>
        <summary>${t('chart.table')}</summary>
        ${dataTable(
          label,
          html`<table>
            <thead>
              <tr>
                <th scope="col">${axis}</th>
                <th scope="col" class="number">${label}</th>
                ${previous ? html`<th scope="col" class="number">${t('chart.previous')}</th>` : nothing}
              </tr>
            </thead>
            <tbody>
              ${points.map(
                (point, index) =>
                  html`<tr>
                    <th scope="row">${point.name}</th>
                    <td class="number">${this.#text(point)}</td>
                    ${
                      previous
                        ? html`<td class="number">${this.#previousText(previous[index])}</td>`
                        : nothing
                    }
                  </tr>`,
              )}
            </tbody>
          </table>`,
        )}
      </details>`;
  }

  /** The numbers below the pointer. */
  #readout(): string {
    const { points, previous, hovered, label } = this;
    const shown = hovered === null ? undefined : points[hovered];
    if (!shown) return previous ? '' : label;
    const before = hovered === null ? undefined : previous?.[hovered];
    return [shown, ...(before ? [before] : [])]
      .map((point) => `${point.name}: ${this.#text(point)}`)
      .join(' · ');
  }

  #text({ value }: ChartPoint): string {
    return value === null ? '–' : this.format(value);
  }

  /** The number with its own day, which differs from the row's. */
  #previousText(point: ChartPoint | undefined): TemplateResult {
    if (!point) return html`–`;
    return html`${this.#text(point)} <small>${point.name}</small>`;
  }

  async #draw(): Promise<void> {
    const { createPlot } = await import('./plot.ts');
    const target = this.querySelector<HTMLElement>('.plot');
    if (!target || !this.isConnected) return;
    this.#plot?.destroy();
    this.#plot = createPlot({
      target,
      values: this.points.map(({ value }) => value),
      previous: this.previous?.map(({ value }) => value) ?? null,
      nameOf: (index) => this.points[index]?.shortName ?? '',
      format: this.format,
      ...(this.max !== undefined && { max: this.max }),
      onHover: (index) => (this.hovered = index),
    });
    this.#sizes.disconnect();
    this.#sizes.observe(target);
  }
}

/** Names the two lines. */
function legend(label: string): TemplateResult {
  return html`<p class="legend">
    <span class="line">${label}</span> <span class="line dashed">${t('chart.previous')}</span>
  </p>`;
}

customElements.define('line-chart', LineChart);
