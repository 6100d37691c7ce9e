import { html, type TemplateResult } from 'lit';
import { entryAt } from '../../reader/contents.ts';
import { fractionAt } from '../../reader/progress.ts';
import type { ShownBook } from '../panels.ts';
import { SvcContents } from '../svc-contents.ts';
import { wayTabsOf } from '../way-tabs.ts';

export const elements = { 'svc-contents': SvcContents };

export function render(view: ShownBook): TemplateResult {
  const { state, book, text } = view;
  return html`<svc-contents
    exportparts="panel, entry"
    .text=${text}
    .toc=${book.toc}
    .language=${book.language}
    .current=${entryAt(book.toc, state.place)}
    .sample=${book}
    .tabs=${wayTabsOf(view)}
    .shareOf=${(place: { section: number; offset: number }) => fractionAt(book.measure, place)}
  ></svc-contents>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-contents': SvcContents;
  }
}
