import type { Clip, Overlay, Section, Tree, TreeElement } from '../../epub/contract.ts';
import { countWords } from '../../values/count-words.ts';
import { extractSectionText } from '../text-search/section-text.ts';

/** So little is given away for an end between two paragraphs. */
const maxBlockLoss = 200;

/** Characters that a word is looked for in, on either side: no word is longer. */
const wordSearchRadius = 400;

/** Elements that mean nothing by halves. */
const indivisibleTags = new Set([
  'ruby',
  'tr',
  'svg',
  'math',
  'select',
  'audio',
  'video',
  'object',
]);
/**
 * The beginning of a section: its first `end` characters and the elements that start before them. What
 * comes behind leaves no trace in the tree, the ids and the counts.
 *
 * @param end - A place that `cutOffset` chose.
 */
export function truncateSection<Cut extends Section>(section: Cut, end: number): Cut {
  const tree = truncateTree(section.tree, end);
  const { text, rubyRanges } = extractSectionText(tree);
  return {
    ...section,
    tree,
    length: text.length,
    words: countWords(removeRanges(text, rubyRanges), section.language),
    ids: Object.fromEntries(Object.entries(section.ids).filter(([, offset]) => offset < end)),
    ...(section.overlay && { overlay: truncateOverlay(section.overlay, end) }),
  };
}

/** The tree with its first `end` characters, exactly. The root stays even when it is empty. */
export function truncateTree(
  [tag, attributes, ...children]: TreeElement,
  end: number,
): TreeElement {
  let left = end;
  return [tag, attributes, ...children.flatMap(cutNode)];

  function cutNode(node: Tree): Tree[] {
    if (left <= 0) return [];
    if (typeof node === 'string') {
      const kept = node.slice(0, left);
      left -= kept.length;
      return [kept];
    }
    const [name, own, ...inner] = node;
    return [[name, own, ...inner.flatMap(cutNode)]];
  }
}

/** Without what comes behind, and without every recording that goes on there. */
function truncateOverlay(overlay: Overlay, end: number): Overlay {
  const isInside = (clip: Clip): boolean => clip.start < end && clip.end <= end;
  const beyond = new Set(overlay.clips.filter((clip) => !isInside(clip)).map(({ src }) => src));
  // What is left lies in front of the cut: escapes lead behind the last of it at most.
  const clips = overlay.clips.filter(({ src }) => !beyond.has(src));
  const escapes = clips.map(({ escape }) => escape && Math.min(escape, clips.length));
  return { ...overlay, clips: clips.map((clip, at) => ({ ...clip, escape: escapes[at] ?? null })) };
}

function removeRanges(text: string, pieces: [number, number][]): string {
  let at = 0;
  let rest = '';
  for (const [start, end] of pieces) {
    rest += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}

/**
 * Where a section is cut so that nothing from `wanted` on is shown: behind the last block when that
 * loses less than 200 characters, else behind the last word, and never inside a ruby, a table's row or
 * what a reader takes for one character. The text's length when it is shorter.
 *
 * @param wanted - In UTF-16 code units of the text, as the result.
 */
export function findTruncationOffset(tree: Tree, language: string, wanted: number): number {
  const { text, breaks } = extractSectionText(tree);
  if (wanted >= text.length) return text.length;
  const outside = outsideRanges(indivisibleRanges(tree));
  const block = breaks.findLast((at) => at <= wanted && outside(at) === at) ?? 0;
  if (block > 0 && wanted - block < maxBlockLoss) return block;

  const from = Math.max(block, wanted - wordSearchRadius);
  const blockEnd = breaks.find((at) => at >= wanted) ?? text.length;
  const around = text.slice(from, Math.min(blockEnd, wanted + wordSearchRadius));
  const word = segmentStart(around, wanted - from, language, 'word');
  // A word that began before what was looked at has no start that could be told.
  if (word === 0) return block;
  return outside(from + segmentStart(around, word, language, 'grapheme'));
}

/** Start of the word or character that the text at an offset is in. */
function segmentStart(
  text: string,
  offset: number,
  language: string,
  granularity: 'word' | 'grapheme',
): number {
  const segments = new Intl.Segmenter(validLocale(language), { granularity }).segment(text);
  return segments.containing(offset)?.index ?? offset;
}

function validLocale(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** Takes an offset inside one of the pieces to the start of it. */
function outsideRanges(pieces: [number, number][]): (offset: number) => number {
  return (offset) => pieces.find(([start, end]) => start < offset && offset < end)?.[0] ?? offset;
}

/** `[start, end)` of the outermost elements that are whole or not at all. */
function indivisibleRanges(tree: Tree): [number, number][] {
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
    const isWhole = !isInside && indivisibleTags.has(tag);
    const start = length;
    for (const child of children) walk(child, isInside || isWhole);
    if (isWhole) pieces.push([start, length]);
  }
}
