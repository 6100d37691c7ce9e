import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConsoleAnalytics } from '../api/contract.ts';
import { bar } from '../charts/bar.ts';
import type { ChartPoint } from '../charts/chart-table.ts';
import { dataTable } from '../elements/data-table.ts';
import { definition } from '../elements/definition.ts';
import { emptyView } from '../elements/task-view.ts';
import { formatDuration, formatRate } from '../i18n/format-figures.ts';
import { currentLanguage, formatNumber, t } from '../i18n/translate.ts';
import { changeText } from './analytics-figures.ts';
import type { DimensionName } from './analytics-selection.ts';

const curvesUrl = '/docs/guide/reference/analytics#where-readers-stop';

/** The funnel: opens, sample ends, buy button presses, and sales. */
export function funnelCard({ totals }: ConsoleAnalytics): TemplateResult {
  const { opens, sampleEnds, buyClicks, sales } = totals;
  const steps = [
    ['opens', opens, opens > 0 ? 1 : null],
    ['sampleEnds', sampleEnds, totals.sampleEndRate],
    ['buyClicks', buyClicks, totals.buyClickRate],
    ['sales', sales, totals.saleRate],
  ] as const;
  return html`<section class="card" aria-labelledby="funnel-title">
    <header class="title">
      <h2 id="funnel-title">${t('analytics.funnel')}</h2>
      ${definition('about-funnel', t('analytics.funnel'), t('analytics.funnelText'))}
    </header>
    <ol class="bars">
      ${steps.map(
        ([name, count, rate]) =>
          html`<li>
            <span>${t(`figure.${name}`)}</span>
            <span class="number">
              ${
                name === 'opens'
                  ? nothing
                  : html`<small>${t('analytics.ofOpens', { share: formatRate(rate) })}</small>`
              }
              <strong>${formatNumber(count)}</strong>
            </span>
            ${bar(rate ?? 0)}
          </li>`,
      )}
    </ol>
  </section>`;
}

/** Stop positions by share of the book and, for one book, by chapter. */
export function stopsCard({ totals, positions, sections }: ConsoleAnalytics): TemplateResult {
  const { sessions } = totals;
  const title = t('analytics.stops');
  const points = positions.map(({ from, reached }): ChartPoint => ({
    name: t('analytics.position', { position: formatRate(from) }),
    shortName: formatRate(from),
    value: sessions === 0 ? null : reached / sessions,
  }));
  return html`<section class="card" aria-labelledby="stops-title">
    <header class="title">
      <h2 id="stops-title">${title}</h2>
      ${definition('about-stops', title, t('analytics.stopsText'), curvesUrl)}
    </header>
    ${
      sessions === 0
        ? html`<p class="hint">${t('analytics.noSessions')}</p>`
        : html`<line-chart
              .label=${t('analytics.reached')}
              .axis=${t('analytics.positionAxis')}
              .points=${points}
              .format=${formatRate}
              .max=${1}
            ></line-chart>
            ${sections ? sectionList(sections, sessions) : html`<p class="hint">${t('analytics.chooseBook')}</p>`}`
    }
  </section>`;
}

function sectionList(
  sections: NonNullable<ConsoleAnalytics['sections']>,
  sessions: number,
): TemplateResult {
  return html`<h3>${t('analytics.chapters')}</h3>
    ${dataTable(
      t('analytics.chapters'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('analytics.chapter')}</th>
            <th scope="col" class="number">${t('analytics.reached')}</th>
            <th scope="col" class="number">${t('analytics.stopped')}</th>
          </tr>
        </thead>
        <tbody>
          ${sections.map(
            ({ section, title, reached, stopped }) =>
              html`<tr>
                <th scope="row" dir="auto">
                  ${title ?? t('analytics.section', { position: section + 1 })}
                  ${bar(reached / sessions)}
                </th>
                <td class="number">${formatRate(reached / sessions)}</td>
                <td class="number">${formatNumber(stopped)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
      { isScrolled: true },
    )}`;
}

/**
 * The numbers by book, partner or another dimension. Pressing a name filters the page.
 *
 * @param onFilter - Called with the value and its name.
 */
export function groupTable(
  { groupBy, groups, omittedGroups }: ConsoleAnalytics,
  onFilter: (value: string, label: string) => void,
): TemplateResult {
  if (!groups || !groupBy || groups.length === 0) {
    return emptyView(t('analytics.emptyTitle'), t('analytics.emptyText'), { level: 3 });
  }
  const most = Math.max(...groups.map(({ opens }) => opens), 1);
  return html`${dataTable(
    t(`dimension.${groupBy}`),
    html`<table>
      <thead>
        <tr>
          <th scope="col">${t(`dimension.${groupBy}`)}</th>
          <th scope="col" class="number">${t('figure.opens')}</th>
          <th scope="col" class="number">${t('analytics.change')}</th>
          <th scope="col" class="number">${t('figure.sessions')}</th>
          <th scope="col" class="number">${t('figure.averageSeconds')}</th>
          <th scope="col" class="number">${t('figure.completion')}</th>
          <th scope="col" class="number">${t('figure.buyClicks')}</th>
          <th scope="col" class="number">${t('figure.sales')}</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          groups,
          ({ key }) => key,
          (group) => {
            const name = groupName(groupBy, group.key, group.label);
            const choose = () => onFilter(group.key ?? '', name);
            return html`<tr>
              <th scope="row" dir="auto">
                ${
                  group.key === null
                    ? name
                    : html`<button type="button" class="link" @click=${choose}>${name}</button>`
                }
                ${bar(group.opens / most)}
              </th>
              <td class="number">${formatNumber(group.opens)}</td>
              <td class="number">
                ${changeText('opens', group.opens, group.previous?.opens ?? null)}
              </td>
              <td class="number">${formatNumber(group.sessions)}</td>
              <td class="number">${formatDuration(group.averageSeconds)}</td>
              <td class="number">${formatRate(group.completion)}</td>
              <td class="number">${formatNumber(group.buyClicks)}</td>
              <td class="number">${formatNumber(group.sales)}</td>
            </tr>`;
          },
        )}
      </tbody>
    </table>`,
  )}
  ${
    omittedGroups > 0
      ? html`<p class="hint">${t('analytics.omitted', { count: omittedGroups })}</p>`
      : nothing
  }`;
}

/** Returns the name of a value in the page's language. */
export function groupName(dimension: DimensionName, key: string | null, label: string): string {
  if (key === null) return t('analytics.none');
  if (dimension === 'device' && isDevice(key)) return t(`device.${key}`);
  if (dimension === 'language' || dimension === 'country') {
    const type = dimension === 'language' ? 'language' : 'region';
    return new Intl.DisplayNames(currentLanguage(), { type }).of(key) ?? key;
  }
  return label;
}

function isDevice(key: string): key is 'phone' | 'tablet' | 'desktop' {
  return ['phone', 'tablet', 'desktop'].includes(key);
}
