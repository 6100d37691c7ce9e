import { DataTask } from './data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { NewLink, Operators } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { formatTime, t } from '../i18n/translate.ts';
import { FormAction, textField } from './form-action.ts';
import { copyDialog, dialogForm, modal } from './modal.ts';
import { taskView } from './task-view.ts';

type OpenDialog =
  | { kind: 'invite' }
  | { kind: 'link'; email: string; link: NewLink }
  | { kind: 'remove'; userId: string; name: string };

/** Operators of the server, and pending invitations. */
export class OperatorList extends LitElement {
  static override properties = { dialog: { state: true } };

  declare dialog: OpenDialog | null;

  readonly #action = new FormAction(this);
  readonly #operators = new DataTask(this, {
    task: (_none, { signal }) => get<Operators>('/operator/operators', signal),
    args: () => [] as const,
  });

  constructor() {
    super();
    this.dialog = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<section class="card">
      <h2>${t('operators.title')}</h2>
      <p class="hint">${t('operators.text')}</p>
      ${taskView(this.#operators, (operators) => this.#list(operators))}
      ${this.dialog ? nothing : this.#action.renderError()}
      <button type="button" @click=${() => this.#open({ kind: 'invite' })}>
        ${t('operators.invite')}
      </button>
      ${this.#renderDialog()}
    </section>`;
  }

  #list({ operators, invitations }: Operators): TemplateResult {
    return html`<ul class="rows">
      ${repeat(
        operators,
        ({ userId }) => userId,
        ({ userId, name, email, isYou }) =>
          html`<li>
            <div>
              <span class="name" dir="auto">${name}</span>
              <small><bdi>${email}</bdi></small>
            </div>
            ${
              isYou
                ? html`<span class="badge active">${t('operators.you')}</span>`
                : html`<button
                    type="button"
                    class="danger"
                    @click=${() => this.#open({ kind: 'remove', userId, name })}
                  >
                    ${t('team.remove')}<span class="hidden"> ${name}</span>
                  </button>`
            }
          </li>`,
      )}
      ${repeat(
        invitations,
        ({ id }) => id,
        ({ id, email, expiresAt }) =>
          html`<li>
            <div>
              <span class="name"><bdi>${email}</bdi></span>
              <small>${t('operators.invited', { time: formatTime(expiresAt) })}</small>
            </div>
            <button type="button" @click=${() => void this.#withdraw(id)}>
              ${t('team.withdraw')}<span class="hidden"> ${email}</span>
            </button>
          </li>`,
      )}
    </ul>`;
  }

  #renderDialog(): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const action = this.#action;
    const close = () => (this.dialog = null);
    if (dialog.kind === 'link') {
      const { email, link } = dialog;
      const text = t('team.linkText', { email, time: formatTime(link.expiresAt) });
      return copyDialog({
        title: t('team.linkTitle'),
        text,
        label: t('team.link'),
        value: link.url,
        note: link.isSent ? html`<p class="notice">${t('team.sent')}</p>` : nothing,
        done: t('action.done'),
        onClose: close,
      });
    }
    const isInvitation = dialog.kind === 'invite';
    const title = isInvitation
      ? t('operators.invite')
      : t('operators.removeTitle', { name: dialog.name });
    const work = isInvitation ? this.#invite : () => this.#remove(dialog.userId);
    const form = dialogForm({
      action,
      submit: action.submit(work, isInvitation ? null : t('done.removed')),
      label: isInvitation ? t('team.createLink') : t('team.remove'),
      content: html` ${
        isInvitation
          ? textField(action, { name: 'email', label: t('field.email'), type: 'email' })
          : html`<p>${t('operators.removeText')}</p>`
      }`,
    });
    return modal(title, form, close);
  }

  #open(dialog: OpenDialog | null): void {
    this.#action.clear();
    this.dialog = dialog;
  }

  readonly #invite = async (values: FormData): Promise<void> => {
    const email = String(values.get('email'));
    const link = await change<NewLink>('POST', '/operator/invitations', { email });
    this.#open(null);
    await this.updateComplete;
    this.#open({ kind: 'link', email, link });
    await this.#operators.run();
  };

  async #remove(userId: string): Promise<void> {
    await change('DELETE', `/operator/operators/${userId}`);
    this.#open(null);
    await this.#operators.run();
  }

  async #withdraw(id: string): Promise<void> {
    const path = `/operator/invitations/${id}`;
    await this.#action.run(() => change('DELETE', path), t('done.removed'));
    await this.#operators.run();
  }
}

/** The list. Imported by name, because the build drops modules whose exports are not used. */
export const operatorList = (): TemplateResult => html`<operator-list></operator-list>`;

customElements.define('operator-list', OperatorList);
