import { DataTask } from '../elements/data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { OperatedAccount, Session } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { accountLimitsForm } from './account-limits-form.ts';
import { operatorList } from '../elements/operator-list.ts';
import { pageUrl } from '../app/pages.ts';
import { dataTable } from '../elements/data-table.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { dialogForm, modal } from '../elements/modal.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatDate, formatNumber, t } from '../i18n/translate.ts';

/**
 * All accounts, for operators.
 *
 * @fires accounts-change - An account was created or changed.
 */
export class AccountsPage extends LitElement {
  static override properties = {
    session: { attribute: false },
    isCreating: { state: true },
    edited: { state: true },
  };

  declare session: Session;
  declare isCreating: boolean;
  /** The account in the limits form, or null. */
  declare edited: OperatedAccount | null;

  readonly #action = new FormAction(this);
  readonly #accounts = new DataTask(this, {
    task: (_none, { signal }) => get<OperatedAccount[]>('/operator/accounts', signal),
    args: () => [] as const,
  });

  constructor() {
    super();
    this.isCreating = false;
    this.edited = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<header class="title">
        <h1 tabindex="-1">${t('accounts.title')}</h1>
        <button type="button" class="primary" @click=${() => (this.isCreating = true)}>
          ${t('accounts.create')}
        </button>
      </header>
      <p class="lead">${t('accounts.text')}</p>
      ${taskView(this.#accounts, (accounts) =>
        accounts.length === 0
          ? emptyView(t('accounts.emptyTitle'), t('accounts.emptyText'))
          : this.#table(accounts),
      )}
      ${operatorList()}
      ${this.#action.error && !this.isCreating && !this.edited ? this.#action.renderError() : nothing}
      ${
        this.isCreating
          ? modal(t('accounts.create'), this.#form(), () => (this.isCreating = false))
          : nothing
      }
      ${
        this.edited
          ? modal(
              t('accounts.limitsOf', { name: this.edited.name }),
              accountLimitsForm(this.#action, this.edited, (body) => this.#setLimits(body)),
              () => (this.edited = null),
            )
          : nothing
      }`;
  }

  #table(accounts: OperatedAccount[]): TemplateResult {
    return dataTable(
      t('accounts.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('field.name')}</th>
            <th scope="col" class="number">${t('accounts.members')}</th>
            <th scope="col" class="number">${t('accounts.books')}</th>
            <th scope="col" class="number">${t('accounts.keys')}</th>
            <th scope="col">${t('accounts.created')}</th>
            <th scope="col"><span class="hidden">${t('table.actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            accounts,
            ({ id }) => id,
            (account) => this.#row(account),
          )}
        </tbody>
      </table>`,
    );
  }

  #row(account: OperatedAccount): TemplateResult {
    const { id, name, suspendedAt, members, books, keys, createdAt } = account;
    const isSuspended = suspendedAt === null;
    const path = `/operator/accounts/${id}`;
    const toggle = () =>
      void this.#action.run(
        () => this.#finish(change('PATCH', path, { isSuspended })),
        t('book.saved'),
      );
    return html`<tr>
      <th scope="row">
        <a href=${pageUrl(account, '')} dir="auto">${name}</a>
        ${suspendedAt ? html`<span class="badge revoked">${t('accounts.suspended')}</span>` : nothing}
      </th>
      <td class="number">
        ${
          members > 0
            ? formatNumber(members)
            : html`<a href=${pageUrl(account, 'team')}
                >${t('team.invite')}<span class="hidden"> ${name}</span></a
              >`
        }
      </td>
      <td class="number">${formatNumber(books)}</td>
      <td class="number">${formatNumber(keys)}</td>
      <td>${formatDate(createdAt)}</td>
      <td class="actions">
        <button type="button" @click=${() => this.#edit(account)}>
          ${t('accounts.limits')}<span class="hidden"> ${name}</span>
        </button>
        <button type="button" class=${isSuspended ? 'danger' : ''} @click=${toggle}>
          ${isSuspended ? t('accounts.suspend') : t('accounts.resume')}
          <span class="hidden">${name}</span>
        </button>
      </td>
    </tr>`;
  }

  #form(): TemplateResult {
    const action = this.#action;
    return dialogForm({
      action,
      submit: action.submit(this.#create, t('done.created')),
      label: t('accounts.create'),
      content: html` ${textField(action, {
        name: 'name',
        label: t('field.name'),
        hint: t('accounts.nameHint'),
      })}`,
    });
  }

  readonly #create = async (values: FormData): Promise<void> => {
    await this.#finish(change('POST', '/operator/accounts', { name: values.get('name') }));
    this.isCreating = false;
  };

  #edit(account: OperatedAccount): void {
    this.#action.clear();
    this.edited = account;
  }

  async #setLimits(body: object): Promise<void> {
    if (!this.edited) return;
    await this.#finish(change('PATCH', `/operator/accounts/${this.edited.id}`, body));
    this.edited = null;
  }

  async #finish(work: Promise<unknown>): Promise<void> {
    await work;
    this.dispatchEvent(new Event('accounts-change'));
    await this.#accounts.run();
  }
}

customElements.define('accounts-page', AccountsPage);
