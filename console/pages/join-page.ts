import { DataTask } from '../elements/data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { type LinkDetails, minPasswordLength } from '../api/contract.ts';
import { ApiError, change } from '../api/request.ts';
import { languageSelect } from '../app/account-frame.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { taskView } from '../elements/task-view.ts';
import { roleName, t } from '../i18n/translate.ts';

/**
 * Accepts a set-up or invitation link. The URL's fragment contains the token.
 *
 * @fires signed-in - The browser has a session.
 */
export class JoinPage extends LitElement {
  static override properties = { needsCode: { state: true } };

  /** Whether the user has an authenticator app. */
  declare needsCode: boolean;

  readonly #action = new FormAction(this);
  readonly #token = location.hash.slice(1);
  readonly #link = new DataTask(this, {
    task: () => change<LinkDetails>('POST', '/links/look-up', { token: this.#token }),
    args: () => [],
  });

  constructor() {
    super();
    this.needsCode = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<main class="entry">
      ${taskView(this.#link, (link) => this.#form(link), t('join.action'))} ${languageSelect()}
    </main>`;
  }

  #form(link: LinkDetails): TemplateResult {
    const action = this.#action;
    const isSetup = link.kind === 'setup';
    return html`<h1 tabindex="-1">${titleOf(link)}</h1>
      <p>
        ${isSetup ? t('join.setupText') : link.role === 'operator' ? t('join.operatorText') : nothing}
        ${
          isSetup ? nothing : t('join.text', { role: roleName(link.role), email: link.email ?? '' })
        }
      </p>
      <form @submit=${action.submit(this.#accept, null)}>
        ${
          link.email === null
            ? textField(action, {
                name: 'email',
                label: t('field.email'),
                type: 'email',
                autocomplete: 'username',
              })
            : html`<input
                type="hidden"
                autocomplete="username"
                name="email"
                .value=${link.email}
              />`
        }
        ${
          link.hasUser
            ? nothing
            : textField(action, { name: 'name', label: t('field.name'), autocomplete: 'name' })
        }
        ${link.isSignedIn ? nothing : this.#passwordField(link)}
        ${
          this.needsCode
            ? textField(action, {
                name: 'code',
                id: 'sign-in-code',
                label: t('signIn.code'),
                autocomplete: 'one-time-code',
                hint: t('signIn.codeHint'),
                isCode: true,
              })
            : nothing
        }
        ${action.renderError()}
        <button type="submit" class="primary" ?disabled=${action.isBusy}>
          ${isSetup ? t('join.setupAction') : t('join.action')}
        </button>
      </form>`;
  }

  #passwordField(link: LinkDetails): TemplateResult {
    return textField(this.#action, {
      name: 'password',
      label: t('field.password'),
      type: 'password',
      ...(link.hasUser
        ? { autocomplete: 'current-password', hint: t('join.existing') }
        : {
            autocomplete: 'new-password',
            hint: t('field.passwordHint', { length: minPasswordLength }),
            minLength: minPasswordLength,
          }),
    });
  }

  readonly #accept = async (values: FormData): Promise<void> => {
    const sent = Object.fromEntries(values);
    try {
      await change('POST', '/links/accept', { token: this.#token, ...sent });
    } catch (error) {
      const isCodeMissing = error instanceof ApiError && error.code === 'second_factor_required';
      if (!isCodeMissing) throw error;
      this.needsCode = true;
      return;
    }
    this.dispatchEvent(new Event('signed-in'));
  };
}

function titleOf({ kind, role, accountName }: LinkDetails): string {
  if (kind === 'setup') return t('join.setupTitle');
  return role === 'operator'
    ? t('join.operatorTitle')
    : t('join.title', { account: accountName ?? '' });
}

customElements.define('join-page', JoinPage);
