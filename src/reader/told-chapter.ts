import { chapterAt } from './contents.ts';
import type { ReaderState } from './state.ts';

/** The API takes no longer names. */
const longestName = 200;

/** The chapter on screen as the publisher is told of it: its id, else its title; null when it has none. */
export function toldChapter({ book, view, place }: ReaderState): string | null {
  if (!book || !view) return null;
  const name = book.order[view.section]?.chapter?.id ?? chapterAt(book, place);
  const told = name
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    // Half of a character that was cut in two.
    .replace(/[\uD800-\uDBFF]$/, '');
  return told || null;
}
