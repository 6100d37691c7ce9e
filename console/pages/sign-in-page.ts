import { html, LitElement, type TemplateResult } from 'lit';
import { change } from '../api/request.ts';
import { languageSelect } from '../app/account-frame.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { t } from '../i18n/translate.ts';

/**
 * Sign-in with email address and password.
 *
 * @fires signed-in - The browser has a session.
 */
export class SignInPage extends LitElement {
  readonly #action = new FormAction(this);

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const action = this.#action;
    return html`<main class="entry">
      <h1 tabindex="-1">${t('signIn.title')}</h1>
      <form @submit=${action.submit(this.#signIn)}>
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
      <p class="hint">${t('signIn.hint')}</p>
      ${languageSelect()}
    </main>`;
  }

  readonly #signIn = async (values: FormData): Promise<void> => {
    const [email, password] = [values.get('email'), values.get('password')];
    await change('POST', '/sign-in', { email, password });
    this.dispatchEvent(new Event('signed-in'));
  };
}

customElements.define('sign-in-page', SignInPage);
