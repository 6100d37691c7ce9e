import { html, type TemplateResult } from 'lit';
import type { ShownPages } from '../panels.ts';
import { SvcHelp } from '../svc-help.ts';

export const elements = { 'svc-help': SvcHelp };

export function render({ state, book, text, parts, page }: ShownPages): TemplateResult {
  return html`<svc-help
    exportparts="panel"
    .text=${text}
    .progression=${book.progression}
    .mode=${page.pages?.mode ?? 'pages'}
    .parts=${parts}
    .hasShortcuts=${state.settings.shortcuts}
  ></svc-help>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-help': SvcHelp;
  }
}
