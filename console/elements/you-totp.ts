import { html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { encode } from 'uqr';
import type { Factors, NewTotp, RecoveryCodes } from '../api/contract.ts';
import { change } from '../api/request.ts';
import { formatDate, t } from '../i18n/translate.ts';
import { FormAction, textField } from './form-action.ts';
import { closeDialog, copyField, copyToClipboard, dialogForm, modal } from './modal.ts';

type OpenDialog =
  | { kind: 'add'; totp: NewTotp }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'remove' };

/**
 * Adds and removes the user's authenticator app, and creates recovery codes.
 *
 * @fires factors-change - The list of factors must be reloaded.
 */
export class YouTotp extends LitElement {
  static override properties = { totp: { attribute: false }, dialog: { state: true } };

  declare totp: Factors['totp'];
  declare dialog: OpenDialog | null;

  readonly #action = new FormAction(this);

  constructor() {
    super();
    this.dialog = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { addedAt, recoveryCodes } = this.totp;
    const action = this.#action;
    const begin = () => action.run(this.#begin, null);
    const renew = () => action.run(this.#renew, null);
    return html`<p class="hint">${t('totp.text')}</p>
      ${
        addedAt
          ? html`<ul class="rows">
              <li>
                <div>
                  <span class="name">${t('totp.app')}</span>
                  <small>${t('totp.added', { date: formatDate(addedAt) })}</small>
                </div>
                <button type="button" @click=${() => this.#open({ kind: 'remove' })}>
                  ${t('totp.remove')}
                </button>
              </li>
              <li>
                <div>
                  <span class="name">${t('totp.codes')}</span>
                  <small>${t('totp.codesLeft', { count: recoveryCodes })}</small>
                </div>
                <button type="button" ?disabled=${action.isBusy} @click=${renew}>
                  ${t('totp.newCodes')}
                </button>
              </li>
            </ul>`
          : html`<button type="button" ?disabled=${action.isBusy} @click=${begin}>
              ${t('totp.add')}
            </button>`
      }
      ${this.dialog ? nothing : action.renderError()} ${this.#renderDialog()}`;
  }

  #renderDialog(): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const close = () => (this.dialog = null);
    if (dialog.kind === 'add') return modal(t('totp.add'), this.#addForm(dialog.totp), close);
    if (dialog.kind === 'remove') return modal(t('totp.removeTitle'), this.#removeForm(), close);
    return modal(t('totp.codes'), this.#codeList(dialog.codes), close);
  }

  #addForm({ uri, secret }: NewTotp): TemplateResult {
    const action = this.#action;
    return dialogForm({
      action,
      submit: action.submit(this.#confirm, null),
      label: t('totp.confirm'),
      content: html`<p>${t('totp.scan')}</p>
        ${qrCode(uri)} ${copyField(t('totp.secret'), secret)}
        ${textField(action, {
          name: 'code',
          id: 'totp-code',
          label: t('totp.firstCode'),
          autocomplete: 'one-time-code',
          isCode: true,
        })}`,
    });
  }

  #removeForm(): TemplateResult {
    const action = this.#action;
    return dialogForm({
      action,
      submit: action.submit(this.#remove, t('done.removed')),
      label: t('totp.remove'),
      isDanger: true,
      content: html`<p>${t('totp.removeText')}</p>
        ${textField(action, {
          name: 'current',
          id: 'totp-password',
          label: t('you.currentPassword'),
          type: 'password',
          autocomplete: 'current-password',
        })}
        ${textField(action, {
          name: 'code',
          id: 'totp-code',
          label: t('signIn.code'),
          autocomplete: 'one-time-code',
          isCode: true,
        })}`,
    });
  }

  #codeList(codes: readonly string[]): TemplateResult {
    return html`<p>${t('totp.codesText')}</p>
      <ul class="codes" dir="ltr">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <footer>
        <button type="button" @click=${() => void copyToClipboard(codes.join('\n'))}>
          ${t('action.copy')}
        </button>
        <button type="button" class="primary" @click=${closeDialog}>${t('totp.stored')}</button>
      </footer>`;
  }

  #open(dialog: OpenDialog | null): void {
    this.#action.clear();
    this.dialog = dialog;
  }

  readonly #begin = async (): Promise<void> => {
    const totp = await change<NewTotp>('POST', '/totp');
    this.#open({ kind: 'add', totp });
  };

  readonly #confirm = async (values: FormData): Promise<void> => {
    const sent = { code: values.get('code') };
    await this.#showCodes(change<RecoveryCodes>('POST', '/totp/confirm', sent));
  };

  readonly #renew = (): Promise<void> =>
    this.#showCodes(change<RecoveryCodes>('POST', '/recovery-codes'));

  readonly #remove = async (values: FormData): Promise<void> => {
    await change('POST', '/totp/remove', Object.fromEntries(values));
    this.#open(null);
    this.dispatchEvent(new Event('factors-change'));
  };

  async #showCodes(created: Promise<RecoveryCodes>): Promise<void> {
    const { codes } = await created;
    this.#open(null);
    await this.updateComplete;
    this.#open({ kind: 'codes', codes });
    this.dispatchEvent(new Event('factors-change'));
  }
}

/**
 * Renders a QR code. Dark on light in every color scheme, because not all cameras can read inverted
 * codes.
 */
function qrCode(text: string): TemplateResult {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${t('totp.qr')}>
    ${svg`<path d=${path}></path>`}
  </svg>`;
}

/** The element. Imported by name, because the build drops modules whose exports are not used. */
export const totpSettings = (totp: Factors['totp'], onChange: () => void): TemplateResult =>
  html`<you-totp .totp=${totp} @factors-change=${onChange}></you-totp>`;

customElements.define('you-totp', YouTotp);
