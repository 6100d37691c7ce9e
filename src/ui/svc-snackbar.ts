import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { WayRequestEvent } from '../events/request-events.ts';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { chapterTitleAt } from '../state/toc.ts';
import { fractionAt } from '../state/progress.ts';
import type { BookView } from './control-templates.ts';

/**
 * A quiet line above the page that leads back from a jump, or on to where the reading stopped elsewhere.
 *
 * @fires svc-way-request - The person wants to go there, or to see the line no more.
 * @csspart line - The line.
 */
export class SvcSnackbar extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        z-index: 2;
        inset-inline: 8px;
        inset-block-end: 8px;
        display: grid;
        justify-items: center;
        pointer-events: none;
      }
      .line {
        box-sizing: border-box;
        display: flex;
        align-items: center;
        max-inline-size: 100%;
        border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
        border-radius: 23px;
        background: var(--svc-surface);
        box-shadow: 0 2px 14px rgb(0 0 0 / 0.13);
        pointer-events: auto;
        animation: rise 200ms ease-out;
      }
      .told {
        flex: 1;
        min-inline-size: 0;
        padding-inline-start: 18px;
        padding-block: 8px;
        text-wrap: pretty;
        overflow-wrap: anywhere;
      }
      button {
        min-block-size: 44px;
        border-radius: 22px;
      }
      .go {
        min-inline-size: 0;
        padding-inline: 14px;
        color: var(--svc-accent);
        font-weight: 500;
        overflow: hidden;
      }
      .told[hidden] {
        display: none;
      }
      .told:not([hidden]) + .go {
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
    isThere: { state: true },
  };

  declare messages: Messages;
  /** What there is to say; empty for nothing but the way. */
  declare message: string;
  /** Where the button leads; empty for none. */
  declare action: string;
  /** Whether that is back. */
  declare isBack: boolean;
  /** Screen readers say what comes into a region that is there already. */
  declare private isThere: boolean;

  constructor() {
    super();
    this.isThere = false;
  }

  protected override render() {
    const { messages, message: told, action, isBack } = this;
    return html`<div class="line" part="line" role="group" aria-label=${told || action}>
      <span class="told" role="status" dir="auto" ?hidden=${!told}
        >${this.isThere ? told : ''}</span
      >
      ${
        action
          ? html`<button type="button" class="go" @click=${() => this.#answer(true)}>
              ${isBack ? icons.undo : nothing}<span dir="auto">${action}</span>
            </button>`
          : nothing
      }
      <button
        type="button"
        class="close"
        aria-label=${messages.dismiss}
        title=${messages.dismiss}
        @click=${() => this.#answer(false)}
      >
        ${icons.close}
      </button>
    </div>`;
  }

  protected override firstUpdated() {
    this.isThere = true;
  }

  #answer(isWanted: boolean) {
    this.dispatchEvent(new WayRequestEvent(isWanted));
  }
}

export const elements = { 'svc-snackbar': SvcSnackbar };

export function render({
  state,
  book,
  messages,
  chapter,
}: BookView): TemplateResult | typeof nothing {
  const { prompt } = state;
  if (!prompt) return nothing;
  if (prompt.kind === 'link') {
    const told = prompt.isCopied ? messages.linkCopied : messages.linkNotCopied;
    return html`<svc-snackbar
      exportparts="line"
      .messages=${messages}
      .message=${told}
      .action=${''}
      .isBack=${false}
    ></svc-snackbar>`;
  }
  const title = chapterTitleAt(book, prompt.position);
  if (prompt.kind === 'resume') {
    const told = messages.furthestPosition(
      title,
      fractionAt(book.measure, prompt.position),
      prompt.device,
    );
    return html`<svc-snackbar
      exportparts="line"
      .messages=${messages}
      .message=${told}
      .action=${messages.goThere}
      .isBack=${false}
    ></svc-snackbar>`;
  }
  const isElsewhere = title !== '' && title !== chapter;
  return html`<svc-snackbar
    exportparts="line"
    .messages=${messages}
    .message=${''}
    .action=${isElsewhere ? messages.backTo(title) : messages.backToPage(messages.number(prompt.page))}
    .isBack=${true}
  ></svc-snackbar>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-snackbar': SvcSnackbar;
  }
}
