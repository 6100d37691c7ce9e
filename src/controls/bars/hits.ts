import { html, nothing, type TemplateResult } from 'lit';
import type { ShownBook } from '../panels.ts';
import { SvcHits } from '../svc-hits.ts';

export const elements = { 'svc-hits': SvcHits };

export function render({ state, text }: ShownBook): TemplateResult | typeof nothing {
  const { search } = state;
  if (!search?.current) return nothing;
  const { query, total, current } = search;
  const view = { query, total, hit: current.index + 1 };
  return html`<svc-hits exportparts="hits" .text=${text} .view=${view}></svc-hits>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-hits': SvcHits;
  }
}
