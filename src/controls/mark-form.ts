import { html, nothing, type TemplateResult } from 'lit';
import { markColors, type Mark, type MarkColor } from '../marks/mark.ts';
import { longestNote } from '../marks/read-annotation.ts';
import type { Messages } from '../text/messages.ts';
import { inkButton } from './ink-button.ts';

interface MarkFormBy {
  text: Messages;
  /** Its colour to be. */
  chosen: MarkColor;
  onChoose: (color: MarkColor) => void;
  onSave: (note: string) => void;
  onCancel: () => void;
}

/** In place of a line of the list: the mark's colour and its note, to be changed. */
export function markForm(mark: Mark, by: MarkFormBy): TemplateResult {
  const { text, chosen, onChoose, onSave, onCancel } = by;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const { target } = event;
    if (target instanceof HTMLFormElement) onSave(noteIn(target));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
    }
  };
  return html`<form @submit=${onSubmit}>
    ${
      mark.kind === 'highlight'
        ? html`<div class="inks">
            ${markColors.map((one) => inkButton(text, one, one === chosen, () => onChoose(one)))}
          </div>`
        : nothing
    }
    <textarea
      class="field"
      dir="auto"
      rows="3"
      maxlength=${longestNote}
      aria-label=${text.ownNote}
      placeholder=${text.ownNote}
      .value=${mark.note}
      @keydown=${onKey}
    ></textarea>
    <div class="end">
      <button type="button" class="quiet" @click=${onCancel}>${text.cancel}</button>
      <button type="submit" class="action">${text.save}</button>
    </div>
  </form>`;
}

function noteIn(form: HTMLFormElement): string {
  return form.querySelector('textarea')?.value.trim() ?? '';
}
