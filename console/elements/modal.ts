import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/translate.ts';
import type { FormAction } from './form-action.ts';

/**
 * Opens the dialog inside it while connected. Afterward, the focus returns to the previously
 * focused element or, if that element is gone, to the page's title, even if the dialog was removed
 * without being closed.
 */
class ModalDialog extends HTMLElement {
  #opener: Element | null = null;

  connectedCallback(): void {
    this.#opener = document.activeElement;
    // The inner dialog is added together with this element.
    queueMicrotask(() => {
      if (this.isConnected) this.querySelector('dialog')?.showModal();
    });
  }

  disconnectedCallback(): void {
    const opener = this.#opener;
    queueMicrotask(() => {
      if (document.activeElement !== document.body || document.querySelector('dialog[open]'))
        return;
      const target = opener?.isConnected && opener !== document.body ? opener : firstTitle();
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    });
  }
}

const firstTitle = () => document.querySelector('h1');

/**
 * A modal dialog that is open as long as it is rendered. @param onClose - Must stop rendering it.
 */
export function modal(title: string, content: unknown, onClose: () => void): TemplateResult {
  return html`<modal-dialog>
    <dialog aria-labelledby="dialog-title" @close=${onClose}>
      <header>
        <h2 id="dialog-title">${title}</h2>
        <button type="button" class="quiet" aria-label=${t('action.close')} @click=${closeDialog}>
          ✕
        </button>
      </header>
      ${content}
    </dialog>
  </modal-dialog>`;
}

/** Closes the dialog around a button. */
export function closeDialog(event: Event): void {
  if (event.target instanceof Element) event.target.closest('dialog')?.close();
}

interface DialogForm {
  action: FormAction;
  submit: (event: SubmitEvent) => void;
  /** Label of the submit button. */
  label: string;
  content: unknown;
  /** Whether submitting deletes something. */
  isDanger?: boolean;
  /** Additional buttons before the submit button. */
  buttons?: unknown;
}

/** A dialog's form: its fields, errors, and the buttons to cancel and submit. */
export function dialogForm(form: DialogForm): TemplateResult {
  const { action, submit, label, content, isDanger = false, buttons = nothing } = form;
  return html`<form aria-busy=${action.isBusy} @submit=${submit}>
    ${content} ${action.renderError()}
    <footer>
      <button type="button" @click=${closeDialog}>${t('action.cancel')}</button>
      ${buttons}
      <button type="submit" class=${isDanger ? 'danger' : 'primary'} ?disabled=${action.isBusy}>
        ${label}
      </button>
    </footer>
  </form>`;
}

interface CopyDialog {
  title: string;
  text: string;
  /** The text to copy. */
  label: string;
  value: string;
  /** Shown below the text, if any. */
  note?: unknown;
  /** Label of the button that closes the dialog. */
  done: string;
  onClose: () => void;
}

/** A dialog that shows a secret or an invitation link, which cannot be shown again. */
export function copyDialog(dialog: CopyDialog): TemplateResult {
  const { title, text, label, value, note = nothing, done, onClose } = dialog;
  return modal(
    title,
    html`<p>${text}</p>
      ${copyField(label, value)} ${note}
      <footer>
        <button type="button" class="primary" @click=${closeDialog}>${done}</button>
      </footer>`,
    onClose,
  );
}

/** Text to copy, such as a link or a secret that is shown only once. */
export function copyField(label: string, text: string, id = 'copied'): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <div class="copy">
      <input id=${id} readonly dir="ltr" .value=${text} @focus=${selectAll} />
      <button type="button" @click=${copyText(text)}>${t('action.copy')}</button>
    </div>
  </div>`;
}

/** A button that copies text. @param name - Accessible name of the text. */
export function copyButton(text: string, name: string): TemplateResult {
  return html`<button type="button" class="link" @click=${copyText(text)}>
    ${t('action.copy')}<span class="hidden"> ${name}</span>
  </button>`;
}

function selectAll(event: Event): void {
  if (event.target instanceof HTMLInputElement) event.target.select();
}

function copyText(text: string) {
  return async (event: Event): Promise<void> => {
    const { target } = event;
    await navigator.clipboard.writeText(text);
    const label = target instanceof Element && findText(target);
    // Replacing the node would remove the markers that Lit needs to render the button again.
    if (label) label.data = t('action.copied');
  };
}

/** Returns the element's first text node that is not blank. */
function findText(element: Element): Text | undefined {
  return [...element.childNodes].find(
    (node): node is Text => node instanceof Text && node.data.trim() !== '',
  );
}

customElements.define('modal-dialog', ModalDialog);
