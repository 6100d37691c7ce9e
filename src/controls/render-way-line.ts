import { html, nothing, type TemplateResult } from 'lit';
import { chapterAt } from '../reader/contents.ts';
import { fractionAt } from '../reader/progress.ts';
import type { ShownBook } from './panels.ts';
import { SvcWayLine } from './svc-way-line.ts';

export const elements = { 'svc-way-line': SvcWayLine };

export function render({ state, book, text, chapter }: ShownBook): TemplateResult | typeof nothing {
  const { line } = state;
  if (!line) return nothing;
  if (line.kind === 'link') {
    const told = line.isCopied ? text.linkCopied : text.linkNotCopied;
    return html`<svc-way-line
      exportparts="line"
      .text=${text}
      .told=${told}
      .action=${''}
      .isBack=${false}
    ></svc-way-line>`;
  }
  const title = chapterAt(book, line.place);
  if (line.kind === 'resume') {
    const told = text.readOn(title, fractionAt(book.measure, line.place), line.device);
    return html`<svc-way-line
      exportparts="line"
      .text=${text}
      .told=${told}
      .action=${text.goThere}
      .isBack=${false}
    ></svc-way-line>`;
  }
  const isElsewhere = title !== '' && title !== chapter;
  return html`<svc-way-line
    exportparts="line"
    .text=${text}
    .told=${''}
    .action=${isElsewhere ? text.backTo(title) : text.backToPage(text.number(line.page))}
    .isBack=${true}
  ></svc-way-line>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-way-line': SvcWayLine;
  }
}
