import { html, nothing, type TemplateResult } from 'lit';
import type { ShownBook } from '../panels.ts';
import { SvcAbout } from '../svc-about.ts';

export const elements = { 'svc-about': SvcAbout };

export function render({ embed, text }: ShownBook): TemplateResult | typeof nothing {
  return embed
    ? html`<svc-about exportparts="panel, cover" .text=${text} .about=${embed.book}></svc-about>`
    : nothing;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-about': SvcAbout;
  }
}
