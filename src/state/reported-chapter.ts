import { chapterTitleAt } from './toc.ts';
import type { ReaderState } from './reader-state.ts';

/** The API takes no longer names. */
const maxNameLength = 200;

/** The chapter on screen as the publisher is told of it: its id, else its title; null when it has none. */
export function reportedChapter({ book, view, position }: ReaderState): string | null {
  if (!book || !view) return null;
  const name = book.order[view.section]?.chapter?.id ?? chapterTitleAt(book, position);
  const told = name
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    // Half of a character that was cut in two.
    .replace(/[\uD800-\uDBFF]$/, '');
  return told || null;
}
