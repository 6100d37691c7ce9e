import { css, html, LitElement } from 'lit';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import type { MenuItem } from './menu-items.ts';
import { lineOfKey } from './move-focus.ts';
import { panelStyles } from './panel-styles.ts';
import { PanelRequestEvent } from './request-events.ts';

/**
 * What else can be done with the book, in a small sheet below the toolbar.
 *
 * @fires svc-panel-request - The menu is to close, or to give way to another panel.
 * @csspart panel - The sheet.
 * @csspart item - Each line.
 */
export class SvcMenu extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 3;
      }
      .scrim {
        position: absolute;
        inset: 0;
      }
      .panel {
        inset-block-start: 48px;
        inset-inline-end: 8px;
        min-inline-size: 208px;
        max-inline-size: calc(100% - 16px);
        max-block-size: calc(100% - 56px);
        overflow: auto;
        padding: 8px;
        border-radius: 16px;
        animation: enter 140ms ease-out;
      }
      .item {
        display: flex;
        justify-content: flex-start;
        gap: 12px;
        inline-size: 100%;
        min-block-size: 44px;
        padding: 8px 16px 8px 12px;
        font-size: 15px;
        text-align: start;
      }
      .item svg {
        flex: none;
        color: var(--svc-muted);
      }
      @keyframes enter {
        from {
          opacity: 0;
          translate: 0 -6px;
        }
      }
    `,
  ];

  static override properties = { text: {}, items: {} };

  declare text: Messages;
  declare items: readonly MenuItem[];

  protected override render() {
    const { text } = this;
    return html`
      <div class="scrim" @click=${this.#close}></div>
      <div
        class="panel"
        part="panel"
        role="menu"
        aria-label=${text.menu}
        tabindex="-1"
        @keydown=${this.#onKey}
      >
        ${this.items.map(
          (item) =>
            html`<button
              type="button"
              role="menuitem"
              class="item"
              part="item"
              data-item=${item.id}
              @click=${() => this.#ask(item)}
            >
              ${item.icon}${item.label(text)}
            </button>`,
        )}
      </div>
    `;
  }

  protected override firstUpdated() {
    this.#lines()[0]?.focus({ preventScroll: true });
  }

  #lines() {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.item')];
  }

  #ask(item: MenuItem) {
    const request = item.request();
    if (!(request instanceof PanelRequestEvent)) this.#close();
    this.dispatchEvent(request);
  }

  #close() {
    this.dispatchEvent(new PanelRequestEvent(null));
  }

  #onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
      return;
    }
    const lines = this.#lines();
    const at = lines.findIndex((line) => line.matches(':focus'));
    const next = lines[lineOfKey(event, lines, at)];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus({ preventScroll: true });
  }
}
