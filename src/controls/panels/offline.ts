import { html, nothing, type TemplateResult } from 'lit';
import type { ShownBook } from '../panels.ts';
import { SvcOffline } from '../svc-offline.ts';

export const elements = { 'svc-offline': SvcOffline };

export function render({ state, book, text }: ShownBook): TemplateResult | typeof nothing {
  const { offline } = state;
  if (!offline) return nothing;
  return html`<svc-offline
    exportparts="panel"
    .text=${text}
    .offline=${offline}
    .bookId=${book.id}
    .isSample=${book.end !== null}
  ></svc-offline>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-offline': SvcOffline;
  }
}
