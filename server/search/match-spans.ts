import type { BookSearchPage, TextSpan } from './contract.ts';
import { tokenize } from './tokenize.ts';

/** Returns the ranges of matched words in a string. Adjacent ranges are merged. */
export function findMatchSpans(
  text: string,
  { words, prefixes }: BookSearchPage['matched'],
): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { word, start, end, kind } of tokenize(text)) {
    const isMatched = words.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
    if (!isMatched || kind === 'last') continue;
    const last = spans.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}
