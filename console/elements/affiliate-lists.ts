import { html, nothing, type TemplateResult } from 'lit';
import { dataTable } from './data-table.ts';
import type { ConsoleConversion, Payout } from '../api/contract.ts';
import { formatShare, formatMoney, formatPrice } from '../i18n/format-figures.ts';
import { formatDate, formatNumber, t } from '../i18n/translate.ts';

/** Sales credited to an affiliate, and why other sales are not. */
export function conversionList(conversions: ConsoleConversion[]): TemplateResult {
  return html`<section class="stack" aria-labelledby="conversions-title">
    <h2 id="conversions-title">${t('conversions.title')}</h2>
    ${
      conversions.length === 0
        ? html`<p class="hint">${t('conversions.none')}</p>`
        : dataTable(
            t('sales.list'),
            html`<table>
              <thead>
                <tr>
                  <th scope="col">${t('dimension.book')}</th>
                  <th scope="col">${t('sales.day')}</th>
                  <th scope="col">${t('dimension.campaign')}</th>
                  <th scope="col" class="number">${t('earnings.net')}</th>
                  <th scope="col" class="number">${t('conversions.rate')}</th>
                  <th scope="col" class="number">${t('earnings.commission')}</th>
                  <th scope="col">${t('keys.state')}</th>
                </tr>
              </thead>
              <tbody>
                ${conversions.map(conversionRow)}
              </tbody>
            </table>`,
            { isScrolled: true },
          )
    }
  </section>`;
}

function conversionRow(one: ConsoleConversion): TemplateResult {
  const { bookTitle, occurredAt, campaign, sub, net, rate, commission, state } = one;
  return html`<tr>
    <th scope="row" dir="auto">${bookTitle ?? t('sales.removedBook')}</th>
    <td class="time">${formatDate(occurredAt)}</td>
    <td><bdi>${campaign ?? '–'}</bdi>${sub ? html`<small dir="auto">${sub}</small>` : nothing}</td>
    <td class="number">${formatPrice(net)}</td>
    <td class="number">${formatShare(Number(rate))}</td>
    <td class="number">${formatPrice(commission)}</td>
    <td>${conversionState(state)}${stateNote(one)}</td>
  </tr>`;
}

/** The state of a commission as a badge. */
export function conversionState(state: ConsoleConversion['state']): TemplateResult {
  const kind = { paid: 'active', approved: 'active', refused: 'revoked', reversed: 'revoked' };
  const style = state === 'pending' ? '' : kind[state];
  return html`<span class="badge ${style}">${t(`conversionState.${state}`)}</span>`;
}

function stateNote({ state, reason, approvesAt }: ConsoleConversion): unknown {
  if (reason) return html`<small>${t(`refusal.${reason}`)}</small>`;
  if (state !== 'pending') return nothing;
  return html`<small>${t('conversions.approves', { day: formatDate(approvesAt) })}</small>`;
}

/** Recorded payouts. */
export function payoutList(payouts: Payout[]): TemplateResult {
  return html`<section class="stack" aria-labelledby="payouts-title">
    <h2 id="payouts-title">${t('payouts.title')}</h2>
    ${
      payouts.length === 0
        ? html`<p class="hint">${t('payouts.none')}</p>`
        : dataTable(
            t('payouts.list'),
            html`<table>
              <thead>
                <tr>
                  <th scope="col">${t('payouts.day')}</th>
                  <th scope="col">${t('payouts.until')}</th>
                  <th scope="col" class="number">${t('earnings.conversions')}</th>
                  <th scope="col" class="number">${t('payouts.amount')}</th>
                </tr>
              </thead>
              <tbody>
                ${payouts.map(
                  ({ createdAt, until, conversions, amount }) =>
                    html`<tr>
                      <th scope="row">${formatDate(createdAt)}</th>
                      <td>${formatDate(until)}</td>
                      <td class="number">${formatNumber(conversions)}</td>
                      <td class="number">${formatMoney([amount])}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`,
            { isScrolled: true },
          )
    }
  </section>`;
}
