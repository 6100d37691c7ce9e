import { css, html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../text/messages.ts';
import { hasPanel } from './known-panels.ts';
import type { ShownBook } from './panels.ts';
import { PanelRequestEvent } from './request-events.ts';

/** The panels by which a person finds the way; they share a strip of tabs. */
export type WayTab = 'contents' | 'marks' | 'pages';

const tabs = ['contents', 'marks', 'pages'] as const satisfies readonly WayTab[];

/** The tabs that a book has, in their order. */
export function wayTabsOf({ parts, embed }: ShownBook): readonly WayTab[] {
  const isThere: Record<WayTab, boolean> = {
    contents: parts.contents,
    marks: parts.marks,
    pages: Boolean(embed && (embed.pageList.length > 0 || embed.landmarks.length > 1)),
  };
  return tabs.filter((tab) => isThere[tab] && hasPanel(tab));
}

/** The strip of tabs, for `above` of a panel's frame; nothing when there is only one. */
export function wayTabs(
  host: HTMLElement,
  by: { text: Messages; tabs: readonly WayTab[]; current: WayTab },
): TemplateResult | typeof nothing {
  const { text, tabs, current } = by;
  if (tabs.length < 2) return nothing;
  const names = { contents: text.contents, marks: text.marks, pages: text.pages };
  return html`<div class="tabs" role="group" aria-label=${text.findWay}>
    ${tabs.map(
      (tab) =>
        html`<button
          type="button"
          data-tab=${tab}
          aria-current=${tab === current ? 'true' : nothing}
          @click=${() => tab !== current && host.dispatchEvent(new PanelRequestEvent(tab))}
        >
          ${names[tab]}
        </button>`,
    )}
  </div>`;
}

export const wayTabStyles = css`
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
