import { chapterTitleAt } from './toc.ts';
import type { ReaderState } from './reader-state.ts';

/** Maximum length allowed by the API, in UTF-16 code units. */
const maxNameLength = 200;

/**
 * Returns the chapter on screen for analytics. This is its id or, without one, its title, or null
 * if it has neither.
 */
export function reportedChapter({ book, view, position }: ReaderState): string | null {
  if (!book || !view) return null;
  const name = book.order[view.section]?.chapter?.id ?? chapterTitleAt(book, position);
  const reported = name
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    // Remove a surrogate whose pair was split.
    .replace(/[\uD800-\uDBFF]$/, '');
  return reported || null;
}
