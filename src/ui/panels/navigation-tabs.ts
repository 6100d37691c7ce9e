import { css, html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/messages.ts';
import { isKnownPanel } from './known-panels.ts';
import type { BookView } from '../control-templates.ts';
import { PanelRequestEvent } from '../../events/request-events.ts';

/** A tab of the navigation panels. */
export interface NavigationTab {
  panel: 'contents' | 'marks' | 'pages';
  name: string;
}

/** The tabs available for a book, in order. */
export function navigationTabsOf({
  controls,
  embed,
  messages,
}: BookView): readonly NavigationTab[] {
  const hasPageList = Boolean(embed?.pageList.length);
  const hasLandmarks = Number(embed?.landmarks.length) > 1;
  const tabs: [boolean, NavigationTab][] = [
    [controls.contents, { panel: 'contents', name: messages.contents }],
    [controls.marks, { panel: 'marks', name: messages.annotations }],
    [
      hasPageList || hasLandmarks,
      { panel: 'pages', name: hasPageList ? messages.pages : messages.landmarks },
    ],
  ];
  return tabs
    .filter(([isAvailable, { panel }]) => isAvailable && isKnownPanel(panel))
    .map(([, tab]) => tab);
}

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
