import { html, nothing, type TemplateResult } from 'lit';
import type {
  AttentionItem,
  ConsoleAccount,
  ConsoleAnalytics,
  ConsoleUsage,
  SaleTotals,
} from '../api/contract.ts';
import { accountPages, isVisible, pageUrl } from '../app/pages.ts';
import { bar } from '../charts/bar.ts';
import type { DayCount } from '../charts/small-chart.ts';
import { keyName } from '../elements/key-name.ts';
import { definition } from '../elements/definition.ts';
import { formatRate, formatMoney } from '../i18n/format-figures.ts';
import { formatDate, formatNumber, t } from '../i18n/translate.ts';
import { changeText } from './analytics-figures.ts';

const quotaUrl = '/docs/guide/reference/keys-and-quotas';

/** Items that need attention. Renders nothing if there are none. */
export function attentionCard(account: ConsoleAccount, items: AttentionItem[]): TemplateResult {
  if (items.length === 0) return html``;
  return html`<section class="card" aria-labelledby="attention-title">
    <h2 id="attention-title">${t('attention.title')}</h2>
    <ul class="rows attention">
      ${items.map((item) => {
        const url = pageOf(account, item);
        return html`<li>
          <span>${describe(item)}</span>
          ${url ? html`<a href=${url} aria-label=${t('attention.openOne', { name: nameOf(item) })}>${t('attention.open')}</a>` : nothing}
        </li>`;
      })}
    </ul>
  </section>`;
}

function nameOf(item: AttentionItem): string {
  return item.kind === 'quota' ? keyName(item) : item.name;
}

function describe(item: AttentionItem): string {
  const name = nameOf(item);
  if (item.kind === 'quota') {
    const { used, limit } = item;
    return t(`attention.${item.window}`, {
      name,
      share: formatRate(used / limit),
      limit: formatNumber(limit),
    });
  }
  if (item.kind === 'book') return t('attention.book', { name, count: item.problems });
  const since = formatDate(item.since);
  if (item.kind === 'domain') return t('attention.domain', { name, since });
  return t(item.isDisabled ? 'attention.disabled' : 'attention.webhook', { name, since });
}

/** Returns the page on which the item can be fixed, or null if the role cannot see that page. */
function pageOf(account: ConsoleAccount, item: AttentionItem): string | null {
  const path = { quota: 'keys', webhook: 'webhooks', domain: 'appearance', book: 'books' }[
    item.kind
  ];
  const page = accountPages.find((one) => one.path === path);
  if (!page || !isVisible(page, account)) return null;
  if (item.kind === 'book') return pageUrl(account, `books/${item.bookId}`);
  if (item.kind === 'domain') return pageUrl(account, `appearance/${item.deploymentId}`);
  return pageUrl(account, path);
}

/** Opens and sales of the last 30 days. @param sales - Null for roles that cannot see sales. */
export function summaryCard(
  account: ConsoleAccount,
  { totals, series, previous }: ConsoleAnalytics,
  sales: SaleTotals | null,
): TemplateResult {
  const numbers = ['opens', 'sessions', 'buyClicks'] as const;
  const count = (list: SaleTotals['sums']) => list.reduce((sum, one) => sum + one.sales, 0);
  const net = sales?.sums.map(({ net: amount, currency }) => ({ amount, currency })) ?? [];
  const before = sales?.previous.map(({ currency }) => currency) ?? [];
  const currencies = before.length === 0 && sales?.priceCurrency ? [sales.priceCurrency] : before;
  return html`<section class="card" aria-labelledby="summary-title">
    <header class="title">
      <h2 id="summary-title">${t('period.30')}</h2>
      <div class="buttons">
        <a class="button" href=${pageUrl(account, 'analytics')}>${t('analytics.title')}</a>
        ${sales ? html`<a class="button" href=${pageUrl(account, 'sales')}>${t('sales.title')}</a>` : nothing}
      </div>
    </header>
    <p class="hint">${t('home.compared')}</p>
    <ul class="figures">
      ${numbers.map((name) =>
        figure(
          name,
          t(`figure.${name}`),
          t(`figure.${name}.text`),
          formatNumber(totals[name]),
          changeText(name, totals[name], previous?.totals[name] ?? null),
        ),
      )}
      ${
        sales
          ? [
              figure(
                'sales',
                t('sales.title'),
                t('home.salesText'),
                formatNumber(count(sales.sums)),
                changeText('sales', count(sales.sums), count(sales.previous)),
              ),
              figure(
                'net',
                t('earnings.net'),
                t('sales.net.text'),
                formatMoney(net, '\n', currencies),
              ),
            ]
          : nothing
      }
    </ul>
    ${
      totals.opens > 0 && previous
        ? html`<small-chart
            .label=${t('figure.opens')}
            .days=${opensOf(series)}
            .previous=${opensOf(previous.series)}
          ></small-chart>`
        : nothing
    }
  </section>`;
}

function opensOf(series: ConsoleAnalytics['series']): DayCount[] {
  return series.map(({ start, opens: value }) => ({ start, value }));
}

function figure(
  name: string,
  term: string,
  text: string,
  value: string,
  note: unknown = nothing,
): TemplateResult {
  return html`<li>
    <div class="figure">
      <span class="term">${term} ${definition(`about-${name}`, term, text)}</span>
      <strong>${value}</strong>
      ${note}
    </div>
  </li>`;
}

/** Counted requests, and the keys closest to their limits. */
export function usageCard(account: ConsoleAccount, usage: ConsoleUsage): TemplateResult {
  const { today, thisMonth, keys } = usage;
  const keysPage = accountPages.find(({ path }) => path === 'keys');
  return html`<section class="card" aria-labelledby="usage-title">
    <header class="title">
      <h2 id="usage-title">${t('homeUsage.title')}</h2>
      ${definition('about-usage', t('homeUsage.title'), t('homeUsage.text'), quotaUrl)}
    </header>
    <p>${t('homeUsage.total', { today: formatNumber(today), month: formatNumber(thisMonth) })}</p>
    ${
      keys.length > 0
        ? html`<ul class="bars">
            ${keys.map((key) => {
              const shares = [key.usedToday / key.dailyLimit, key.usedThisMonth / key.monthlyLimit];
              return html`<li>
                <span dir="auto">${keyName(key)}</span>
                <span class="number">
                  <small>
                    ${t('homeUsage.key', {
                      today: formatNumber(key.usedToday),
                      daily: formatNumber(key.dailyLimit),
                      month: formatNumber(key.usedThisMonth),
                      monthly: formatNumber(key.monthlyLimit),
                    })}
                  </small>
                </span>
                ${bar(Math.max(...shares))}
              </li>`;
            })}
          </ul>`
        : nothing
    }
    ${
      keysPage && isVisible(keysPage, account)
        ? html`<p><a href=${pageUrl(account, 'keys')}>${t('keys.title')}</a></p>`
        : nothing
    }
  </section>`;
}
