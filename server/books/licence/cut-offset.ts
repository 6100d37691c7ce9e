import type { Tree } from '../../epub/contract.ts';
import { sectionText } from '../text/section-text.ts';

/** So little is given away for an end between two paragraphs. */
const mostLostToBlock = 200;
/** Characters that a word is looked for in, on either side: no word is longer. */
const wordReach = 400;

/** Elements that mean nothing by halves. */
const whole = new Set(['ruby', 'tr', 'svg', 'math', 'select', 'audio', 'video', 'object']);

/**
 * Where a section is cut so that nothing from `wanted` on is shown: behind the last block when that
 * loses less than 200 characters, else behind the last word, and never inside a ruby, a table's row or
 * what a reader takes for one character. The text's length when it is shorter.
 *
 * @param wanted - In UTF-16 code units of the text, as the result.
 */
export function cutOffset(tree: Tree, language: string, wanted: number): number {
  const { text, breaks } = sectionText(tree);
  if (wanted >= text.length) return text.length;
  const outside = outsideOf(wholePieces(tree));
  const block = breaks.findLast((at) => at <= wanted && outside(at) === at) ?? 0;
  if (block > 0 && wanted - block < mostLostToBlock) return block;

  const from = Math.max(block, wanted - wordReach);
  const blockEnd = breaks.find((at) => at >= wanted) ?? text.length;
  const around = text.slice(from, Math.min(blockEnd, wanted + wordReach));
  const word = startOf(around, wanted - from, language, 'word');
  // A word that began before what was looked at has no start that could be told.
  if (word === 0) return block;
  return outside(from + startOf(around, word, language, 'grapheme'));
}

/** Start of the word or character that the text at an offset is in. */
function startOf(
  text: string,
  offset: number,
  language: string,
  granularity: 'word' | 'grapheme',
): number {
  const segments = new Intl.Segmenter(localeOf(language), { granularity }).segment(text);
  return segments.containing(offset)?.index ?? offset;
}

function localeOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** Takes an offset inside one of the pieces to the start of it. */
function outsideOf(pieces: [number, number][]): (offset: number) => number {
  return (offset) => pieces.find(([start, end]) => start < offset && offset < end)?.[0] ?? offset;
}

/** `[start, end)` of the outermost elements that are whole or not at all. */
function wholePieces(tree: Tree): [number, number][] {
  const pieces: [number, number][] = [];
  let length = 0;
  walk(tree, false);
  return pieces;

  function walk(node: Tree, isInside: boolean): void {
    if (typeof node === 'string') {
      length += node.length;
      return;
    }
    const [tag, , ...children] = node;
    const isWhole = !isInside && whole.has(tag);
    const start = length;
    for (const child of children) walk(child, isInside || isWhole);
    if (isWhole) pieces.push([start, length]);
  }
}
