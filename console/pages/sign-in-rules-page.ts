import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { SignInRules, SingleSignOn } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { copyField } from '../elements/modal.ts';
import { taskView } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';

/** An account's sign-in rules: required second factors and single sign-on. */
export class SignInRulesPage extends ConsolePage {
  readonly #factorAction = new FormAction(this);
  readonly #ssoAction = new FormAction(this);
  readonly #domainAction = new FormAction(this);
  readonly #rules = new DataTask(this, {
    task: ([path], { signal }) => get<SignInRules>(path, signal),
    args: () => [this.accountPath('/sign-in-rules')] as const,
  });

  protected override render(): TemplateResult {
    return html`<p><a href=${pageUrl(this.account, 'team')}>${t('team.title')}</a></p>
      <header class="title"><h1 tabindex="-1">${t('rules.title')}</h1></header>
      ${taskView(this.#rules, (rules) => html`${this.#factorRule(rules)} ${this.#sso(rules)}`)}`;
  }

  #factorRule({ requiresSecondFactor }: SignInRules): TemplateResult {
    const action = this.#factorAction;
    const toggle = () =>
      action.run(
        () =>
          this.#reload(
            change('PATCH', this.accountPath('/sign-in-rules'), {
              requiresSecondFactor: !requiresSecondFactor,
            }),
          ),
        t('book.saved'),
      );
    return html`<section class="card">
      <h2>
        ${t('rules.factor')}
        ${
          requiresSecondFactor
            ? html`<span class="badge active">${t('rules.required')}</span>`
            : html`<span class="badge">${t('rules.optional')}</span>`
        }
      </h2>
      <p class="hint">${t('rules.factorText')}</p>
      ${
        action.isConflict()
          ? html`<p class="form-error" role="alert">
              ${t('rules.ownFactor')} <a href="/console/you">${t('factor.action')}</a>
            </p>`
          : action.renderError()
      }
      <button type="button" ?disabled=${action.isBusy} @click=${toggle}>
        ${requiresSecondFactor ? t('rules.stop') : t('rules.require')}
      </button>
    </section>`;
  }

  #sso({ singleSignOn, redirectUri }: SignInRules): TemplateResult {
    const action = this.#ssoAction;
    const remove = () =>
      action.run(
        () => this.#reload(change('DELETE', this.accountPath('/single-sign-on'))),
        t('done.removed'),
      );
    return html`<section class="card">
        <h2>
          ${t('sso.title')}
          ${
            singleSignOn?.isVerified
              ? html`<span class="badge active">${t('sso.active')}</span>`
              : nothing
          }
        </h2>
        <p class="hint">${t('sso.settingsText')}</p>
        ${copyField(t('sso.redirectUri'), redirectUri)}
        <form class="narrow" @submit=${action.submit(this.#save, t('book.saved'))}>
          ${textField(action, {
            name: 'issuer',
            label: t('sso.issuer'),
            hint: t('sso.issuerHint'),
            value: singleSignOn?.issuer ?? '',
            isCode: true,
          })}
          ${textField(action, {
            name: 'clientId',
            label: t('sso.clientId'),
            value: singleSignOn?.clientId ?? '',
            isCode: true,
          })}
          ${textField(action, {
            name: 'clientSecret',
            label: t('sso.clientSecret'),
            type: 'password',
            isOptional: singleSignOn !== null,
            ...(singleSignOn && { hint: t('sso.secretKept') }),
          })}
          ${textField(action, {
            name: 'domain',
            label: t('sso.domain'),
            hint: t('sso.domainHint'),
            value: singleSignOn?.domain ?? '',
            isCode: true,
          })}
          ${action.renderError()}
          <div class="buttons">
            <button type="submit" class="primary" ?disabled=${action.isBusy}>
              ${t('action.save')}
            </button>
            ${
              singleSignOn
                ? html`<button
                    type="button"
                    class="danger"
                    ?disabled=${action.isBusy}
                    @click=${remove}
                  >
                    ${t('sso.remove')}
                  </button>`
                : nothing
            }
          </div>
        </form>
      </section>
      ${singleSignOn && !singleSignOn.isVerified ? this.#domain(singleSignOn) : nothing}`;
  }

  #domain({ domain, record }: SingleSignOn): TemplateResult {
    const action = this.#domainAction;
    const path = this.accountPath('/single-sign-on/verify');
    const verify = () => action.run(() => this.#reload(change('POST', path)), t('book.saved'));
    return html`<section class="card">
      <h2>${t('sso.prove', { domain })}</h2>
      <p class="hint">${t('sso.proveText')}</p>
      ${copyField(t('sso.recordName'), record.name, 'record-name')}
      ${copyField(t('sso.recordValue'), record.value, 'record-value')}
      ${
        action.isConflict()
          ? html`<p class="form-error" role="alert">${t('sso.notProved')}</p>`
          : action.renderError()
      }
      <button type="button" ?disabled=${action.isBusy} @click=${verify}>${t('sso.check')}</button>
    </section>`;
  }

  readonly #save = async (values: FormData): Promise<void> => {
    const { clientSecret, ...sent } = Object.fromEntries(values);
    const body = { ...sent, ...(clientSecret && { clientSecret }) };
    await this.#reload(change('PUT', this.accountPath('/single-sign-on'), body));
  };

  async #reload(work: Promise<unknown>): Promise<void> {
    await work;
    await this.#rules.run();
  }
}

customElements.define('sign-in-rules-page', SignInRulesPage);
