import type { TextPosition } from './progress.ts';

/**
 * Returns a URL fragment that links to a position in a book. Other parts of the fragment, such as
 * positions in other books, are kept.
 *
 * @param previousBook - The book that this reader opened before. Its position is removed.
 */
export function withDeepLink(
  fragment: string,
  book: string,
  { section, offset, chapter }: TextPosition & { chapter?: string },
  previousBook = book,
): string {
  const key = `svc=${encodeURIComponent(book)}:`;
  const removed = [book, previousBook].flatMap((name) => [
    `svc=${encodeURIComponent(name)}:`,
    `svc=${name}:`,
  ]);
  const others = fragment
    .replace(/^#/, '')
    .split('&')
    .filter((one) => one && !removed.some((start) => one.startsWith(start)));
  return [...others, `${key}${chapter ?? section}:${offset}`].join('&');
}
