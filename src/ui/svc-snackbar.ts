import { css, html, LitElement, nothing, type TemplateResult, svg } from 'lit';
import { WayRequestEvent } from '../events/request-events.ts';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icon, icons } from './icons.ts';
import { chapterTitleAt } from '../state/toc.ts';
import { fractionAt } from '../state/progress.ts';
import type { BookView } from './control-templates.ts';

const snackbarIcons = {
  undo: icon(svg`<path d="M7.5 5L3.5 9l4 4M3.5 9H12a4.5 4.5 0 0 1 0 9h-2" />`),
};

/**
 * A prompt over the page to go back after a jump, or to continue at a position from another device.
 *
 * @fires svc-way-request - The user accepted or dismissed the prompt.
 * @csspart line - The prompt.
 */
export class SvcSnackbar extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        z-index: 2;
        inset-inline: 8px;
        /* In the margin below the last line, and over the progress bar if the margin is narrow. */
        inset-block-end: min(2px, clamp(12px, 6.5cqb - 6px, 40px) - 38px);
        display: grid;
        justify-items: center;
        pointer-events: none;
      }
      :host([bare]) {
        inset-block-end: 2px;
      }
      .line {
        box-sizing: border-box;
        display: flex;
        align-items: center;
        max-inline-size: 100%;
        border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
        border-radius: var(--svc-panel-radius, 23px);
        background: var(--svc-surface);
        box-shadow: 0 2px 14px rgb(0 0 0 / 0.13);
        pointer-events: auto;
        animation: rise 200ms ease-out;
      }
      .message {
        flex: 1;
        min-inline-size: 0;
        padding-inline-start: 18px;
        padding-block: 6px;
        text-wrap: pretty;
        overflow-wrap: anywhere;
      }
      button {
        position: relative;
        min-block-size: 34px;
        border-radius: var(--svc-button-radius, 22px);
      }
      /* Comfortable to touch. */
      button::after {
        content: '';
        position: absolute;
        inset: -6px 0;
      }
      .go {
        min-inline-size: 0;
        padding-inline: 14px;
        color: var(--svc-accent);
        font-weight: 500;
        overflow: hidden;
      }
      .message[hidden] {
        display: none;
      }
      .message:not([hidden]) + .go {
        flex: none;
      }
      .go span {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .go svg:dir(rtl) {
        transform: scaleX(-1);
      }
      .close {
        flex: none;
        min-inline-size: 44px;
        color: var(--svc-muted);
      }
      .close svg {
        inline-size: 16px;
        block-size: 16px;
      }
      @keyframes rise {
        from {
          opacity: 0;
          translate: 0 8px;
        }
      }
    `,
  ];

  static override properties = {
    messages: {},
    message: {},
    action: {},
    isBack: {},
    isRegionReady: { state: true },
  };

  declare messages: Messages;
  /** The message, or empty to show only the button. */
  declare message: string;
  /** Button label, or empty for no button. */
  declare action: string;
  /** Whether the button navigates back. */
  declare isBack: boolean;
  /**
   * Whether the live region exists. Screen readers only announce content that is added to an
   * existing live region.
   */
  declare private isRegionReady: boolean;

  constructor() {
    super();
    this.isRegionReady = false;
  }

  protected override render() {
    const { messages, message, action, isBack } = this;
    return html`<div class="line" part="line" role="group" aria-label=${message || action}>
      <span class="message" role="status" dir="auto" ?hidden=${!message}
        >${this.isRegionReady ? message : ''}</span
      >
      ${
        action
          ? html`<button type="button" class="go" @click=${() => this.#reply(true)}>
              ${isBack ? snackbarIcons.undo : nothing}<span dir="auto">${action}</span>
            </button>`
          : nothing
      }
      <button
        type="button"
        class="close"
        aria-label=${messages.dismiss}
        title=${messages.dismiss}
        @click=${() => this.#reply(false)}
      >
        ${icons.close}
      </button>
    </div>`;
  }

  protected override firstUpdated() {
    this.isRegionReady = true;
  }

  #reply(isAccepted: boolean) {
    this.dispatchEvent(new WayRequestEvent(isAccepted));
  }
}

export const elements = { 'svc-snackbar': SvcSnackbar };

export function render({
  state,
  book,
  messages,
  chapter,
  controls,
}: BookView): TemplateResult | typeof nothing {
  const { prompt, pageFailure } = state;
  // A notice about a failure has the same place and is more important.
  if (!prompt || pageFailure) return nothing;
  if (prompt.kind === 'link') {
    const message = prompt.isCopied ? messages.linkCopied : messages.linkNotCopied;
    return html`<svc-snackbar
      exportparts="line"
      ?bare=${!Object.values(controls).includes(true)}
      .messages=${messages}
      .message=${message}
      .action=${''}
      .isBack=${false}
    ></svc-snackbar>`;
  }
  const title = chapterTitleAt(book, prompt.position);
  if (prompt.kind === 'resume') {
    const message = messages.furthestPosition(
      title,
      fractionAt(book.measure, prompt.position),
      prompt.device,
    );
    return html`<svc-snackbar
      exportparts="line"
      ?bare=${!Object.values(controls).includes(true)}
      .messages=${messages}
      .message=${message}
      .action=${messages.goThere}
      .isBack=${false}
    ></svc-snackbar>`;
  }
  const isOtherChapter = title !== '' && title !== chapter;
  return html`<svc-snackbar
    exportparts="line"
    ?bare=${!Object.values(controls).includes(true)}
    .messages=${messages}
    .message=${''}
    .action=${isOtherChapter ? messages.backTo(title) : messages.backToPage(messages.number(prompt.page))}
    .isBack=${true}
  ></svc-snackbar>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-snackbar': SvcSnackbar;
  }
}
