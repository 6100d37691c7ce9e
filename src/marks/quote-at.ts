import { readText } from '../page/read-text.ts';
import type { TextIndex } from '../page/text-index.ts';
import { contextLength, longestQuote, type Quote } from './mark.ts';

/** The words of a stretch of a section, and what stands around them. */
export function quoteAt(text: TextIndex, start: number, end: number): Quote {
  return {
    exact: readText(text, start, end).slice(0, longestQuote),
    prefix: readText(text, Math.max(0, start - contextLength), start),
    suffix: readText(text, end, end + contextLength),
  };
}
