import type { TextPosition } from './progress.ts';

/**
 * The fragment of an address that leads to a place of a book; places in other books stay in it, as does
 * what the page around has there.
 *
 * @param left - The book that was open there before: its place goes.
 */
export function withDeepLink(
  fragment: string,
  book: string,
  { section, offset, chapter }: TextPosition & { chapter?: string },
  left = book,
): string {
  const own = `svc=${encodeURIComponent(book)}:`;
  const gone = [book, left].flatMap((name) => [`svc=${encodeURIComponent(name)}:`, `svc=${name}:`]);
  const others = fragment
    .replace(/^#/, '')
    .split('&')
    .filter((one) => one && !gone.some((start) => one.startsWith(start)));
  return [...others, `${own}${chapter ?? section}:${offset}`].join('&');
}
