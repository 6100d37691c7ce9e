import type { Place } from './progress.ts';

/** The fragment of an address that leads to a place of a book; places in other books stay in it. */
export function fragmentOf(
  fragment: string,
  book: string,
  { section, offset, chapter }: Place & { chapter?: string },
): string {
  const own = `svc=${encodeURIComponent(book)}:`;
  const others = fragment
    .replace(/^#/, '')
    .split('&')
    .filter((one) => one.includes('=') && !one.startsWith(own) && !one.startsWith(`svc=${book}:`));
  return [...others, `${own}${chapter ?? section}:${offset}`].join('&');
}
