import { fractionRead, type TextPosition } from './progress.ts';
import type { OpenBook, PageView } from './reader-state.ts';
import { chapterTitleAt } from './toc.ts';

/** The page on screen as reported by events and controls. */
export interface ShownPage {
  /** Title of the innermost table of contents entry, or empty before the first entry. */
  chapter: string;
  isNewChapter: boolean;
  /** Share of the book read so far, 0–1. */
  fraction: number;
  /** Key that is equal for two reports of the same page. */
  key: string;
}

export const noPage: ShownPage = { chapter: '', isNewChapter: false, fraction: 0, key: '' };

export function describeShownPage(
  book: OpenBook,
  view: PageView,
  position: TextPosition,
  before: ShownPage,
): ShownPage {
  const chapter = chapterTitleAt(book, position);
  const fraction = fractionRead(book.measure, view, book.end);
  const key = `${[view.section, view.page, view.pages, position.offset, fraction]}`;
  return { chapter, isNewChapter: chapter !== before.chapter, fraction, key };
}
