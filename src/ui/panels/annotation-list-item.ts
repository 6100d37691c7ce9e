import { html, nothing, type TemplateResult } from 'lit';
import {
  bookmarkLabel,
  type Annotation,
  highlightColors,
  type HighlightColor,
} from '../../annotations/annotation.ts';
import type { Messages } from '../../i18n/messages.ts';
import { annotationIcons } from '../annotation-icons.ts';
import { icons } from '../icons.ts';
import { maxNoteLength } from '../../annotations/web-annotation.ts';
import { renderHighlightColorButton } from '../highlight-color-button.ts';

interface AnnotationItemOptions {
  messages: Messages;
  /** BCP 47 tag of the quotes. */
  language: string;
  dateFormat: Intl.DateTimeFormat;
  /** The share of the book before the annotation, which names a bookmark without text. */
  percent: string;
  /** Whether the quote is still in the book. */
  isFound: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** List item of an annotation, with its quote, note and buttons. */
export function renderAnnotationItem(
  annotation: Annotation,
  options: AnnotationItemOptions,
): TemplateResult {
  const { messages, language, dateFormat, percent, isFound } = options;
  const { kind, color, quote, note } = annotation;
  const name = kind === 'bookmark' ? messages.bookmark : messages.colors[color];
  const exact = kind === 'bookmark' ? bookmarkLabel(quote) || percent : quote.exact.trim();
  const content = html`${
      kind === 'bookmark'
        ? html`<span class="bookmark">${icons.bookmark}</span>`
        : html`<span class="swatch tag ${color}"></span>`
    }<span
      ><span class="quote" lang=${language} dir="auto">${exact}</span
      >${note ? html`<span class="note" dir="auto">${note}</span>` : nothing}<span class="date"
        >${name} · ${dateFormat.format(new Date(annotation.createdAt))}</span
      ></span
    >`;
  const editing = note ? messages.editNote : messages.addNote;
  return html`<div class="mark">
    ${
      isFound
        ? html`<button type="button" class="go" @click=${options.onOpen}>${content}</button>`
        : html`<span class="go">${content}</span>`
    }
    <div class="tools">
      <button
        type="button"
        data-edit=${annotation.id}
        aria-label=${editing}
        title=${editing}
        @click=${options.onEdit}
      >
        ${annotationIcons.note}
      </button>
      <button
        type="button"
        aria-label=${messages.delete}
        title=${messages.delete}
        @click=${options.onDelete}
      >
        ${annotationIcons.delete}
      </button>
    </div>
  </div>`;
}

interface AnnotationFormOptions {
  messages: Messages;
  /** Color selected in the form. */
  color: HighlightColor;
  onChoose: (color: HighlightColor) => void;
  /** Text of the field, which may differ from the stored note. */
  note: string;
  onInput: (note: string) => void;
  onSave: (note: string) => void;
  onCancel: () => void;
}

/** Form that replaces a list item and edits the color and note of its annotation. */
export function renderAnnotationForm(
  annotation: Annotation,
  options: AnnotationFormOptions,
): TemplateResult {
  const { messages, color, onChoose, note, onInput, onSave, onCancel } = options;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const { target } = event;
    if (target instanceof HTMLFormElement) onSave(readNote(target));
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
      annotation.kind === 'highlight'
        ? html`<div class="swatches">
            ${highlightColors.map((one) => renderHighlightColorButton(messages, one, one === color, () => onChoose(one)))}
          </div>`
        : nothing
    }
    <textarea
      class="field"
      dir="auto"
      rows="3"
      maxlength=${maxNoteLength}
      aria-label=${messages.annotationNote}
      placeholder=${messages.annotationNote}
      .value=${note}
      @input=${({ target }: InputEvent) => target instanceof HTMLTextAreaElement && onInput(target.value)}
      @keydown=${onKey}
    ></textarea>
    <div class="end">
      <button type="button" class="quiet" @click=${onCancel}>${messages.cancel}</button>
      <button type="submit" class="action">${messages.save}</button>
    </div>
  </form>`;
}

function readNote(form: HTMLFormElement): string {
  return form.querySelector('textarea')?.value.trim() ?? '';
}
