import { html, type TemplateResult } from 'lit';
import { entryAt } from '../../reader/contents.ts';
import type { ShownBook } from '../panels.ts';
import { SvcContents } from '../svc-contents.ts';

export const elements = { 'svc-contents': SvcContents };

export function render({ state, book, text }: ShownBook): TemplateResult {
  return html`<svc-contents
    .text=${text}
    .toc=${book.toc}
    .language=${book.language}
    .current=${entryAt(book.toc, state.place)}
    .sample=${book}
  ></svc-contents>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-contents': SvcContents;
  }
}
