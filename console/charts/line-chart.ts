import { html, LitElement, type TemplateResult } from 'lit';
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

/** A line chart with a table of the same numbers, which screen readers and keyboards can read. */
export class LineChart extends LitElement {
  static override properties = {
    label: {},
    axis: {},
    points: { attribute: false },
    format: { attribute: false },
    max: { type: Number },
    hovered: { state: true },
  };

  /** Name of the numbers. */
  declare label: string;
  /** Name of the points, such as “Day”. */
  declare axis: string;
  declare points: readonly ChartPoint[];
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
    if (changed.has('points') || changed.has('format')) this.#redraw();
  }

  protected override render(): TemplateResult {
    const { points, label, axis } = this;
    const shown = this.hovered === null ? undefined : points[this.hovered];
    return html`<p class="readout" aria-hidden="true">
        ${shown ? `${shown.name}: ${this.#text(shown)}` : label}
      </p>
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
              </tr>
            </thead>
            <tbody>
              ${points.map(
                (point) =>
                  html`<tr>
                    <th scope="row">${point.name}</th>
                    <td class="number">${this.#text(point)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`,
        )}
      </details>`;
  }

  #text({ value }: ChartPoint): string {
    return value === null ? '–' : this.format(value);
  }

  async #draw(): Promise<void> {
    const { createPlot } = await import('./plot.ts');
    const target = this.querySelector<HTMLElement>('.plot');
    if (!target || !this.isConnected) return;
    this.#plot?.destroy();
    this.#plot = createPlot({
      target,
      values: this.points.map(({ value }) => value),
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
