import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { AccountContent, ConsoleAccount } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { formatMoney } from '../i18n/format-figures.ts';
import { formatNumber, t } from '../i18n/translate.ts';
import { DataTask } from './data-task.ts';
import { FormAction, textField } from './form-action.ts';
import { dialogForm, modal } from './modal.ts';
import { taskView } from './task-view.ts';

/** Deletes the account after the owner has read about the consequences and typed its name. */
export class DeleteAccount extends LitElement {
  static override properties = { account: { attribute: false }, isOpen: { state: true } };

  declare account: ConsoleAccount;
  declare isOpen: boolean;

  readonly #action = new FormAction(this);
  readonly #content = new DataTask(this, {
    task: async ([path], { signal }) => (path ? get<AccountContent>(path, signal) : null),
    args: () => [this.isOpen ? `${this.#path}/content` : null] as const,
  });

  constructor() {
    super();
    this.isOpen = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  get #path(): string {
    return `/accounts/${encodeURIComponent(this.account.id)}`;
  }

  protected override render(): TemplateResult {
    const open = () => {
      this.#action.clear();
      this.isOpen = true;
    };
    return html`<section class="card">
        <h2>${t('deleteAccount.title')}</h2>
        <p class="hint">${t('deleteAccount.text')}</p>
        <button type="button" class="danger start" @click=${open}>
          ${t('deleteAccount.title')}
        </button>
      </section>
      ${
        this.isOpen
          ? modal(
              t('deleteAccount.title'),
              taskView(this.#content, (content) => (content ? this.#form(content) : html``)),
              () => (this.isOpen = false),
            )
          : nothing
      }`;
  }

  #form({ unpaid, ...counts }: AccountContent): TemplateResult {
    const action = this.#action;
    const rows = [
      ['accounts.books', counts.books],
      ['keys.title', counts.keys],
      ['auditGroup.deployment', counts.deployments],
      ['webhooks.title', counts.webhooks],
      ['accounts.members', counts.members],
    ] as const;
    return dialogForm({
      action,
      submit: action.submit(this.#delete, null),
      label: t('deleteAccount.title'),
      isDanger: true,
      content: html`<p>${t('deleteAccount.deleted')}</p>
        <dl class="counts">
          ${rows.map(
            ([name, count]) =>
              html`<div>
                <dt>${t(name)}</dt>
                <dd>${formatNumber(count)}</dd>
              </div>`,
          )}
        </dl>
        <p>${t('deleteAccount.kept')}</p>
        <p>${t('deleteAccount.informed')}</p>
        ${
          unpaid.length > 0
            ? html`<p class="notice warning">
                  ${t('deleteAccount.unpaid', { amounts: formatMoney(unpaid, ', ') })}
                </p>
                <label class="check-line">
                  <input type="checkbox" name="acceptsUnpaid" required />
                  <span>${t('deleteAccount.acceptUnpaid')}</span>
                </label>`
            : nothing
        }
        ${textField(action, {
          name: 'name',
          id: 'deleted-account-name',
          label: t('deleteAccount.name'),
          hint: html`<bdi>${this.account.name}</bdi>`,
        })}`,
    });
  }

  readonly #delete = async (values: FormData): Promise<void> => {
    const body = { name: values.get('name'), acceptsUnpaid: values.has('acceptsUnpaid') };
    await change('POST', `${this.#path}/delete`, body);
    location.assign('/console/');
  };
}

customElements.define('delete-account', DeleteAccount);
