import { blockElementOf, isRubyText } from '../../rendition/section/read-text.ts';
import type { TextIndex } from '../../rendition/section/text-index.ts';

/** A stretch of a section, as text offsets. */
export interface OffsetRange {
  start: number;
  end: number;
}

/** Code units around what is on screen in which its first and last paragraphs are looked for. */
const contextUnits = 4000;

/** The sentences of which a part is on screen, each whole; no sentence goes over a paragraph’s end. */
export function sentencesOn(text: TextIndex, shown: OffsetRange): OffsetRange[] {
  return paragraphsOn(text, shown)
    .flatMap((paragraph) => segmentsOf(paragraph, 'sentence'))
    .filter(({ start, end }) => end > shown.start && start < shown.end);
}

/** The words that begin on screen. */
export function wordsOn(text: TextIndex, shown: OffsetRange): OffsetRange[] {
  return paragraphsOn(text, shown)
    .flatMap((paragraph) => segmentsOf(paragraph, 'word'))
    .filter(({ start }) => start >= shown.start && start < shown.end);
}

interface TextParagraph {
  start: number;
  text: string;
}

function paragraphsOn(text: TextIndex, shown: OffsetRange): TextParagraph[] {
  const paragraphs: TextParagraph[] = [];
  let block: Element | null | undefined;
  for (const { node, start } of text.from(Math.max(0, shown.start - contextUnits))) {
    const own = blockElementOf(node);
    const last = paragraphs.at(-1);
    if (start >= shown.end + contextUnits || (start >= shown.end && own !== block)) break;
    const piece = isRubyText(node) ? ' '.repeat(node.length) : node.data;
    if (last && own === block) last.text = last.text.padEnd(start - last.start) + piece;
    else paragraphs.push({ start, text: piece });
    block = own;
  }
  return paragraphs;
}

/** Without the white space around them, and without what is none: a row of stars, a lone dash. */
function segmentsOf(paragraph: TextParagraph, granularity: 'sentence' | 'word'): OffsetRange[] {
  const segments = new Intl.Segmenter(undefined, { granularity }).segment(paragraph.text);
  return [...segments].flatMap(({ index, segment }) => {
    if (!/[\p{L}\p{N}]/u.test(segment)) return [];
    const start = paragraph.start + index + segment.length - segment.trimStart().length;
    return [{ start, end: start + segment.trim().length }];
  });
}
