import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { PartnerProfile } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { AffiliateEarnings } from '../elements/affiliate-earnings.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { taskView } from '../elements/task-view.ts';
import { formatShare } from '../i18n/format-figures.ts';
import { t } from '../i18n/translate.ts';

/** A partner's start page: terms and earnings of the partner's affiliate. */
export class PartnerPage extends ConsolePage {
  /** Uses the class, because Vite otherwise drops the import of the element. */
  static readonly earnings = AffiliateEarnings;

  readonly #profile = new DataTask(this, {
    task: ([path], { signal }) => get<PartnerProfile>(path, signal),
    args: () => [this.accountPath('/partner')] as const,
  });

  protected override render(): TemplateResult {
    return html`<header class="title">
        <h1 tabindex="-1">${t('partner.title')}</h1>
        <a class="button primary" href=${pageUrl(this.account, 'links')}>${t('partner.links')}</a>
      </header>
      ${taskView(this.#profile, (profile) => this.#terms(profile))}
      <affiliate-earnings .path=${this.accountPath('/partner')}></affiliate-earnings>`;
  }

  #terms({ rate, windowDays, approvalDays, couponCodes, state }: PartnerProfile): TemplateResult {
    return html`<p class="lead">
        ${t('partner.terms', { rate: formatShare(Number(rate)), windowDays, approvalDays })}
        ${
          couponCodes.length > 0 ? t('partner.coupons', { codes: couponCodes.join(', ') }) : nothing
        }
      </p>
      ${state === 'paused' ? html`<p class="notice warning">${t('partner.paused')}</p>` : nothing}`;
  }
}

customElements.define('partner-page', PartnerPage);
