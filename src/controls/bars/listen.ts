import { html, nothing, type TemplateResult } from 'lit';
import type { ShownBook } from '../panels.ts';
import { SvcPlayer } from '../svc-player.ts';

export const elements = { 'svc-player': SvcPlayer };

export function render({ state, text }: ShownBook): TemplateResult | typeof nothing {
  const { listening } = state;
  if (!listening) return nothing;
  return html`<svc-player exportparts="player" .text=${text} .listening=${listening}></svc-player>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-player': SvcPlayer;
  }
}
