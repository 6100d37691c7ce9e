import { html, nothing, type TemplateResult } from 'lit';
import { chapterMarks, type ChapterMark } from '../reader/chapter-marks.ts';
import { chapterAt } from '../reader/contents.ts';
import { printedPageAt } from '../reader/printed-pages.ts';
import { fractionAt, fractionRead, placeAt, positionAt } from '../reader/progress.ts';
import { minutesLeft } from '../reader/reading-time.ts';
import type { OpenBook } from '../reader/state.ts';
import type { ChromeView } from './chrome.ts';
import type { PlacePreview } from './svc-progress.ts';

/** The same list as long as the book is the same: it is drawn once. */
const marksOf = new WeakMap<OpenBook, readonly ChapterMark[]>();

/** The line below the pages. */
export function progress(view: ChromeView): TemplateResult | typeof nothing {
  const { state, text, parts, embed } = view;
  const { book, view: page, panel, settings, paces } = state;
  if (!book || !page || !parts.progress) return nothing;
  const marks = marksOf.get(book) ?? chapterMarks(book);
  marksOf.set(book, marks);
  const previewAt = (fraction: number): PlacePreview => {
    const place = placeAt(book.measure, fraction);
    const printed = printedPageAt(embed?.pageList ?? [], place);
    return { chapter: chapterAt(book, place), page: printed?.title ?? '' };
  };
  const isAtEnd = panel === 'sample-end';
  return html`<svc-progress
    exportparts="button, track, tick, end, preview, told"
    part="progress"
    .text=${text}
    .marks=${marks}
    .previewAt=${previewAt}
    .view=${{
      fraction: fractionRead(book.measure, page, book.end),
      page: page.page + 1,
      pages: page.pages,
      position: positionAt(book.measure, { section: page.section, offset: page.start }),
      positions: book.measure.total,
      isFirst: page.isFirst && !isAtEnd,
      isLast: isAtEnd || (page.isLast && !book.end),
      end: book.end && fractionAt(book.measure, book.end),
      progression: book.progression,
      language: book.language,
      reading: settings.reading,
      minutes: minutesLeft(book, page, paces),
    }}
  ></svc-progress>`;
}
