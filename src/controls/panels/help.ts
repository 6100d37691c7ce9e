import { html, type TemplateResult } from 'lit';
import type { ShownBook } from '../panels.ts';
import { SvcHelp } from '../svc-help.ts';

export const elements = { 'svc-help': SvcHelp };

export function render({ state, book, text, parts }: ShownBook): TemplateResult {
  return html`<svc-help
    exportparts="panel"
    .text=${text}
    .progression=${book.progression}
    .parts=${parts}
    .hasShortcuts=${state.settings.shortcuts}
  ></svc-help>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-help': SvcHelp;
  }
}
