import { css, html, LitElement, nothing } from 'lit';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { MarkRequestEvent } from '../events/request-events.ts';
import type { BuiltInSelectionAction, SelectionAction } from './selection-actions.ts';
import type { SvcAnnotationMenu } from './svc-annotation-menu.ts';
import type { Annotation } from '../annotations/annotation.ts';

/**
 * Distance between the text and its menu, in px. It is larger for touch because selection handles
 * extend below the text.
 */
const gapPx = 8;
const touchGapPx = 40;

/**
 * The annotation layer over the page, with the bookmark ribbon, the menu for selected text, and
 * notices.
 *
 * @fires svc-mark-request - The user chose a menu item or pressed Undo in a notice.
 * @csspart ribbon - The bookmark ribbon in the corner of a page.
 * @csspart line - The notice.
 */
export class SvcAnnotationLayer extends LitElement {
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
      svc-annotation-menu {
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
    messages: {},
    target: {},
    notice: {},
    announcement: {},
    bookmarked: { type: Boolean },
    raised: { type: Boolean, reflect: true },
    actions: {},
    canAnnotate: {},
  };

  declare messages: Messages;
  declare target: AnnotationMenuTarget | null;
  /** The visible notice, or null if there is none. */
  declare notice: { words: string; canUndo: boolean } | null;
  /** Announcement for screen readers. */
  declare announcement: string;
  declare bookmarked: boolean;
  /** Whether another bar is at the bottom of the page. */
  declare raised: boolean;
  /** Actions for selected text. */
  declare actions: readonly (BuiltInSelectionAction | SelectionAction)[];
  /** Whether text can be highlighted. */
  declare canAnnotate: boolean;

  readonly #sizes = new ResizeObserver(() => this.#positionMenu());

  override connectedCallback() {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /** The open menu, or null if there is none. */
  get menu(): SvcAnnotationMenu | null {
    return this.renderRoot.querySelector('svc-annotation-menu');
  }

  protected override render() {
    const { messages, target, notice: line, bookmarked } = this;
    return html`${bookmarked ? html`<div class="ribbon" part="ribbon"></div>` : nothing}
      ${
        target
          ? html`<svc-annotation-menu
              exportparts="menu"
              .messages=${messages}
              .annotation=${target.annotation}
              .isEditingNote=${target.isEditingNote}
              .actions=${this.actions}
              .canAnnotate=${this.canAnnotate}
            ></svc-annotation-menu>`
          : nothing
      }
      ${
        line
          ? html`<div class="line" part="line">
              <span>${line.words}</span>${
                line.canUndo
                  ? html`<button type="button" @click=${this.#undo}>${messages.undo}</button>`
                  : nothing
              }
            </div>`
          : nothing
      }
      <div class="spoken" role="status">${this.announcement}</div>`;
  }

  protected override updated() {
    const { menu } = this;
    if (!menu) return;
    this.#sizes.observe(menu);
    this.#positionMenu();
  }

  /** Positions the menu above the text if it fits, or below the text for touch. */
  #positionMenu() {
    const { target, menu } = this;
    if (!target || !menu) return;
    const { offsetWidth: width, offsetHeight: height } = menu;
    const space = { width: this.clientWidth, height: this.clientHeight };
    const above = target.top - gapPx - height;
    const below = target.bottom + (target.isTouch ? touchGapPx : gapPx);
    const fitsAbove = above >= gapPx && !target.isTouch;
    const top = fitsAbove ? above : Math.min(below, space.height - height - gapPx);
    const left = (target.left + target.right - width) / 2;
    menu.style.top = `${Math.max(gapPx, top)}px`;
    menu.style.left = `${Math.max(gapPx, Math.min(left, space.width - width - gapPx))}px`;
  }

  #undo() {
    this.dispatchEvent(new MarkRequestEvent({ type: 'undo' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-annotation-layer': SvcAnnotationLayer;
  }
}

/** The annotation menu's target, with its box on the page in px. */
export interface AnnotationMenuTarget {
  /** The annotation, or null for selected text. */
  annotation: Annotation | null;
  isEditingNote: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /**
   * Whether the input is touch, which needs space for selection handles and, above the text, for
   * the system's menu.
   */
  isTouch: boolean;
}
