import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DeploymentList } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { swatch } from '../appearance/token-fields.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { dialogForm, modal } from '../elements/modal.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatDate, t } from '../i18n/translate.ts';

/** The account's deployments. */
export class AppearancePage extends ConsolePage {
  static override properties = { ...ConsolePage.properties, isCreating: { state: true } };

  declare isCreating: boolean;

  readonly #action = new FormAction(this);
  readonly #list = new DataTask(this, {
    task: ([path], { signal }) => get<DeploymentList>(path, signal),
    args: () => [this.accountPath('/deployments')] as const,
  });

  constructor() {
    super();
    this.isCreating = false;
  }

  protected override render(): TemplateResult {
    const open = () => {
      this.#action.clear();
      this.isCreating = true;
    };
    return html`<header class="title">
        <h1 tabindex="-1">${t('appearance.title')}</h1>
        <button type="button" class="primary" @click=${open}>${t('appearance.create')}</button>
      </header>
      <p class="lead">${t('appearance.text')}</p>
      ${taskView(this.#list, (list) =>
        list.length === 0
          ? emptyView(t('appearance.emptyTitle'), t('appearance.emptyText'))
          : this.#table(list),
      )}
      ${
        this.isCreating
          ? modal(t('appearance.create'), this.#form(), () => (this.isCreating = false))
          : nothing
      }`;
  }

  #table(list: DeploymentList): TemplateResult {
    return dataTable(
      t('appearance.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('field.name')}</th>
            <th scope="col">${t('appearance.domains')}</th>
            <th scope="col">${t('appearance.updated')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            list,
            ({ id }) => id,
            (one) => this.#row(one),
          )}
        </tbody>
      </table>`,
    );
  }

  #row({ id, name, accent, domains, updatedAt }: DeploymentList[number]): TemplateResult {
    const color = typeof accent === 'string' ? accent : accent?.light;
    return html`<tr>
      <th scope="row">
        <a class="name" href=${pageUrl(this.account, `appearance/${id}`)}>
          ${color ? swatch(color) : nothing} <bdi>${name}</bdi>
        </a>
        <code dir="ltr">${id}</code>
      </th>
      <td>
        ${
          domains.length === 0
            ? '–'
            : domains.map(
                ({ host, state }) =>
                  html`<div>
                    <bdi dir="ltr">${host}</bdi>
                    <span class="badge ${state === 'verified' ? 'active' : ''}"
                      >${t(`domainState.${state}`)}</span
                    >
                  </div>`,
              )
        }
      </td>
      <td>${formatDate(updatedAt)}</td>
    </tr>`;
  }

  #form(): TemplateResult {
    const action = this.#action;
    return dialogForm({
      action,
      submit: action.submit(this.#create, t('done.created')),
      label: t('appearance.create'),
      content: html` ${textField(action, {
        name: 'name',
        label: t('field.name'),
        hint: t('appearance.nameHint'),
      })}`,
    });
  }

  readonly #create = async (values: FormData): Promise<void> => {
    const body = { name: values.get('name') };
    const { id } = await change<{ id: string }>('POST', this.accountPath('/deployments'), body);
    this.goTo(pageUrl(this.account, `appearance/${id}`));
  };
}

customElements.define('appearance-page', AppearancePage);
