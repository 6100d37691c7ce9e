import { html, type TemplateResult } from 'lit';
import { menuItems } from '../menu-items.ts';
import type { ShownBook } from '../panels.ts';
import { SvcMenu } from '../svc-menu.ts';

export const elements = { 'svc-menu': SvcMenu };

export function render(view: ShownBook): TemplateResult {
  const items = menuItems.filter(({ isShown }) => isShown(view));
  return html`<svc-menu exportparts="panel, item" .text=${view.text} .items=${items}></svc-menu>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-menu': SvcMenu;
  }
}
