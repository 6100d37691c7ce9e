import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/translate.ts';
import { announce } from './announce.ts';
import { controlsIn } from './keep-focus.ts';
import type { FormAction } from './form-action.ts';

/**
 * Opens the dialog inside it while connected, with the focus on its first field, if there is one.
 * `keepFocus` returns the focus afterward.
 */
class ModalDialog extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('keydown', wrapFocus);
    // The inner dialog is added together with this element.
    queueMicrotask(() => {
      if (!this.isConnected) return;
      this.querySelector('dialog')?.showModal();
      this.querySelector<HTMLElement>('.field :is(input, select, textarea)')?.focus();
    });
  }
}

/** Moves the focus from the last control to the first, and back. Browsers would leave the page. */
function wrapFocus(event: KeyboardEvent): void {
  const dialog = event.target instanceof Element && event.target.closest('dialog');
  if (event.key !== 'Tab' || !dialog) return;
  const controls = controlsIn(dialog);
  const [first, last] = [controls[0], controls.at(-1)];
  const [edge, next] = event.shiftKey ? [first, last] : [last, first];
  if (event.target !== edge) return;
  event.preventDefault();
  next?.focus();
}

/**
 * A modal dialog that is open as long as it is rendered. @param onClose - Must stop rendering it.
 */
export function modal(title: string, content: unknown, onClose: () => void): TemplateResult {
  return html`<modal-dialog>
    <dialog aria-label=${title} @close=${onClose}>
      <header>
        <h2 dir="auto">${title}</h2>
        <button type="button" class="quiet" aria-label=${t('action.close')} @click=${closeDialog}>
          ✕
        </button>
      </header>
      ${content}
      <div class="live-region hidden" role="status"></div>
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
    if (!(await copyToClipboard(text))) return;
    const label = target instanceof Element && findText(target);
    // Replacing the node would remove the markers that Lit needs to render the button again.
    if (label) label.data = t('action.copied');
  };
}

/** Copies text, and announces it. Returns false if the browser does not allow it. */
export async function copyToClipboard(text: string): Promise<boolean> {
  const isCopied = await writeClipboard(text);
  if (isCopied) announce(t('action.copied'));
  return isCopied;
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Copies text on pages without HTTPS, which have no clipboard. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'hidden';
  field.value = text;
  // The page behind a dialog is inert.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Returns the element's first text node that is not blank. */
function findText(element: Element): Text | undefined {
  return [...element.childNodes].find(
    (node): node is Text => node instanceof Text && node.data.trim() !== '',
  );
}

customElements.define('modal-dialog', ModalDialog);
