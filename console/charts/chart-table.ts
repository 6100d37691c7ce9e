import { html, nothing, type TemplateResult } from 'lit';
import { dataTable } from '../elements/data-table.ts';
import { t } from '../i18n/translate.ts';

export interface ChartPoint {
  /** The full name, such as “21 Nov 2026”. */
  name: string;
  /** The name below the plot, such as “21 Nov”. */
  shortName: string;
  value: number | null;
}

export interface ChartNumbers {
  /** Name of the numbers. */
  label: string;
  /** Name of the points, such as “Day”. */
  axis: string;
  points: readonly ChartPoint[];
  /** The numbers of the previous period, or null. */
  previous: readonly ChartPoint[] | null;
  format: (value: number) => string;
}

/** The numbers of a chart as a table, which screen readers and keyboards can read. */
export function chartTable(numbers: ChartNumbers): TemplateResult {
  const { label, axis, points, previous, format } = numbers;
  return dataTable(
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
              <td class="number">${pointText(point, format)}</td>
              ${
                previous
                  ? html`<td class="number">${previousText(previous[index], format)}</td>`
                  : nothing
              }
            </tr>`,
        )}
      </tbody>
    </table>`,
    { isScrolled: true },
  );
}

export function pointText({ value }: ChartPoint, format: ChartNumbers['format']): string {
  return value === null ? '–' : format(value);
}

/** The number with its own day, which differs from the row's. */
function previousText(
  point: ChartPoint | undefined,
  format: ChartNumbers['format'],
): TemplateResult {
  if (!point) return html`–`;
  return html`${pointText(point, format)} <small>${point.name}</small>`;
}

/** Names the two lines of a chart. */
export function chartLegend(label: string): TemplateResult {
  return html`<p class="legend">
    <span class="line">${label}</span> <span class="line dashed">${t('chart.previous')}</span>
  </p>`;
}
