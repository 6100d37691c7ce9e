import { chapterTitleAt } from './toc.ts';
import type { ReaderState } from './reader-state.ts';

/** Limit of the API, in UTF-16 code units. */
const maxNameLength = 200;

/** The chapter on screen for analytics: its id, else its title; null if it has neither. */
export function reportedChapter({ book, view, position }: ReaderState): string | null {
  if (!book || !view) return null;
  const name = book.order[view.section]?.chapter?.id ?? chapterTitleAt(book, position);
  const reported = name
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    // Removes a surrogate whose pair was cut in two.
    .replace(/[\uD800-\uDBFF]$/, '');
  return reported || null;
}
