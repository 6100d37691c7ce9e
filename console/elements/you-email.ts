import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { change } from '../api/request.ts';
import { t } from '../i18n/translate.ts';
import { announce } from './announce.ts';
import { FormAction, textField } from './form-action.ts';

/** Changes the user's email address. The change must be confirmed from the new address. */
export class YouEmail extends LitElement {
  static override properties = { email: { attribute: false }, sentTo: { state: true } };

  declare email: string;
  /** Address to which a link was sent, or null. */
  declare sentTo: string | null;

  readonly #action = new FormAction(this);

  constructor() {
    super();
    this.sentTo = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const action = this.#action;
    return html`<form class="narrow" @submit=${action.submit(this.#send, null)}>
      ${textField(action, {
        name: 'email',
        label: t('you.newEmail'),
        type: 'email',
        autocomplete: 'email',
        hint: t('you.newEmailHint'),
      })}
      <div class="field">
        <label for="email-password">${t('you.currentPassword')}</label>
        <input
          id="email-password"
          name="current"
          type="password"
          autocomplete="current-password"
          required
          aria-invalid=${action.fieldError('current') ? 'true' : nothing}
          aria-describedby=${action.fieldError('current') ? 'email-password-error' : nothing}
        />
        ${
          action.fieldError('current')
            ? html`<p class="field-error" id="email-password-error">
                ${action.fieldError('current')}
              </p>`
            : nothing
        }
      </div>
      ${action.renderError()}
      ${
        this.sentTo === null
          ? nothing
          : html`<p class="notice">${t('you.emailSent', { email: this.sentTo })}</p>`
      }
      <button type="submit" ?disabled=${action.isBusy}>${t('you.changeEmail')}</button>
    </form>`;
  }

  readonly #send = async (values: FormData): Promise<void> => {
    this.sentTo = null;
    const email = String(values.get('email'));
    await change('POST', '/email', { email, current: values.get('current') });
    this.sentTo = email;
    announce(t('you.emailSent', { email }));
  };
}

/** Imported by name, because the build drops modules whose exports are not used. */
export const emailForm = (email: string): TemplateResult =>
  html`<you-email .email=${email}></you-email>`;

customElements.define('you-email', YouEmail);
