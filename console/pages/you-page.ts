import { DataTask } from '../elements/data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import {
  type Factors,
  minPasswordLength,
  type OpenSession,
  type Session,
} from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { taskView } from '../elements/task-view.ts';
import { emailForm } from '../elements/you-email.ts';
import { passkeySettings } from '../elements/you-passkeys.ts';
import { totpSettings } from '../elements/you-totp.ts';
import { formatTime, t } from '../i18n/translate.ts';

/** The user's own password and sessions. */
export class YouPage extends LitElement {
  static override properties = { session: { attribute: false }, isChanged: { state: true } };

  declare session: Session;
  /** Whether the password was changed on this page. */
  declare isChanged: boolean;

  readonly #action = new FormAction(this);
  readonly #ending = new FormAction(this);
  readonly #sessions = new DataTask(this, {
    task: (_none, { signal }) => get<OpenSession[]>('/sessions', signal),
    args: () => [] as const,
  });

  readonly #factors = new DataTask(this, {
    task: (_none, { signal }) => get<Factors>('/factors', signal),
    args: () => [] as const,
  });

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { name, email } = this.session.user;
    if (this.session.isSingleSignOn) {
      return html`<header class="title"><h1 tabindex="-1" dir="auto">${name}</h1></header>
        <p class="lead"><bdi>${email}</bdi></p>
        <p class="notice">${t('you.singleSignOn')}</p>`;
    }
    return html`<header class="title"><h1 tabindex="-1" dir="auto">${name}</h1></header>
      <p class="lead"><bdi>${email}</bdi></p>
      <section class="card" aria-label=${t('you.sessions')}>
        <h2>${t('you.sessions')}</h2>
        ${taskView(this.#sessions, (sessions) => this.#list(sessions))}
      </section>
      <section class="card" aria-label=${t('totp.title')}>
        <h2>${t('totp.title')}</h2>
        ${taskView(this.#factors, ({ totp }) => totpSettings(totp, this.#onFactorsChange))}
      </section>
      <section class="card" aria-label=${t('passkeys.title')}>
        <h2>${t('passkeys.title')}</h2>
        ${taskView(this.#factors, (factors) => passkeySettings(factors, this.#onFactorsChange))}
      </section>
      <section class="card" aria-label=${t('field.email')}>
        <h2>${t('field.email')}</h2>
        ${emailForm(email)}
      </section>
      <section class="card" aria-label=${t('you.password')}>
        <h2>${t('you.password')}</h2>
        ${this.#passwordForm(email)}
      </section>`;
  }

  #list(sessions: OpenSession[]): TemplateResult {
    const end = (path: string) => () =>
      void this.#ending.run(async () => {
        await change('DELETE', path);
        await this.#sessions.run();
      }, t('done.finished'));
    return html`<ul class="rows">
        ${repeat(
          sessions,
          ({ id }) => id,
          ({ id, userAgent, address, usedAt, isCurrent }) =>
            html`<li>
              <div>
                <span class="name">${browserName(userAgent)}</span>
                <small>${t('you.lastUsed', { time: formatTime(usedAt), address })}</small>
              </div>
              ${
                isCurrent
                  ? html`<span class="badge active">${t('you.current')}</span>`
                  : html`<button type="button" @click=${end(`/sessions/${id}`)}>
                      ${t('you.end')}<span class="hidden"> ${browserName(userAgent)}</span>
                    </button>`
              }
            </li>`,
        )}
      </ul>
      ${
        sessions.length > 1
          ? html`<button type="button" @click=${end('/sessions')}>${t('you.endOthers')}</button>`
          : nothing
      }
      ${this.#ending.error ? this.#ending.renderError() : nothing}`;
  }

  #passwordForm(email: string): TemplateResult {
    const action = this.#action;
    return html`<form
      class="narrow"
      @submit=${action.submit(this.#changePassword, t('you.changed'))}
    >
      <input type="hidden" autocomplete="username" .value=${email} />
      ${textField(action, {
        name: 'current',
        label: t('you.currentPassword'),
        type: 'password',
        autocomplete: 'current-password',
      })}
      ${textField(action, {
        name: 'password',
        label: t('you.newPassword'),
        type: 'password',
        autocomplete: 'new-password',
        minLength: minPasswordLength,
        hint: t('field.passwordHint', { length: minPasswordLength }),
      })}
      ${action.renderError()}
      ${this.isChanged ? html`<p class="notice">${t('you.changed')}</p>` : nothing}
      <button type="submit" ?disabled=${action.isBusy}>${t('you.changePassword')}</button>
    </form>`;
  }

  readonly #onFactorsChange = (): void => {
    void this.#factors.run();
    void this.#sessions.run();
    // Accounts that require a second factor can be opened now.
    this.dispatchEvent(new Event('accounts-change'));
  };

  readonly #changePassword = async (values: FormData): Promise<void> => {
    this.isChanged = false;
    const [current, password] = [values.get('current'), values.get('password')];
    await change('POST', '/password', { current, password });
    this.isChanged = true;
    await this.#sessions.run();
  };
}

/** Returns the browser and operating system in a `User-Agent`, by names that people recognize. */
function browserName(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0];
  const shown = browser && (names[browser] ?? browser);
  return [shown, system].filter(Boolean).join(' · ') || t('you.unknownBrowser');
}

customElements.define('you-page', YouPage);
