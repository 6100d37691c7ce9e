import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConsoleKey } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { keyName } from '../elements/key-name.ts';
import { keyUsage } from '../elements/key-usage.ts';
import { FormAction } from '../elements/form-action.ts';
import { copyDialog, dialogForm, modal } from '../elements/modal.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatDate, formatTime, t } from '../i18n/translate.ts';
import { keyForm, readKeyForm } from './key-form.ts';

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'rotate' | 'revoke'; key: ConsoleKey }
  | { kind: 'secret'; text: string; endsAt: string | null };

interface IssuedKey {
  text: string;
  predecessorExpiresAt?: string;
}

/** The account's keys. */
export class KeysPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    dialog: { state: true },
    newKind: { state: true },
  };

  declare dialog: OpenDialog | null;
  /** The kind selected in the form for a new key. */
  declare newKind: ConsoleKey['kind'];

  readonly #action = new FormAction(this);
  readonly #keys = new DataTask(this, {
    task: ([path], { signal }) => get<ConsoleKey[]>(path, signal),
    args: () => [this.accountPath('/keys')] as const,
  });

  constructor() {
    super();
    this.dialog = null;
    this.newKind = 'secret';
  }

  protected override render(): TemplateResult {
    return html`<header class="title">
        <h1 tabindex="-1">${t('keys.title')}</h1>
        <button type="button" class="primary" @click=${() => this.#open({ kind: 'create' })}>
          ${t('keys.create')}
        </button>
      </header>
      <p class="lead">${t('keys.text')}</p>
      ${taskView(this.#keys, (keys) =>
        keys.length === 0
          ? emptyView(t('keys.emptyTitle'), t('keys.emptyText'))
          : html`${this.#table(keys)} ${keyUsage(this.accountPath('/usage'), keys)}`,
      )}
      ${this.#renderDialog()}`;
  }

  #table(keys: ConsoleKey[]): TemplateResult {
    return dataTable(
      t('keys.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('keys.key')}</th>
            <th scope="col">${t('keys.kind')}</th>
            <th scope="col">${t('keys.tier')}</th>
            <th scope="col">${t('keys.state')}</th>
            <th scope="col">${t('keys.lastUsed')}</th>
            <th scope="col">${t('keys.expires')}</th>
            <th scope="col"><span class="hidden">${t('table.actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            keys,
            ({ id }) => id,
            (key) => this.#row(key),
          )}
        </tbody>
      </table>`,
    );
  }

  #row(key: ConsoleKey): TemplateResult {
    const { kind, tier, state, environment, lastUsedOn, expiresAt } = key;
    return html`<tr>
      <th scope="row">
        <span class="name" dir="auto">${key.label ?? t('keys.unnamed')}</span>
        <code dir="ltr">…${key.ending}</code>
      </th>
      <td>
        ${kind === 'secret' ? t('keys.secret') : t('keys.publishable')}
        ${environment === 'test' ? html`<span class="badge">${t('keys.test')}</span>` : nothing}
        ${key.allowedOrigins.map((origin) => html`<br /><small dir="ltr">${origin}</small>`)}
      </td>
      <td>${t(`tier.${tier}`)}</td>
      <td><span class="badge ${state}">${t(`keyState.${state}`)}</span></td>
      <td>${lastUsedOn ? formatDate(lastUsedOn) : t('keys.neverUsed')}</td>
      <td>${expiresAt ? formatDate(expiresAt) : '–'}</td>
      <td class="actions">
        ${
          state === 'active'
            ? html`<button type="button" @click=${() => this.#open({ kind: 'rotate', key })}>
                  ${t('keys.rotate')}<span class="hidden"> ${keyName(key)}</span>
                </button>
                <button
                  type="button"
                  class="danger"
                  @click=${() => this.#open({ kind: 'revoke', key })}
                >
                  ${t('keys.revoke')}<span class="hidden"> ${keyName(key)}</span>
                </button>`
            : nothing
        }
      </td>
    </tr>`;
  }

  #renderDialog(): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const action = this.#action;
    const close = () => (this.dialog = null);
    if (dialog.kind === 'secret') {
      const { text, endsAt } = dialog;
      return copyDialog({
        title: t('keys.newTitle'),
        text: t('keys.shownOnce'),
        label: t('keys.key'),
        value: text,
        note: endsAt
          ? html`<p class="hint">${t('keys.predecessor', { time: formatTime(endsAt) })}</p>`
          : nothing,
        done: t('keys.stored'),
        onClose: close,
      });
    }
    if (dialog.kind === 'create') {
      const form = keyForm({
        action,
        kind: this.newKind,
        tiers: this.account.tiers,
        onKind: (kind) => (this.newKind = kind),
        submit: action.submit(this.#create, null),
      });
      return modal(t('keys.create'), form, close);
    }
    return this.#confirm(dialog.kind, dialog.key, close);
  }

  #confirm(kind: 'rotate' | 'revoke', key: ConsoleKey, close: () => void): TemplateResult {
    const action = this.#action;
    const name = keyName(key);
    const isRotation = kind === 'rotate';
    const work = isRotation ? this.#rotate(key) : this.#revoke(key);
    return modal(
      isRotation ? t('keys.rotateTitle', { key: name }) : t('keys.revokeTitle', { key: name }),
      dialogForm({
        action,
        submit: action.submit(work, isRotation ? null : t('done.finished')),
        label: isRotation ? t('keys.rotate') : t('keys.revoke'),
        isDanger: !isRotation,
        content: html` <p>${isRotation ? t('keys.rotateText') : t('keys.revokeText')}</p>
          ${
            isRotation
              ? html`<div class="field">
                  <label for="grace">${t('keys.grace')}</label>
                  <select id="grace" name="grace">
                    <option value="0">${t('keys.graceNone')}</option>
                    <option value="3600">${t('keys.graceHour')}</option>
                    <option value="86400" selected>${t('keys.graceDay')}</option>
                    <option value="604800">${t('keys.graceWeek')}</option>
                  </select>
                </div>`
              : nothing
          }`,
      }),
      close,
    );
  }

  #open(dialog: OpenDialog): void {
    this.#action.clear();
    this.dialog = dialog;
  }

  readonly #create = async (values: FormData): Promise<void> => {
    const body = readKeyForm(values);
    const { text } = await change<IssuedKey>('POST', this.accountPath('/keys'), body);
    await this.#showSecret(text, null);
  };

  #rotate(key: ConsoleKey) {
    return async (values: FormData): Promise<void> => {
      const body = { graceSeconds: Number(values.get('grace')) };
      const path = this.accountPath(`/keys/${key.id}/rotate`);
      const { text, predecessorExpiresAt } = await change<IssuedKey>('POST', path, body);
      await this.#showSecret(text, predecessorExpiresAt ?? null);
    };
  }

  #revoke(key: ConsoleKey) {
    return async (): Promise<void> => {
      await change('POST', this.accountPath(`/keys/${key.id}/revoke`));
      this.dialog = null;
      await this.#keys.run();
    };
  }

  async #showSecret(text: string, endsAt: string | null): Promise<void> {
    // Closing the previous dialog must not close the next one.
    this.dialog = null;
    await this.updateComplete;
    this.dialog = { kind: 'secret', text, endsAt };
    await this.#keys.run();
  }
}

customElements.define('keys-page', KeysPage);
