import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { t } from '../i18n/translate.ts';

/** Opens the dialog after it has been added to the page. */
const openOnMount = (element?: Element): void => {
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected) element.showModal();
  });
};

/** A modal dialog that is open while it is rendered. @param onClose - Must stop rendering it. */
export function modal(title: string, content: unknown, onClose: () => void): TemplateResult {
  return html`<dialog ${ref(openOnMount)} aria-labelledby="dialog-title" @close=${onClose}>
    <header>
      <h2 id="dialog-title">${title}</h2>
      <button type="button" class="quiet" aria-label=${t('action.close')} @click=${closeDialog}>
        ✕
      </button>
    </header>
    ${content}
  </dialog>`;
}

/** Closes the dialog around a button. */
export function closeDialog(event: Event): void {
  if (event.target instanceof Element) event.target.closest('dialog')?.close();
}

/** A text to copy, such as a link or a secret that is shown once. */
export function copyField(label: string, text: string, id = 'copied'): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <div class="copy">
      <input id=${id} readonly dir="ltr" .value=${text} @focus=${selectAll} />
      <button type="button" @click=${copyText(text)}>${t('action.copy')}</button>
    </div>
  </div>`;
}

/** A button that copies a text. @param name - What the text is, for screen readers. */
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
    if (target instanceof HTMLElement) target.textContent = t('action.copied');
  };
}
