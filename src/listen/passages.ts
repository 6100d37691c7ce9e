import type { Passage } from './narrator.ts';

/** What a listener may want passed over (EPUB Reading Systems 3.3, 9.3.2). */
const asides = new Set([
  'pagebreak',
  'footnote',
  'endnote',
  'rearnote',
  'footnotes',
  'endnotes',
  'rearnotes',
  'note',
  'annotation',
  'noteref',
]);

export function isAside({ types }: Passage): boolean {
  return types.some((type) => asides.has(type));
}

/** Index of the first passage that goes on behind a text offset; the number of them when none does. */
export function passageAt(passages: readonly Passage[], offset: number): number {
  const found = passages.findIndex(({ start, end }) => end > offset || start >= offset);
  return found === -1 ? passages.length : found;
}

/** The next passage to be spoken from an index on, in either direction; null when there is none. */
export function nextSpoken(
  passages: readonly Passage[],
  from: number,
  step: 1 | -1,
  skipsAsides: boolean,
): number | null {
  for (let at = from; at >= 0 && at < passages.length; at += step) {
    const passage = passages[at];
    if (passage && !(skipsAsides && isAside(passage))) return at;
  }
  return null;
}
