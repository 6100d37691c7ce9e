import { css, html, LitElement, nothing, svg } from 'lit';
import {
  highlightColors,
  type Annotation,
  type HighlightColor,
} from '../annotations/annotation.ts';
import { maxNoteLength } from '../annotations/web-annotation.ts';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { annotationIcons } from './annotation-icons.ts';
import { icon, icons } from './icons.ts';
import { highlightColorStyles } from './highlight-color-button.ts';
import { MarkRequestEvent, type MarkRequest } from '../events/request-events.ts';
import type { BuiltInSelectionAction, SelectionAction } from './selection-actions.ts';

/**
 * Menu for selected text or a highlight, with five colors, a note, and actions of the reader and
 * the page.
 *
 * @fires svc-mark-request - The user chose a menu item.
 * @fires svc-mark-menu-close - The menu should close. Not composed.
 * @csspart menu - The menu.
 * @csspart action - Each action of the page.
 */
export class SvcAnnotationMenu extends LitElement {
  static override styles = [
    controlStyles,
    highlightColorStyles,
    css`
      .menu {
        box-sizing: border-box;
        max-inline-size: 100%;
        padding: 4px;
        border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
        border-radius: var(--svc-panel-radius, 14px);
        background: var(--svc-surface);
        box-shadow:
          0 1px 2px rgb(0 0 0 / 0.06),
          0 8px 30px rgb(0 0 0 / 0.18);
        user-select: none;
        -webkit-user-select: none;
        outline: none;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: center;
      }
      .row button {
        flex: none;
        min-inline-size: 40px;
        min-block-size: 44px;
      }
      .group {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: center;
      }
      .group + .group::before {
        content: '';
        inline-size: 1px;
        block-size: 22px;
        margin-inline: 4px;
        background: var(--svc-line);
      }
      .row .text {
        padding-inline: 12px;
      }
      @container (max-width: 560px) {
        .row {
          flex-direction: column;
        }
        .group + .group::before {
          display: none;
        }
      }
      form {
        display: grid;
        gap: 8px;
        box-sizing: border-box;
        inline-size: min(320px, 100%);
        padding: 6px;
      }
      textarea {
        all: unset;
        box-sizing: border-box;
        inline-size: 100%;
        min-block-size: 84px;
        max-block-size: 200px;
        padding: 10px 12px;
        border: 1px solid color-mix(in srgb, var(--svc-muted) 75%, transparent);
        border-radius: var(--svc-button-radius, 10px);
        background: var(--svc-background);
        font-size: 16px;
        white-space: pre-wrap;
        overflow: auto;
        overflow-wrap: anywhere;
        cursor: text;
        user-select: text;
        -webkit-user-select: text;
      }
      textarea:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: -1px;
      }
      .end {
        display: flex;
        justify-content: end;
        gap: 4px;
      }
      .end button {
        min-block-size: 40px;
        padding-inline: 16px;
        border-radius: var(--svc-button-radius, 999px);
      }
      .save {
        background: var(--svc-accent);
        color: var(--svc-background);
        font-weight: 500;
      }
      .save:hover:not(:disabled) {
        background: color-mix(in srgb, var(--svc-accent) 88%, var(--svc-color));
      }
      .note {
        max-inline-size: 280px;
        max-block-size: 120px;
        margin: 0;
        padding: 8px 12px;
        overflow: auto;
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
    `,
  ];

  static override properties = {
    messages: {},
    annotation: {},
    isEditingNote: {},
    actions: {},
    canAnnotate: {},
  };

  declare messages: Messages;
  /** The annotation, or null for selected text. */
  declare annotation: Annotation | null;
  declare isEditingNote: boolean;
  /** Actions of the reader and the page, in their order. */
  declare actions: readonly (BuiltInSelectionAction | SelectionAction)[];
  /** Whether text can be highlighted. */
  declare canAnnotate: boolean;

  constructor() {
    super();
    this.actions = [];
    this.canAnnotate = true;
  }

  protected override render() {
    const { messages, annotation, isEditingNote } = this;
    return html`<div
      class="menu"
      part="menu"
      role=${isEditingNote ? 'dialog' : 'toolbar'}
      aria-label=${isEditingNote ? messages.annotationNote : annotation ? messages.highlight : messages.selectedText}
      @keydown=${this.#onKey}
    >
      ${isEditingNote ? this.#form() : this.#tools()}
    </div>`;
  }

  /** Focuses the note if it is being edited, and otherwise the first button. */
  override focus(options?: FocusOptions) {
    this.renderRoot.querySelector<HTMLElement>('textarea, button')?.focus(options);
  }

