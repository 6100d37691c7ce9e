import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Affiliate } from '../api/contract.ts';
import { change } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction } from '../elements/form-action.ts';
import { modal } from '../elements/modal.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView } from '../elements/task-view.ts';
import { formatShare } from '../i18n/format-figures.ts';
import { formatDate, t } from '../i18n/translate.ts';
import { affiliateForm, readAffiliateForm } from './affiliate-form.ts';

/** The partners who earn a commission on the account's sales. */
export class AffiliatesPage extends ConsolePage {
  static override properties = { ...ConsolePage.properties, isCreating: { state: true } };

  declare isCreating: boolean;

  readonly #action = new FormAction(this);
  readonly #affiliates = new PagedList<Affiliate>(this, {
    path: () => this.accountPath('/affiliates'),
    show: (affiliates) => this.#table(affiliates),
  });

  constructor() {
    super();
    this.isCreating = false;
  }

  protected override render(): TemplateResult {
    return html`<header class="title">
        <h1 tabindex="-1">${t('affiliates.title')}</h1>
        ${this.hasRole('owner') ? this.#createButton() : nothing}
      </header>
      <p class="lead">${t('affiliates.text')}</p>
      ${this.#affiliates.render()}
      ${
        this.isCreating
          ? modal(
              t('affiliates.create'),
              affiliateForm(
                this.#action,
                null,
                this.#action.submit(this.#create, t('done.created')),
              ),
              () => (this.isCreating = false),
            )
          : nothing
      }`;
  }

  #createButton(): TemplateResult {
    const open = () => {
      this.#action.clear();
      this.isCreating = true;
    };
    return html`<button type="button" class="primary" @click=${open}>
      ${t('affiliates.create')}
    </button>`;
  }

  #table(affiliates: Affiliate[]): TemplateResult {
    if (affiliates.length === 0) {
      return emptyView(t('affiliates.emptyTitle'), t('affiliates.emptyText'));
    }
    return dataTable(
      t('affiliates.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('dimension.affiliate')}</th>
            <th scope="col">${t('keys.state')}</th>
            <th scope="col" class="number">${t('affiliate.rate')}</th>
            <th scope="col" class="number">${t('affiliate.windowDays')}</th>
            <th scope="col" class="number">${t('affiliate.approvalDays')}</th>
            <th scope="col">${t('accounts.created')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            affiliates,
            ({ id }) => id,
            ({ id, name, code, state, rate, windowDays, approvalDays, createdAt }) =>
              html`<tr>
                <th scope="row">
                  <a class="name" dir="auto" href=${pageUrl(this.account, `affiliates/${id}`)}
                    >${name}</a
                  >
                  <small dir="ltr">${code}</small>
                </th>
                <td>
                  <span class="badge ${state === 'active' ? 'active' : ''}"
                    >${t(`affiliateState.${state}`)}</span
                  >
                </td>
                <td class="number">${formatShare(Number(rate))}</td>
                <td class="number">${t('affiliate.days', { count: windowDays })}</td>
                <td class="number">${t('affiliate.days', { count: approvalDays })}</td>
                <td>${formatDate(createdAt)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  readonly #create = async (values: FormData): Promise<void> => {
    await change('POST', this.accountPath('/affiliates'), readAffiliateForm(values));
    this.isCreating = false;
    await this.#affiliates.reload();
  };
}

customElements.define('affiliates-page', AffiliatesPage);
