import type { PageListEntry } from '../../server/epub/contract.ts';
import type { TextPosition } from './progress.ts';

/** The printed page that a place is on; null before the first, and in books that tell of none. */
export function printedPageAt(
  pages: readonly PageListEntry[],
  { section, offset }: TextPosition,
): PageListEntry | null {
  let found: PageListEntry | null = null;
  for (const page of pages) {
    if (page.section > section) continue;
    if (page.section === section && page.offset > offset) continue;
    const isLater =
      !found ||
      page.section > found.section ||
      (page.section === found.section && page.offset >= found.offset);
    if (isLater) found = page;
  }
  return found;
}

/** The page of that number, however it is written; null when there is none. */
export function findPrintedPage(
  pages: readonly PageListEntry[],
  label: string,
): PageListEntry | null {
  const wanted = foldLabel(label);
  return pages.find(({ title }) => foldLabel(title) === wanted) ?? null;
}

function foldLabel(label: string): string {
  return label
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, toAsciiDigit);
}

/** The digits of a script stand in a row, from zero to nine. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
