import { html, type TemplateResult } from 'lit';
import type { Mark } from '../../marks/mark.ts';
import { noMarks } from '../../marks/marks-state.ts';
import { chapterAt } from '../../reader/contents.ts';
import type { ShownBook } from '../panels.ts';
import { SvcMarks } from '../svc-marks.ts';
import { wayTabsOf } from '../way-tabs.ts';

export const elements = { 'svc-marks': SvcMarks };

export function render(view: ShownBook): TemplateResult {
  const { state, book, text } = view;
  const chapterOf = ({ section, start, heading }: Mark) =>
    chapterAt(book, { section, offset: start }) || heading;
  return html`<svc-marks
    exportparts="panel"
    .text=${text}
    .language=${book.language}
    .marks=${state.marks ?? noMarks}
    .chapterOf=${chapterOf}
    .tabs=${wayTabsOf(view)}
  ></svc-marks>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-marks': SvcMarks;
  }
}
