import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { markColors, type Mark, type MarkColor } from '../marks/mark.ts';
import { longestNote } from '../marks/read-annotation.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { inkStyles } from './ink-styles.ts';
import { markIcons } from './mark-icons.ts';
import { MarkRequestEvent, type MarkRequest } from './mark-request-event.ts';

/**
 * What can be done with selected text, or with a highlight: five colours, a note, a copy.
 *
 * @fires svc-mark-request - Something of it was chosen.
 * @fires svc-mark-menu-close - It is to go; not composed.
 * @csspart menu - The menu.
 */
export class SvcMarkMenu extends LitElement {
  static override styles = [
    controlStyles,
    inkStyles,
    css`
      .menu {
        box-sizing: border-box;
        max-inline-size: 100%;
        padding: 4px;
        border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
        border-radius: 14px;
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
      .line {
        inline-size: 1px;
        block-size: 22px;
        margin-inline: 4px;
        background: var(--svc-line);
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
        border-radius: 10px;
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
        border-radius: 999px;
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

  static override properties = { text: {}, mark: {}, isNoting: {}, canFind: {} };

  declare text: Messages;
  /** Null for selected text. */
  declare mark: Mark | null;
  declare isNoting: boolean;
  /** Whether the book can be searched. */
  declare canFind: boolean;

  protected override render() {
    const { text, mark, isNoting } = this;
    return html`<div
      class="menu"
      part="menu"
      role=${isNoting ? 'dialog' : 'toolbar'}
      aria-label=${isNoting ? text.ownNote : mark ? text.highlight : text.selectedText}
      @keydown=${this.#onKey}
    >
      ${isNoting ? this.#form() : this.#tools()}
    </div>`;
  }

  /** Takes the focus: into the note, else onto the first tool. */
  override focus(options?: FocusOptions) {
    this.renderRoot.querySelector<HTMLElement>('textarea, button')?.focus(options);
  }

  #tools() {
    const { text, mark } = this;
    return html`${mark?.note ? html`<p class="note" dir="auto">${mark.note}</p>` : nothing}
      <div class="row">
        ${markColors.map((color) => this.#color(color))}
        <span class="line"></span>
        ${this.#tool(mark?.note ? text.editNote : text.addNote, markIcons.note, this.#noteRequest())}
        ${this.#tool(text.copyQuote, markIcons.copy, { type: 'copy', id: mark?.id })}
        ${!mark && this.canFind ? this.#tool(text.findInBook, icons.search, { type: 'find' }) : nothing}
        ${mark ? this.#tool(text.delete, markIcons.delete, { type: 'delete', id: mark.id }) : nothing}
      </div>`;
  }

  #color(color: MarkColor) {
    const { mark, text } = this;
    const isChosen = mark?.color === color;
    return html`<button
      type="button"
      aria-label=${text.colors[color]}
      title=${text.colors[color]}
      aria-pressed=${mark ? String(isChosen) : nothing}
      @click=${() => this.#ask(mark ? { type: 'change', id: mark.id, color } : { type: 'highlight', color })}
    >
      <span class="ink ${color}">${isChosen ? icons.check : nothing}</span>
    </button>`;
  }

  #tool(label: string, icon: TemplateResult | unknown, request: MarkRequest | null) {
    return html`<button
      type="button"
      aria-label=${label}
      title=${label}
      @click=${() => (request ? this.#ask(request) : (this.isNoting = true))}
    >
      ${icon}
    </button>`;
  }

  #noteRequest(): MarkRequest | null {
    return this.mark ? null : { type: 'note' };
  }

  #form() {
    const { text, mark } = this;
    return html`<form @submit=${this.#save}>
      <textarea
        dir="auto"
        rows="3"
        maxlength=${longestNote}
        aria-label=${text.ownNote}
        placeholder=${text.ownNote}
        .value=${mark?.note ?? ''}
      ></textarea>
      <div class="end">
        <button type="button" @click=${this.#close}>${text.cancel}</button>
        <button type="submit" class="save">${text.save}</button>
      </div>
    </form>`;
  }

  protected override updated(changed: Map<PropertyKey, unknown>) {
    if (changed.has('isNoting') && this.isNoting) this.focus({ preventScroll: true });
  }

  #save(event: SubmitEvent) {
    event.preventDefault();
    const note = this.renderRoot.querySelector('textarea')?.value.trim() ?? '';
    if (this.mark) this.#ask({ type: 'change', id: this.mark.id, note });
  }

  #ask(request: MarkRequest) {
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
    'svc-mark-menu': SvcMarkMenu;
  }
}
