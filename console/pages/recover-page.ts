import { DataTask } from '../elements/data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { type LinkSent, minPasswordLength, type UserLinkDetails } from '../api/contract.ts';
import { change } from '../api/request.ts';
import { languageSelect } from '../app/account-frame.ts';
import { announce } from '../elements/announce.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { taskView } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';

/**
 * Without a fragment, shows a form that requests a link for a new password. With a fragment, which
 * contains a link's token, sets the password or confirms the email address.
 */
export class RecoverPage extends LitElement {
  static override properties = { sent: { state: true }, isDone: { state: true } };

  /** Response to the link request, or null. */
  declare sent: LinkSent | null;
  /** Whether the link was used. */
  declare isDone: boolean;

  readonly #action = new FormAction(this);
  readonly #token = location.hash.slice(1);
  readonly #link = new DataTask(this, {
    task: () => change<UserLinkDetails>('POST', '/user-links/look-up', { token: this.#token }),
    args: () => [],
    autoRun: this.#token !== '',
  });

  constructor() {
    super();
    this.sent = null;
    this.isDone = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const form = () => taskView(this.#link, (link) => this.#linkForm(link), t('recover.title'));
    return html`<main class="entry">
      ${this.isDone ? this.#done() : this.#token ? form() : this.#request()} ${languageSelect()}
    </main>`;
  }

  #request(): TemplateResult {
    const action = this.#action;
    const { sent } = this;
    if (sent) {
      return html`<h1 tabindex="-1">${t('recover.title')}</h1>
        <p>${sent.isSent ? t('recover.sent') : t('recover.noMail')}</p>
        <p><a href="/console/sign-in">${t('signIn.title')}</a></p>`;
    }
    return html`<h1 tabindex="-1">${t('recover.title')}</h1>
      <p>${t('recover.text')}</p>
      <form @submit=${action.submit(this.#ask, null)}>
        ${textField(action, {
          name: 'email',
          label: t('field.email'),
          type: 'email',
          autocomplete: 'username',
        })}
        ${action.renderError()}
        <button type="submit" class="primary" ?disabled=${action.isBusy}>
          ${t('recover.ask')}
        </button>
      </form>
      <p class="hint"><a href="/console/sign-in">${t('signIn.title')}</a></p>`;
  }

  #linkForm({ kind, email }: UserLinkDetails): TemplateResult {
    const action = this.#action;
    const titles = {
      recovery: t('recover.title'),
      email: t('recover.confirmTitle'),
      'email-undo': t('recover.undoTitle'),
    };
    const texts = {
      recovery: t('recover.newText', { email }),
      email: t('recover.confirmText', { email }),
      'email-undo': t('recover.undoText', { email }),
    };
    return html`<h1 tabindex="-1">${titles[kind]}</h1>
      <p>${texts[kind]}</p>
      <form @submit=${action.submit(this.#use, t('recover.doneText'))}>
        <input type="hidden" autocomplete="username" .value=${email} />
        ${
          kind === 'email'
            ? nothing
            : textField(action, {
                name: 'password',
                label: t('you.newPassword'),
                type: 'password',
                autocomplete: 'new-password',
                minLength: minPasswordLength,
                hint: t('field.passwordHint', { length: minPasswordLength }),
              })
        }
        ${action.renderError()}
        <button type="submit" class="primary" ?disabled=${action.isBusy}>
          ${kind === 'email' ? t('recover.confirm') : t('recover.save')}
        </button>
      </form>`;
  }

  #done(): TemplateResult {
    return html`<h1 tabindex="-1">${t('recover.doneTitle')}</h1>
      <p>${t('recover.doneText')}</p>
      <p><a class="button primary" href="/console/sign-in">${t('signIn.title')}</a></p>`;
  }

  readonly #ask = async (values: FormData): Promise<void> => {
    this.sent = await change<LinkSent>('POST', '/recover', { email: values.get('email') });
    announce(this.sent.isSent ? t('recover.sent') : t('recover.noMail'));
  };

  readonly #use = async (values: FormData): Promise<void> => {
    await change('POST', '/user-links/use', { token: this.#token, ...Object.fromEntries(values) });
    this.isDone = true;
  };
}

customElements.define('recover-page', RecoverPage);
