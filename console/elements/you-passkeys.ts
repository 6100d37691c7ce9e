import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Factors, Passkey } from '../api/contract.ts';
import { change } from '../api/request.ts';
import { formatDate, t } from '../i18n/translate.ts';
import { addPasskey, hasPasskeys } from '../sign-in/passkey.ts';
import { FormAction, textField } from './form-action.ts';
import { dialogForm, modal } from './modal.ts';

type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/**
 * Adds, renames and removes the user's passkeys.
 *
 * @fires factors-change - The list of factors must be reloaded.
 */
export class YouPasskeys extends LitElement {
  static override properties = { factors: { attribute: false }, dialog: { state: true } };

  declare factors: Factors;
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
    const { passkeys, canAddPasskeys } = this.factors;
    const canAdd = canAddPasskeys && hasPasskeys();
    return html`<p class="hint">${t('passkeys.text')}</p>
      ${
        passkeys.length > 0
          ? html`<ul class="rows">
              ${repeat(
                passkeys,
                ({ id }) => id,
                (passkey) => this.#row(passkey),
              )}
            </ul>`
          : nothing
      }
      ${
        canAdd
          ? html`<button type="button" @click=${() => this.#open({ kind: 'add' })}>
              ${t('passkeys.add')}
            </button>`
          : html`<p class="hint">
              ${canAddPasskeys ? t('passkeys.unsupported') : t('passkeys.noHost')}
            </p>`
      }
      ${this.#renderDialog()}`;
  }

  #row(passkey: Passkey): TemplateResult {
    const { name, createdAt, usedAt } = passkey;
    const date = formatDate(usedAt ?? createdAt);
    return html`<li>
      <div>
        <span class="name" dir="auto">${name}</span>
        <small>${usedAt ? t('passkeys.used', { date }) : t('passkeys.added', { date })}</small>
      </div>
      <div class="buttons">
        <button type="button" @click=${() => this.#open({ kind: 'rename', passkey })}>
          ${t('passkeys.rename')}<span class="hidden"> ${name}</span>
        </button>
        <button
          type="button"
          class="danger"
          @click=${() => this.#open({ kind: 'remove', passkey })}
        >
          ${t('passkeys.remove')}<span class="hidden"> ${name}</span>
        </button>
      </div>
    </li>`;
  }

  #renderDialog(): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const close = () => (this.dialog = null);
    const name = dialog.kind === 'add' ? '' : dialog.passkey.name;
    const titles = {
      add: t('passkeys.add'),
      rename: t('passkeys.rename'),
      remove: t('passkeys.removeTitle', { name }),
    };
    const labels = {
      add: t('passkeys.continue'),
      rename: t('action.save'),
      remove: t('passkeys.remove'),
    };
    const done = { add: t('done.created'), rename: t('book.saved'), remove: t('done.removed') };
    const action = this.#action;
    const form = dialogForm({
      action,
      submit: action.submit(this.#save, done[dialog.kind]),
      label: labels[dialog.kind],
      content: html` ${
        dialog.kind === 'remove'
          ? html`<p>${t('passkeys.removeText')}</p>`
          : textField(action, {
              name: 'name',
              id: 'passkey-name',
              label: t('field.name'),
              value: name,
              hint: t('passkeys.nameHint'),
            })
      }`,
    });
    return modal(titles[dialog.kind], form, close);
  }

  #open(dialog: OpenDialog | null): void {
    this.#action.clear();
    this.dialog = dialog;
  }

  readonly #save = async (values: FormData): Promise<void> => {
    const { dialog } = this;
    if (!dialog) return;
    const name = String(values.get('name'));
    if (dialog.kind === 'add') await addPasskey(name);
    else {
      const path = `/passkeys/${dialog.passkey.id}`;
      if (dialog.kind === 'rename') await change('PATCH', path, { name });
      else await change('DELETE', path);
    }
    this.#open(null);
    this.dispatchEvent(new Event('factors-change'));
  };
}

/** Imported by name, because the build drops modules whose exports are not used. */
export const passkeySettings = (factors: Factors, onChange: () => void): TemplateResult =>
  html`<you-passkeys .factors=${factors} @factors-change=${onChange}></you-passkeys>`;

customElements.define('you-passkeys', YouPasskeys);
