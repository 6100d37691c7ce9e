import type { PageListEntry } from '../../server/epub/contract.ts';
import type { TextPosition } from './progress.ts';

/**
 * Returns the printed page at a position, or null before the first page and in books without a page
 * list.
 */
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

/**
 * Returns the page with a label, or null if there is none. The comparison ignores case and digit
 * form.
 */
export function findPrintedPage(
  pages: readonly PageListEntry[],
  label: string,
): PageListEntry | null {
  const folded = foldLabel(label);
  return pages.find(({ title }) => foldLabel(title) === folded) ?? null;
}

function foldLabel(label: string): string {
  return label
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, toAsciiDigit);
}

/**
 * Converts a digit in any script. Unicode encodes each script's digits contiguously, from 0 to 9.
 */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
