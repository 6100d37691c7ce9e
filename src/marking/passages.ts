import { blockOf, isReading } from '../page/read-text.ts';
import type { TextIndex } from '../page/text-index.ts';

/** A stretch of a section, as text offsets. */
export interface Stretch {
  start: number;
  end: number;
}

/** Code units around what is on screen in which its first and last paragraphs are looked for. */
const around = 4000;

/** The sentences of which a part is on screen, each whole; no sentence goes over a paragraph’s end. */
export function sentencesOn(text: TextIndex, shown: Stretch): Stretch[] {
  return paragraphsOn(text, shown)
    .flatMap((paragraph) => segmentsOf(paragraph, 'sentence'))
    .filter(({ start, end }) => end > shown.start && start < shown.end);
}

/** The words that begin on screen. */
export function wordsOn(text: TextIndex, shown: Stretch): Stretch[] {
  return paragraphsOn(text, shown)
    .flatMap((paragraph) => segmentsOf(paragraph, 'word'))
    .filter(({ start }) => start >= shown.start && start < shown.end);
}

interface Paragraph {
  start: number;
  text: string;
}

function paragraphsOn(text: TextIndex, shown: Stretch): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let block: Element | null | undefined;
  for (const { node, start } of text.from(Math.max(0, shown.start - around))) {
    const own = blockOf(node);
    const last = paragraphs.at(-1);
    if (start >= shown.end + around || (start >= shown.end && own !== block)) break;
    const piece = isReading(node) ? ' '.repeat(node.length) : node.data;
    if (last && own === block) last.text = last.text.padEnd(start - last.start) + piece;
    else paragraphs.push({ start, text: piece });
    block = own;
  }
  return paragraphs;
}

/** Without the white space around them, and without what is none: a row of stars, a lone dash. */
function segmentsOf(paragraph: Paragraph, granularity: 'sentence' | 'word'): Stretch[] {
  const segments = new Intl.Segmenter(undefined, { granularity }).segment(paragraph.text);
  return [...segments].flatMap(({ index, segment }) => {
    if (!/[\p{L}\p{N}]/u.test(segment)) return [];
    const start = paragraph.start + index + segment.length - segment.trimStart().length;
    return [{ start, end: start + segment.trim().length }];
  });
}
