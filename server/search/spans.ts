import { tokensOf } from '../text/tokens.ts';
import type { BookPage, TextSpan } from './contract.ts';

/** Where matched words are in a text; pieces that touch are one. */
export function spansOf(text: string, { words, prefixes }: BookPage['matched']): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { word, start, end, kind } of tokensOf(text)) {
    const isMatched = words.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
    if (!isMatched || kind === 'last') continue;
    const last = spans.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}
