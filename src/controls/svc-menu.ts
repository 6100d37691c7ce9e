import { css, html, LitElement } from 'lit';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import type { MenuItem } from './menu-items.ts';
import { lineOfKey } from './move-focus.ts';
import { closePanel } from './panel-frame.ts';
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
      .panel {
        min-inline-size: 224px;
        padding: 6px;
        overflow: auto;
      }
      .item {
        font-size: 15px;
      }
      .item svg {
        flex: none;
        color: var(--svc-muted);
      }
      @container (min-width: 560.02px) {
        .panel.pop {
          inline-size: auto;
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
      <div class="scrim" @click=${() => closePanel(this)}></div>
      <div
        class="panel pop"
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
    if (!(request instanceof PanelRequestEvent)) closePanel(this);
    this.dispatchEvent(request);
  }

  #onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      closePanel(this);
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
