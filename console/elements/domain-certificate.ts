import { html, LitElement, type TemplateResult } from 'lit';
import type { DomainCertificate } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { formatDate, t } from '../i18n/translate.ts';
import { DataTask } from './data-task.ts';
import { describeError } from './task-view.ts';

/** The certificate of a verified domain, as readers' browsers see it now. */
export class CertificateState extends LitElement {
  static override properties = { path: { attribute: false }, host: { attribute: false } };

  /** API path of the certificate. */
  declare path: string;
  declare host: string;

  readonly #certificate = new DataTask(this, {
    task: ([path], { signal }) => get<DomainCertificate>(path, signal),
    args: () => [this.path] as const,
  });

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const check = () => void this.#certificate.run();
    return html`<p class="label">
        <span>${t('certificate.title')}</span>
        <button type="button" class="link" @click=${check}>
          ${t('certificate.check')}<span class="hidden"> ${this.host}</span>
        </button>
      </p>
      <div role="status">
        ${this.#certificate.render({
          pending: () => html`<p class="hint">${t('certificate.checking')}</p>`,
          complete: describe,
          error: (error) => html`<p class="notice warning">${describeError(error)}</p>`,
        })}
      </div>`;
  }
}

function describe({ state, expiresAt, issuer }: DomainCertificate): TemplateResult {
  const text = t(`certificateState.${state}`, {
    date: expiresAt ? formatDate(expiresAt) : '',
    issuer: issuer ?? '',
  });
  return html`<p class=${state === 'valid' ? 'hint' : 'notice warning'}>${text}</p>`;
}

/** Imported by name, because the build drops modules whose exports are not used. */
export function certificateState(path: string, host: string): TemplateResult {
  return html`<certificate-state .path=${path} .host=${host}></certificate-state>`;
}

customElements.define('certificate-state', CertificateState);
