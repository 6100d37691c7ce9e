import { html, LitElement, type TemplateResult } from 'lit';
import { t } from '../i18n/translate.ts';
import { chartLegend, type ChartPoint, chartTable, pointText } from './chart-table.ts';
import type { Plot } from './plot.ts';

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
    const { points, previous, label, axis, format } = this;
    return html`<div class="chart-head" aria-hidden="true">
        ${previous ? chartLegend(label) : html`<span></span>`}
        <p class="readout">${this.#readout()}</p>
      </div>
      <div class="plot" dir="ltr" aria-hidden="true"></div>
      <details>
        <summary>${t('chart.table')}</summary>
        ${chartTable({ label, axis, points, previous, format })}
      </details>`;
  }

  /** The numbers below the pointer. */
  #readout(): string {
    const { points, previous, hovered, label } = this;
    const shown = hovered === null ? undefined : points[hovered];
    if (!shown) return previous ? '' : label;
    const before = hovered === null ? undefined : previous?.[hovered];
    return [shown, ...(before ? [before] : [])]
      .map((point) => `${point.name}: ${pointText(point, this.format)}`)
      .join(' · ');
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

customElements.define('line-chart', LineChart);
