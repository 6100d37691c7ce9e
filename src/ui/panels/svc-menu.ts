import { css, html, LitElement, type TemplateResult } from 'lit';
import { controlStyles } from '../control-styles.ts';
import { type MenuItem, menuItems } from '../menu-items.ts';
import { itemIndexForKey } from './list-navigation.ts';
import { closePanel } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { PanelRequestEvent } from '../../events/request-events.ts';
import type { BookView } from '../control-templates.ts';

/**
 * Menu with further commands, below the toolbar.
 *
 * @fires svc-panel-request - The user closed the menu or opened another panel.
 * @csspart panel - The menu.
 * @csspart item - Each menu item.
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
        [data-item='fullscreen'] {
          display: none;
        }
      }
    `,
  ];

  static override properties = { view: {}, items: {} };

  declare view: BookView;
  declare items: readonly MenuItem[];

  protected override render() {
    const { view } = this;
    return html`
      <div class="scrim" @click=${() => closePanel(this)}></div>
      <div
        class="panel pop"
        part="panel"
        role="menu"
        aria-label=${view.messages.menu}
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
              @click=${() => this.#select(item)}
            >
              ${item.icon}${item.label(view.messages, view)}
            </button>`,
        )}
      </div>
    `;
  }

  protected override firstUpdated() {
    this.#menuItems()[0]?.focus({ preventScroll: true });
  }

  #menuItems() {
    const items = [...this.renderRoot.querySelectorAll<HTMLElement>('.item')];
    return items.filter((item) => item.offsetParent !== null);
  }

  #select(item: MenuItem) {
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
    const menuButtons = this.#menuItems();
    const at = menuButtons.findIndex((button) => button.matches(':focus'));
    const next = menuButtons[itemIndexForKey(event, menuButtons, at)];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus({ preventScroll: true });
  }
}

export const elements = { 'svc-menu': SvcMenu };

export function render(view: BookView): TemplateResult {
  const items = menuItems.filter(({ isShown }) => isShown(view));
  return html`<svc-menu exportparts="panel, item" .view=${view} .items=${items}></svc-menu>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-menu': SvcMenu;
  }
}
