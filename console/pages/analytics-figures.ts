import { html, type TemplateResult } from 'lit';
import type { ConsoleAnalytics } from '../api/contract.ts';
import { definition } from '../elements/definition.ts';
import { formatChange, formatDuration, formatRate } from '../i18n/format-figures.ts';
import { formatNumber, t } from '../i18n/translate.ts';

export type Figures = ConsoleAnalytics['totals'];

/** The numbers at the top of the page, any of which the chart can show. */
export const figureNames = [
  'opens',
  'sessions',
  'readers',
  'secondsRead',
  'averageSeconds',
  'completion',
  'buyClicks',
  'sales',
] as const;
export type FigureName = (typeof figureNames)[number];

export function formatFigure(name: FigureName, value: number | null): string {
  if (name === 'secondsRead' || name === 'averageSeconds') return formatDuration(value);
  if (name === 'completion') return formatRate(value);
  return value === null ? '–' : formatNumber(value);
}

/** The numbers of a period. The pressed button selects the number in the chart. */
export function figureCards(
  totals: Figures,
  previous: Figures | null,
  selected: FigureName,
  onSelect: (name: FigureName) => void,
): TemplateResult {
  return html`<ul class="figures">
    ${figureNames.map(
      (name) =>
        html`<li class=${name === selected ? 'selected' : ''}>
          <button
            type="button"
            class="figure"
            aria-pressed=${name === selected}
            @click=${() => onSelect(name)}
          >
            <span class="term">${t(`figure.${name}`)}</span>
            <strong>${formatFigure(name, totals[name])}</strong>
            ${changeText(name, totals[name], previous?.[name] ?? null)}
          </button>
          ${definition(`about-${name}`, t(`figure.${name}`), t(`figure.${name}.text`))}
        </li>`,
    )}
  </ul>`;
}

/** The change compared with the previous period. */
export function changeText(
  name: FigureName,
  value: number | null,
  before: number | null,
): TemplateResult {
  const change = value === null || before === null ? null : formatChange(value, before);
  if (change === null) return html`<small>${t('analytics.noChange')}</small>`;
  const direction =
    (value ?? 0) > (before ?? 0) ? 'up' : (value ?? 0) < (before ?? 0) ? 'down' : '';
  return html`<small class="change ${direction}" dir="ltr"
    >${change}<span class="hidden">
      ${t('analytics.before', { value: formatFigure(name, before) })}</span
    ></small
  >`;
}
