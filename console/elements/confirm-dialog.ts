import { DataTask } from './data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Factors, Session } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { t } from '../i18n/translate.ts';
import { hasPasskeys, usePasskey } from '../sign-in/passkey.ts';
import { startSingleSignOn } from '../sign-in/single-sign-on.ts';
import { FormAction, textField } from './form-action.ts';
import { closeDialog, dialogForm, modal } from './modal.ts';
import { taskView } from './task-view.ts';

/**
 * Asks the person to confirm a sensitive change. @fires close - The person confirmed or canceled.
 */
export class ConfirmDialog extends LitElement {
  isConfirmed = false;
  readonly #action = new FormAction(this);
  readonly #person = new DataTask(this, {
    async task() {
      const session = await get<Session>('/session');
      const factors = session.isSingleSignOn ? null : await get<Factors>('/factors');
      return { session, factors };
    },
    args: () => [],
  });

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return modal(
      t('confirm.title'),
      html`<p>${t('confirm.text')}</p>
        ${taskView(this.#person, ({ session, factors }) =>
          factors ? this.#form(session, factors) : this.#signInAgain(session),
        )}`,
      () => this.dispatchEvent(new Event('close')),
    );
  }

  #form({ user }: Session, { totp, passkeys }: Factors): TemplateResult {
    const action = this.#action;
    const field = totp.addedAt
      ? textField(action, {
          name: 'code',
          id: 'confirm-code',
          label: t('signIn.code'),
          autocomplete: 'one-time-code',
          isCode: true,
        })
      : textField(action, {
          name: 'current',
          id: 'confirm-password',
          label: t('field.password'),
          type: 'password',
          autocomplete: 'current-password',
        });
    const byPasskey = () => action.run(() => this.#finish(usePasskey('/confirm')), null);
    const passkey = html`<button type="button" ?disabled=${action.isBusy} @click=${byPasskey}>
      ${t('confirm.passkey')}
    </button>`;
    return dialogForm({
      action,
      submit: action.submit(this.#confirm, null),
      label: t('confirm.action'),
      content: html`<input type="hidden" autocomplete="username" .value=${user.email} /> ${field}`,
      buttons: passkeys.length > 0 && hasPasskeys() ? passkey : nothing,
    });
  }

  /** People who sign in with single sign-on have no password here. */
  #signInAgain({ user }: Session): TemplateResult {
    const action = this.#action;
    const start = () => action.run(() => startSingleSignOn(user.email), null);
    return html`${action.renderError()}
      <footer>
        <button type="button" @click=${closeDialog}>${t('action.cancel')}</button>
        <button type="button" class="primary" ?disabled=${action.isBusy} @click=${start}>
          ${t('confirm.again')}
        </button>
      </footer>`;
  }

  readonly #confirm = (values: FormData): Promise<void> =>
    this.#finish(change('POST', '/confirm', Object.fromEntries(values)));

  async #finish(work: Promise<unknown>): Promise<void> {
    await work;
    this.isConfirmed = true;
    this.querySelector('dialog')?.close();
  }
}

/** Shows the dialog. @returns Whether the person confirmed. */
export function askForConfirmation(): Promise<boolean> {
  const dialog = new ConfirmDialog();
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.isConfirmed);
    });
  });
}

customElements.define('confirm-dialog', ConfirmDialog);
