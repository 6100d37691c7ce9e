import { html, nothing, type TemplateResult } from 'lit';
import {
  bookmarkLabel,
  type Annotation,
  highlightColors,
  type HighlightColor,
} from '../../annotations/annotation.ts';
import type { Messages } from '../../i18n/messages.ts';
import { icons, annotationIcons } from '../icons.ts';
import { maxNoteLength } from '../../annotations/web-annotation.ts';
import { renderHighlightColorButton } from '../highlight-color-button.ts';

interface AnnotationItemOptions {
  messages: Messages;
  /** BCP 47 tag of the quotes. */
  language: string;
  dateFormat: Intl.DateTimeFormat;
  /** Whether its words are still in the book. */
  isFound: boolean;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One of the listed marks: its words, its note, and what can be done with it. */
export function renderAnnotationItem(mark: Annotation, by: AnnotationItemOptions): TemplateResult {
  const { messages, language, dateFormat, isFound } = by;
  const { kind, color, quote, note } = mark;
  const name = kind === 'bookmark' ? messages.bookmark : messages.colors[color];
  const exact = kind === 'bookmark' ? bookmarkLabel(quote) : quote.exact.trim();
  const words = html`${
      kind === 'bookmark'
        ? html`<span class="bookmark">${icons.bookmark}</span>`
        : html`<span class="ink tag ${color}"></span>`
    }<span
      ><span class="words" lang=${language} dir="auto">${exact}</span
      >${note ? html`<span class="own" dir="auto">${note}</span>` : nothing}<span class="date"
        >${name} · ${dateFormat.format(new Date(mark.createdAt))}</span
      ></span
    >`;
  const editing = note ? messages.editNote : messages.addNote;
  return html`<div class="mark">
    ${
      isFound
        ? html`<button type="button" class="go" @click=${by.onOpen}>${words}</button>`
        : html`<span class="go">${words}</span>`
    }
    <div class="tools">
      <button
        type="button"
        data-edit=${mark.id}
        aria-label=${editing}
        title=${editing}
        @click=${by.onEdit}
      >
        ${annotationIcons.note}
      </button>
      <button
        type="button"
        aria-label=${messages.delete}
        title=${messages.delete}
        @click=${by.onDelete}
      >
        ${annotationIcons.delete}
      </button>
    </div>
  </div>`;
}

interface AnnotationFormOptions {
  messages: Messages;
  /** Its colour to be. */
  color: HighlightColor;
  onChoose: (color: HighlightColor) => void;
  onSave: (note: string) => void;
  onCancel: () => void;
}

/** In place of a line of the list: the mark's colour and its note, to be changed. */
export function renderAnnotationForm(mark: Annotation, by: AnnotationFormOptions): TemplateResult {
  const { messages, color, onChoose, onSave, onCancel } = by;
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
      mark.kind === 'highlight'
        ? html`<div class="inks">
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
      .value=${mark.note}
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
