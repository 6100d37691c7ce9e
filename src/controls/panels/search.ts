import { html, type TemplateResult } from 'lit';
import type { SearchHit } from '../../../server/reader/contract.ts';
import { chapterAt } from '../../reader/contents.ts';
import type { OpenBook } from '../../reader/state.ts';
import type { ShownBook } from '../panels.ts';
import { SvcSearch } from '../svc-search.ts';

export const elements = { 'svc-search': SvcSearch };

export function render({ state, book, text }: ShownBook): TemplateResult {
  return html`<svc-search
    exportparts="panel, field, hit"
    .text=${text}
    .search=${state.search}
    .chapterOf=${chapterOf(book)}
    .language=${book.language}
  ></svc-search>`;
}

const known = new WeakMap<OpenBook, (hit: SearchHit) => string>();

/** The same function for the same book: what it is handed to renders anew for another one. */
function chapterOf(book: OpenBook): (hit: SearchHit) => string {
  const titles = new WeakMap<SearchHit, string>();
  const find = (hit: SearchHit): string => {
    const { chapter, section, start } = hit;
    const at = chapter ? book.order.findIndex((item) => item.chapter?.id === chapter) : section;
    const title = titles.get(hit) ?? chapterAt(book, { section: at, offset: start });
    titles.set(hit, title);
    return title;
  };
  const found = known.get(book) ?? find;
  known.set(book, found);
  return found;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-search': SvcSearch;
  }
}
