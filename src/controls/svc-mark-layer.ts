import { css, html, LitElement, nothing } from 'lit';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { MarkRequestEvent } from './mark-request-event.ts';
import type { MarkTarget } from './mark-target.ts';
import type { SvcMarkMenu } from './svc-mark-menu.ts';

/** px between the text and its menu; a finger's handles hang below the text. */
const gap = 8;
const handleGap = 40;

/**
 * What lies over the pages of marks: the ribbon of a bookmark, the menu beside selected text, and a line
 * that says what was done.
 *
 * @fires svc-mark-request - Something was chosen in the menu, or is to be undone.
 * @csspart ribbon - The corner of a page with a bookmark.
 * @csspart line - What was done.
 */
export class SvcMarkLayer extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 2;
        overflow: clip;
        pointer-events: none;
      }
      .ribbon {
        position: absolute;
        inset-block-start: 0;
        inset-inline-end: 14px;
        inline-size: 18px;
        block-size: 30px;
        background: var(--svc-accent);
        clip-path: polygon(0 0, 100% 0, 100% 100%, 50% 78%, 0 100%);
        animation: drop 200ms ease-out;
      }
      svc-mark-menu {
        position: absolute;
        inline-size: max-content;
        max-inline-size: calc(100% - 16px);
        pointer-events: auto;
        animation: appear 120ms ease-out;
      }
      .line {
        position: absolute;
        inset-inline: 16px;
        inset-block-end: 12px;
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 12px;
        box-sizing: border-box;
        inline-size: fit-content;
        min-block-size: 48px;
        margin-inline: auto;
        padding: 2px 20px;
        border: 1px solid var(--svc-line);
        border-radius: 999px;
        background: var(--svc-surface);
        box-shadow: 0 8px 28px rgb(0 0 0 / 0.14);
        pointer-events: auto;
        animation: appear 160ms ease-out;
      }
      :host([raised]) .line {
        inset-block-end: 72px;
      }
      .line:has(button) {
        padding-inline-end: 4px;
      }
      .line button {
        padding-inline: 16px;
        border-radius: 999px;
        color: var(--svc-accent);
        font-weight: 500;
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
      @keyframes drop {
        from {
          translate: 0 -100%;
        }
      }
      @media (forced-colors: active) {
        .ribbon {
          forced-color-adjust: none;
          background: Highlight;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  static override properties = {
    text: {},
    target: {},
    line: {},
    said: {},
    bookmarked: { type: Boolean },
    raised: { type: Boolean, reflect: true },
    canFind: {},
  };

  declare text: Messages;
  declare target: MarkTarget | null;
  /** A line that is seen, until it is taken away. */
  declare line: { words: string; canUndo: boolean } | null;
  /** What a screen reader says. */
  declare said: string;
  declare bookmarked: boolean;
  /** Whether another line lies at the foot of the page. */
  declare raised: boolean;
  declare canFind: boolean;

  readonly #sizes = new ResizeObserver(() => this.#place());

  override connectedCallback() {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /** The menu, while there is one. */
  get menu(): SvcMarkMenu | null {
    return this.renderRoot.querySelector('svc-mark-menu');
  }

  protected override render() {
    const { text, target, line, bookmarked } = this;
    return html`${bookmarked ? html`<div class="ribbon" part="ribbon"></div>` : nothing}
      ${
        target
          ? html`<svc-mark-menu
              exportparts="menu"
              .text=${text}
              .mark=${target.mark}
              .isNoting=${target.isNoting}
              .canFind=${this.canFind}
            ></svc-mark-menu>`
          : nothing
      }
      ${
        line
          ? html`<div class="line" part="line">
              <span>${line.words}</span>${
                line.canUndo
                  ? html`<button type="button" @click=${this.#undo}>${text.undo}</button>`
                  : nothing
              }
            </div>`
          : nothing
      }
      <div class="spoken" role="status">${this.said}</div>`;
  }

  protected override updated() {
    const { menu } = this;
    if (!menu) return;
    this.#sizes.observe(menu);
    this.#place();
  }

  /** Beside the text, where there is room: above it, for a finger below it. */
  #place() {
    const { target, menu } = this;
    if (!target || !menu) return;
    const { offsetWidth: width, offsetHeight: height } = menu;
    const space = { width: this.clientWidth, height: this.clientHeight };
    const above = target.top - gap - height;
    const below = target.bottom + (target.isTouch ? handleGap : gap);
    const fitsAbove = above >= gap && !target.isTouch;
    const top = fitsAbove ? above : Math.min(below, space.height - height - gap);
    const left = (target.left + target.right - width) / 2;
    menu.style.top = `${Math.max(gap, top)}px`;
    menu.style.left = `${Math.max(gap, Math.min(left, space.width - width - gap))}px`;
  }

  #undo() {
    this.dispatchEvent(new MarkRequestEvent({ type: 'undo' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-mark-layer': SvcMarkLayer;
  }
}
