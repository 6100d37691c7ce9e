import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Domain } from '../api/contract.ts';
import { change } from '../api/request.ts';
import { formatTime, t } from '../i18n/translate.ts';
import { announce } from './announce.ts';
import { certificateState } from './domain-certificate.ts';
import { FormAction, textField } from './form-action.ts';
import { copyButton } from './modal.ts';

/**
 * A deployment's domains. Changes are saved immediately.
 *
 * @fires domains-change - `domains` has changed.
 */
export class DomainList extends LitElement {
  static override properties = {
    path: { attribute: false },
    domains: { attribute: false },
    adding: { state: true },
  };

  /** API path of the deployment. */
  declare path: string;
  declare domains: readonly Domain[];

  readonly #action = new FormAction(this);

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const action = this.#action;
    return html`<p class="hint">${t('domain.text')}</p>
      ${repeat(
        this.domains,
        ({ host }) => host,
        (domain) => this.#domain(domain),
      )}
      <form @submit=${action.submit(this.#add, t('done.created'))}>
        ${textField(action, { name: 'host', label: t('domain.host'), hint: t('domain.hostHint') })}
        ${action.renderError()}
        <button type="submit" class="start" ?disabled=${action.isBusy}>${t('domain.add')}</button>
      </form>`;
  }

  #domain(domain: Domain): TemplateResult {
    const { host, state, record, checkedAt } = domain;
    const problem = problemText(domain);
    const isVerified = state === 'verified';
    const url = `${this.path}/domains/${encodeURIComponent(host)}`;
    const verify = () =>
      void this.#action.run(async () => {
        const domain = await change<Domain>('POST', `${url}/verify`);
        this.#show(this.domains.map((one) => (one.host === host ? domain : one)));
        announce(problemText(domain) ?? t(`domainState.${domain.state}`));
      }, null);
    const remove = () =>
      void this.#action.run(async () => {
        await change('DELETE', url);
        this.#show(this.domains.filter((one) => one.host !== host));
      }, t('done.removed'));
    return html`<section class="inset stack" aria-label=${host}>
      <div class="label">
        <bdi dir="ltr">${host}</bdi>
        <span class="badge ${isVerified ? 'active' : ''}">${t(`domainState.${state}`)}</span>
      </div>
      ${
        problem
          ? html`<p class="notice warning">${problem}</p>`
          : isVerified
            ? nothing
            : html`<p class="hint">${t('domain.addRecord')}</p>`
      }
      <dl class="record">
        <dt>${t('domain.type')}</dt>
        <dd><code>${record.type}</code></dd>
        <dt>${t('domain.name')}</dt>
        <dd><code dir="ltr">${record.name}</code> ${copyButton(record.name, t('domain.name'))}</dd>
        <dt>${t('domain.value')}</dt>
        <dd>
          <code dir="ltr">${record.value}</code> ${copyButton(record.value, t('domain.value'))}
        </dd>
      </dl>
      <p class="hint">
        ${checkedAt ? t('domain.checked', { time: formatTime(checkedAt) }) : t('domain.unchecked')}
      </p>
      ${isVerified ? certificateState(`${url}/certificate`, host) : nothing}
      <div class="buttons">
        <button type="button" ?disabled=${this.#action.isBusy} @click=${verify}>
          ${t('domain.verify')}<span class="hidden"> ${host}</span>
        </button>
        <button type="button" class="danger" ?disabled=${this.#action.isBusy} @click=${remove}>
          ${t('domain.remove')}<span class="hidden"> ${host}</span>
        </button>
      </div>
    </section>`;
  }

  readonly #add = async (values: FormData): Promise<void> => {
    const host = String(values.get('host') ?? '');
    const domain = await change<Domain>('POST', `${this.path}/domains`, { host });
    this.#show([...this.domains.filter((one) => one.host !== domain.host), domain]);
    this.querySelector('form')?.reset();
  };

  #show(domains: readonly Domain[]): void {
    this.domains = domains;
    this.dispatchEvent(new Event('domains-change'));
  }
}

function problemText({ problem, problemReason }: Domain): string | null {
  return problem && problemReason ? t(`domainProblem.${problemReason}`) : problem;
}

/** Imported by name, because the build drops modules whose exports are not used. */
export function domainList(
  path: string,
  domains: readonly Domain[],
  onChange: (domains: readonly Domain[]) => void,
): TemplateResult {
  const changed = ({ currentTarget }: Event) => {
    if (currentTarget instanceof DomainList) onChange(currentTarget.domains);
  };
  return html`<domain-list
    class="stack"
    .path=${path}
    .domains=${domains}
    @domains-change=${changed}
  ></domain-list>`;
}

customElements.define('domain-list', DomainList);
