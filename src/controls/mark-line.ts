import { html, nothing, type TemplateResult } from 'lit';
import { firstWords } from '../marks/first-words.ts';
import type { Mark } from '../marks/mark.ts';
import type { Messages } from '../text/messages.ts';
import { icons } from './icons.ts';
import { markIcons } from './mark-icons.ts';

interface MarkLineBy {
  text: Messages;
  /** BCP 47 tag of the quotes. */
  language: string;
  day: Intl.DateTimeFormat;
  /** Whether its words are still in the book. */
  isFound: boolean;
  onGo: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One of the listed marks: its words, its note, and what can be done with it. */
export function markLine(mark: Mark, by: MarkLineBy): TemplateResult {
  const { text, language, day, isFound } = by;
  const { kind, color, quote, note } = mark;
  const name = kind === 'bookmark' ? text.bookmark : text.colors[color];
  const exact = kind === 'bookmark' ? firstWords(quote) : quote.exact.trim();
  const words = html`${
      kind === 'bookmark'
        ? html`<span class="bookmark">${icons.bookmark}</span>`
        : html`<span class="ink tag ${color}"></span>`
    }<span
      ><span class="words" lang=${language} dir="auto">${exact}</span
      >${note ? html`<span class="own" dir="auto">${note}</span>` : nothing}<span class="date"
        >${name} · ${day.format(new Date(mark.createdAt))}</span
      ></span
    >`;
  const editing = note ? text.editNote : text.addNote;
  return html`<div class="mark">
    ${
      isFound
        ? html`<button type="button" class="go" @click=${by.onGo}>${words}</button>`
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
        ${markIcons.note}
      </button>
      <button type="button" aria-label=${text.delete} title=${text.delete} @click=${by.onDelete}>
        ${markIcons.delete}
      </button>
    </div>
  </div>`;
}