  #tools() {
    const { messages, annotation, canAnnotate } = this;
    // Searching makes no sense for a highlight, because its text is already on screen.
    const actions = this.actions.filter((one) => !annotation || one !== 'find');
    const own = actions.filter((one) => typeof one === 'string');
    const ofPage = actions.filter((one) => typeof one !== 'string');
    return html`${annotation?.note ? html`<p class="note" dir="auto">${annotation.note}</p>` : nothing}
      <div class="row">
        ${
          canAnnotate
            ? html`<div class="group">${highlightColors.map((color) => this.#color(color))}</div>`
            : nothing
        }
        ${
          canAnnotate || own.length > 0
            ? html`<div class="group">
                ${
                  canAnnotate
                    ? this.#tool(
                        annotation?.note ? messages.editNote : messages.addNote,
                        annotationIcons.note,
                        this.#noteRequest(),
                      )
                    : nothing
                }
                ${own.map((action) => this.#ownAction(action))}
                ${
                  annotation
                    ? this.#tool(messages.delete, annotationIcons.delete, {
                        type: 'delete',
                        id: annotation.id,
                      })
                    : nothing
                }
              </div>`
            : nothing
        }
        ${
          ofPage.length > 0
            ? html`<div class="group">${ofPage.map((action) => this.#pageAction(action))}</div>`
            : nothing
        }
      </div>`;
  }

  #ownAction(type: BuiltInSelectionAction) {
    const { messages, annotation } = this;
    const id = annotation?.id;
    if (type === 'copy') return this.#tool(messages.copyQuote, annotationIcons.copy, { type, id });
    if (type === 'find') return this.#tool(messages.findInBook, icons.search, { type });
    if (type === 'share') return this.#tool(messages.share, annotationIcons.share, { type, id });
    return this.#tool(messages.quotePicture, annotationIcons.picture, { type, id });
  }

  // The label is in the language of the page.
  #pageAction({ id: action, label, icon: path }: SelectionAction) {
    return html`<button
      type="button"
      part="action"
      class=${path ? '' : 'text'}
      aria-label=${path ? label : nothing}
      title=${path ? label : nothing}
      @click=${() => this.#request({ type: 'action', action, id: this.annotation?.id })}
    >
      ${path ? icon(svg`<path d=${path} />`) : html`<bdi>${label}</bdi>`}
    </button>`;
  }

  #color(color: HighlightColor) {
    const { annotation, messages } = this;
    const isChosen = annotation?.color === color;
    return html`<button
      type="button"
      aria-label=${messages.colors[color]}
      title=${messages.colors[color]}
      aria-pressed=${annotation ? String(isChosen) : nothing}
      @click=${() => this.#request(annotation ? { type: 'change', id: annotation.id, color } : { type: 'highlight', color })}
    >
      <span class="swatch ${color}">${isChosen ? icons.check : nothing}</span>
    </button>`;
  }

  #tool(label: string, content: unknown, request: MarkRequest | null) {
    return html`<button
      type="button"
      aria-label=${label}
      title=${label}
      @click=${() => (request ? this.#request(request) : (this.isEditingNote = true))}
    >
      ${content}
    </button>`;
  }

  #noteRequest(): MarkRequest | null {
    return this.annotation ? null : { type: 'note' };
  }

  #form() {
    const { messages, annotation } = this;
    return html`<form @submit=${this.#save}>
      <textarea
        dir="auto"
        rows="3"
        maxlength=${maxNoteLength}
        aria-label=${messages.annotationNote}
        placeholder=${messages.annotationNote}
        .value=${annotation?.note ?? ''}
      ></textarea>
      <div class="end">
        <button type="button" @click=${this.#close}>${messages.cancel}</button>
        <button type="submit" class="save">${messages.save}</button>
      </div>
    </form>`;
  }

  protected override updated(changed: Map<PropertyKey, unknown>) {
    if (changed.has('isEditingNote') && this.isEditingNote) this.focus({ preventScroll: true });
  }

  /** Saves a note that was changed, for example when the user presses outside the editor. */
  saveDraft(): void {
    const { annotation } = this;
    const note = this.renderRoot.querySelector('textarea')?.value.trim() ?? annotation?.note;
    if (annotation && note !== annotation.note)
      this.#request({ type: 'change', id: annotation.id, note });
  }

  #save(event: SubmitEvent) {
    event.preventDefault();
    const note = this.renderRoot.querySelector('textarea')?.value.trim() ?? '';
    if (this.annotation) this.#request({ type: 'change', id: this.annotation.id, note });
  }

  #request(request: MarkRequest) {
    this.dispatchEvent(new MarkRequestEvent(request));
  }

  #close() {
    this.dispatchEvent(new Event('svc-mark-menu-close', { bubbles: true }));
  }

  #onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return this.#close();
    }
    if (event.target instanceof HTMLTextAreaElement) {
      event.stopPropagation();
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.target.form?.requestSubmit();
      }
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...this.renderRoot.querySelectorAll('button')];
    const isRtl = getComputedStyle(this).direction === 'rtl';
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons.at((at + (isRtl ? -step : step)) % buttons.length)?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-annotation-menu': SvcAnnotationMenu;
  }
}
