import { css, html, LitElement } from 'lit';
import { controlStyles } from '../../ui/control-styles.ts';
import { icons } from '../../ui/icons.ts';
import { textDirection } from '../../i18n/text-direction.ts';
import type { Messages } from '../../i18n/messages.ts';

/**
 * A footnote or endnote, shown next to the link that refers to it or, on phones, at the bottom of
 * the reader.
 *
 * @fires close - The reader closed the note. Not composed.
 * @fires go - The reader requested to go to the note's position in the book. Not composed.
 * @slot - The note.
 * @csspart note - The box.
 * @csspart go-to-note - The button that goes to the note's position.
 */
export class SvcNote extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 8;
        pointer-events: none;
        container-type: size;
        direction: ltr;
      }
      .note {
        position: absolute;
        box-sizing: border-box;
        display: flex;
        flex-direction: column;
        inline-size: max-content;
        min-inline-size: min(240px, 100% - 16px);
        max-inline-size: min(420px, 100% - 16px);
        max-block-size: min(360px, 100% - 16px);
        border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
        border-radius: var(--svc-panel-radius, 16px);
        background: var(--svc-surface);
        box-shadow:
          0 1px 2px rgb(0 0 0 / 0.05),
          0 12px 44px rgb(0 0 0 / 0.15);
        overflow: hidden;
        outline: none;
        pointer-events: auto;
        animation: appear 140ms ease-out;
      }
      .note:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: -2px;
      }
      .content {
        flex: 1;
        min-block-size: 0;
        overflow: auto;
        contain: layout paint;
        overscroll-behavior: contain;
        padding: 18px 20px 6px;
        scrollbar-width: thin;
        scrollbar-color: color-mix(in srgb, var(--svc-muted) 40%, transparent) transparent;
      }
      .foot {
        flex: none;
        display: flex;
        justify-content: space-between;
        padding: 0 8px 6px 10px;
      }
      .foot button {
        min-inline-size: 44px;
        min-block-size: 44px;
        color: var(--svc-muted);
      }
      .go {
        padding-inline: 10px;
        font-size: 13px;
      }
      @container (max-width: 560px) {
        .note {
          inset-inline: 0 !important;
          inset-block: auto 0 !important;
          inline-size: 100%;
          max-inline-size: none;
          max-block-size: 62%;
          border-width: 1px 0 0;
          border-radius: var(--svc-panel-radius, 18px) var(--svc-panel-radius, 18px) 0 0;
          padding-block-end: env(safe-area-inset-bottom);
          animation-name: rise;
        }
      }
      @keyframes appear {
        from {
          opacity: 0;
          translate: 0 4px;
        }
      }
      @keyframes rise {
        from {
          translate: 0 40%;
          opacity: 0;
        }
      }
    `,
  ];

  static override properties = { text: {} };

  declare text: Messages;

  /** The note's box, which the caller positions. */
  get box(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.note');
  }

  scrollToRight() {
    const content = this.renderRoot.querySelector('.content');
    if (content) content.scrollLeft = content.scrollWidth;
  }

  override focus() {
    this.box?.focus({ preventScroll: true });
  }

  protected override render() {
    const { text } = this;
    return html`<section
      class="note"
      part="note"
      role="dialog"
      aria-label=${text.footnote}
      aria-describedby="content"
      tabindex="-1"
      @keydown=${this.#onKey}
    >
      <div class="content" id="content"><slot></slot></div>
      <div class="foot" lang=${text.locale} dir=${textDirection(text.locale)}>
        <button class="go" type="button" part="go-to-note" @click=${() => this.#dispatch('go')}>
          ${text.goToFootnote}
        </button>
        <button
          type="button"
          aria-label=${text.close}
          title=${text.close}
          @click=${() => this.#dispatch('close')}
        >
          ${icons.close}
        </button>
      </div>
    </section>`;
  }

  #onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keep keys from the reader's shortcuts, which apply to the page underneath.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#dispatch('close');
  }

  #dispatch(type: 'close' | 'go') {
    this.dispatchEvent(new Event(type));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-note': SvcNote;
  }
}
