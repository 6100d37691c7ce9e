import { blockElementOf, withoutRuby } from '../../rendition/section/read-text.ts';
import type { TextIndex } from '../../rendition/section/text-index.ts';

/** A range in a section, as text offsets. */
export interface OffsetRange {
  start: number;
  end: number;
}

/** Number of code units around the visible range that are searched for paragraph boundaries. */
const contextUnits = 4000;

/**
 * Returns all sentences that are at least partly visible, in full. No sentence crosses the end of a
 * paragraph.
 */
export function sentencesOn(text: TextIndex, shown: OffsetRange): OffsetRange[] {
  return paragraphsOn(text, shown)
    .flatMap((paragraph) => segmentsOf(paragraph, 'sentence'))
    .filter(({ start, end }) => end > shown.start && start < shown.end);
}

/** Returns the words that begin in the visible range. */
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
  for (const run of text.from(Math.max(0, shown.start - contextUnits))) {
    const { start } = run;
    const ownBlock = blockElementOf(run.node);
    const last = paragraphs.at(-1);
    if (start >= shown.end + contextUnits || (start >= shown.end && ownBlock !== block)) break;
    const piece = withoutRuby(run);
    if (last && ownBlock === block) last.text = last.text.padEnd(start - last.start) + piece;
    else paragraphs.push({ start, text: piece });
    block = ownBlock;
  }
  return paragraphs;
}

/** Splits a paragraph into trimmed segments, skipping those without letters or digits. */
function segmentsOf(paragraph: TextParagraph, granularity: 'sentence' | 'word'): OffsetRange[] {
  const segments = new Intl.Segmenter(undefined, { granularity }).segment(paragraph.text);
  return [...segments].flatMap(({ index, segment }) => {
    if (!/[\p{L}\p{N}]/u.test(segment)) return [];
    const start = paragraph.start + index + segment.length - segment.trimStart().length;
    return [{ start, end: start + segment.trim().length }];
  });
}
