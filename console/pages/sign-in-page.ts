import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { NextSignInStep } from '../api/contract.ts';
import { ApiError, change } from '../api/request.ts';
import { languageSelect } from '../app/account-frame.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { type MessageKey, t } from '../i18n/translate.ts';
import { hasPasskeys, usePasskey } from '../sign-in/passkey.ts';
import { startSingleSignOn } from '../sign-in/single-sign-on.ts';

/** The cause of a failed single sign-on, as in the URL to which the server redirects. */
const ssoErrors: Readonly<Record<string, MessageKey>> = {
  expired: 'error.expired',
  provider: 'sso.failed',
  unverified: 'sso.unverified',
  'not-invited': 'sso.notInvited',
  'other-identity': 'sso.otherIdentity',
};

/**
 * Sign-in with an email address, password and, if necessary, an authenticator code; with a passkey;
 * or with an account's single sign-on.
 *
 * @fires signed-in - The browser has a session.
 */
export class SignInPage extends LitElement {
  static override properties = { step: { state: true }, codeToken: { state: true } };

  declare step: 'password' | 'code' | 'single-sign-on';
  /** Continues the sign-in after the password. */
  declare codeToken: string;

  readonly #action = new FormAction(this);
  /** Shown until the next attempt. */
  #ssoError = ssoErrors[new URLSearchParams(location.search).get('sso') ?? ''];

  constructor() {
    super();
    this.step = 'password';
    this.codeToken = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const steps = {
      password: () => this.#passwordStep(),
      code: () => this.#codeStep(),
      'single-sign-on': () => this.#ssoStep(),
    };
    return html`<main class="entry">${steps[this.step]()} ${languageSelect()}</main>`;
  }

  #passwordStep(): TemplateResult {
    const action = this.#action;
    const byPasskey = () => action.run(() => this.#finish(usePasskey('/sign-in/passkey')), null);
    return html`<h1 tabindex="-1">${t('signIn.title')}</h1>
      ${this.#ssoError ? html`<p class="form-error" role="alert">${t(this.#ssoError)}</p>` : nothing}
      <form @submit=${action.submit(this.#signIn, null)}>
        ${textField(action, {
          name: 'email',
          label: t('field.email'),
          type: 'email',
          autocomplete: 'username',
        })}
        ${textField(action, {
          name: 'password',
          label: t('field.password'),
          type: 'password',
          autocomplete: 'current-password',
        })}
        ${action.renderError()}
        <button type="submit" class="primary" ?disabled=${action.isBusy}>
          ${t('signIn.action')}
        </button>
      </form>
      <p class="hint"><a href="/console/recover">${t('recover.forgot')}</a></p>
      <div class="alternatives">
        ${
          hasPasskeys()
            ? html`<button type="button" ?disabled=${action.isBusy} @click=${byPasskey}>
                ${t('signIn.passkey')}
              </button>`
            : nothing
        }
        <button type="button" @click=${() => this.#show('single-sign-on')}>
          ${t('signIn.sso')}
        </button>
      </div>
      <p class="hint">${t('signIn.hint')}</p>`;
  }

  #codeStep(): TemplateResult {
    const action = this.#action;
    return html`<h1 tabindex="-1">${t('signIn.codeTitle')}</h1>
      <p>${t('signIn.codeText')}</p>
      <form @submit=${action.submit(this.#enterCode, null)}>
        ${textField(action, {
          name: 'code',
          id: 'sign-in-code',
          label: t('signIn.code'),
          autocomplete: 'one-time-code',
          hint: t('signIn.codeHint'),
          isCode: true,
        })}
        ${action.renderError()}
        <button type="submit" class="primary" ?disabled=${action.isBusy}>
          ${t('signIn.action')}
        </button>
      </form>
      ${this.#back()}`;
  }

  #ssoStep(): TemplateResult {
    const action = this.#action;
    return html`<h1 tabindex="-1">${t('signIn.sso')}</h1>
      <p>${t('sso.text')}</p>
      <form @submit=${action.submit(this.#startSso, null)}>
        ${textField(action, {
          name: 'email',
          label: t('field.email'),
          type: 'email',
          autocomplete: 'username',
        })}
        ${
          action.error instanceof ApiError &&
          ['not_found', 'sign_in_failed'].includes(action.error.code)
            ? html`<p class="form-error" role="alert">
                ${action.error.code === 'not_found' ? t('sso.unknown') : t('sso.unavailable')}
              </p>`
            : action.renderError()
        }
        <button type="submit" class="primary" ?disabled=${action.isBusy}>${t('sso.action')}</button>
      </form>
      ${this.#back()}`;
  }

  #back(): TemplateResult {
    return html`<button type="button" class="quiet" @click=${() => this.#show('password')}>
      ${t('signIn.back')}
    </button>`;
  }

  #show(step: SignInPage['step']): void {
    this.#action.clear();
    this.#ssoError = undefined;
    this.step = step;
    void this.#focusForm();
  }

  async #focusForm(): Promise<void> {
    await this.updateComplete;
    this.querySelector('input')?.focus();
  }

  readonly #signIn = async (values: FormData): Promise<void> => {
    this.#ssoError = undefined;
    const sent = { email: values.get('email'), password: values.get('password') };
    const { codeToken } = await change<NextSignInStep>('POST', '/sign-in', sent);
    if (codeToken === null) return this.#finish(Promise.resolve());
    this.codeToken = codeToken;
    this.#show('code');
  };

  readonly #enterCode = async (values: FormData): Promise<void> => {
    const sent = { token: this.codeToken, code: values.get('code') };
    await this.#finish(change('POST', '/sign-in/code', sent));
  };

  readonly #startSso = (values: FormData): Promise<void> =>
    startSingleSignOn(String(values.get('email')));

  async #finish(work: Promise<unknown>): Promise<void> {
    await work;
    this.dispatchEvent(new Event('signed-in'));
  }
}

customElements.define('sign-in-page', SignInPage);
