import { html, type TemplateResult } from 'lit';
import { printedPageAt } from '../../reader/printed-pages.ts';
import type { ShownBook } from '../panels.ts';
import { SvcPages } from '../svc-pages.ts';
import { wayTabsOf } from '../way-tabs.ts';

export const elements = { 'svc-pages': SvcPages };

export function render(view: ShownBook): TemplateResult {
  const { state, book, text, embed } = view;
  const pages = embed?.pageList ?? [];
  return html`<svc-pages
    exportparts="panel"
    .text=${text}
    .language=${book.language}
    .pages=${pages}
    .landmarks=${embed?.landmarks ?? []}
    .current=${printedPageAt(pages, state.place)}
    .sample=${book}
    .tabs=${wayTabsOf(view)}
  ></svc-pages>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-pages': SvcPages;
  }
}
