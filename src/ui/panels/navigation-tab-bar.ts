import { css, html, nothing, type TemplateResult } from 'lit';
import { PanelRequestEvent } from '../../events/request-events.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { NavigationTab } from './navigation-tabs.ts';

/** Renders the tab bar for `above` in a panel frame, or nothing if there is only one tab. */
export function renderNavigationTabs(
  host: HTMLElement,
  options: { text: Messages; tabs: readonly NavigationTab[]; current: NavigationTab['panel'] },
): TemplateResult | typeof nothing {
  const { text, tabs, current } = options;
  if (tabs.length < 2) return nothing;
  return html`<div class="tabs" role="group" aria-label=${text.navigation}>
    ${tabs.map(
      ({ panel, name }) =>
        html`<button
          type="button"
          data-tab=${panel}
          aria-current=${panel === current ? 'true' : nothing}
          @click=${() => panel !== current && host.dispatchEvent(new PanelRequestEvent(panel))}
        >
          ${name}
        </button>`,
    )}
  </div>`;
}

export const navigationTabStyles = css`
  .tabs {
    flex: none;
    display: flex;
    gap: 4px;
    padding-inline: 12px;
    border-block-end: 1px solid var(--svc-line);
  }
  .tabs button {
    position: relative;
    min-block-size: 44px;
    padding-inline: 8px;
    border-radius: 8px 8px 0 0;
    color: var(--svc-muted);
    font-size: 14px;
  }
  .tabs [aria-current] {
    color: var(--svc-color);
    font-weight: 500;
  }
  .tabs [aria-current]::after {
    content: '';
    position: absolute;
    inset-inline: 8px;
    inset-block-end: -1px;
    block-size: 2px;
    border-radius: 2px;
    background: var(--svc-accent);
  }
  @media (forced-colors: active) {
    .tabs [aria-current]::after {
      background: Highlight;
    }
  }
`;
