import type { Quote } from './mark.ts';

/** UTF-16 code units. */
const most = 60;

/** Where a bookmark stands: the first words there, whole and in one line, with an ellipsis where the sentence goes on. */
export function firstWords({ exact, suffix }: Quote): string {
  const text = exact + suffix;
  const limit = Math.min(exact.length, most);
  if (text.trimEnd().length <= limit) return oneLine(text);
  let end = 0;
  // Words of Chinese and Japanese have no spaces between them.
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (index > limit) break;
    end = index;
  }
  const words = oneLine(text.slice(0, end)).replace(/[\s\p{Ps}\p{Pi}\p{Pd},;:،؛、，；：]+$/u, '');
  if (/[.!?…؟。！？]\p{P}*$/u.test(words)) return words;
  return `${words || oneLine(text.slice(0, limit))}…`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
