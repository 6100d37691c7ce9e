import type { Clip, Overlay, Section, Tree, TreeElement } from '../../epub/contract.ts';
import { countWords } from '../../values/count-words.ts';
import { extractSectionText } from '../text-search/section-text.ts';

/** Maximum number of characters dropped to end a sample at a paragraph boundary. */
const maxBlockLoss = 200;

/** Number of characters searched on either side for a word's boundaries. No word is longer. */
const wordSearchRadius = 400;

/** Elements that cannot be divided. */
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
 * Returns the beginning of a section with its first `end` characters and the elements that start
 * before their end. Removes the rest from the tree, the ids and the counts.
 *
 * @param end - An offset returned by `findTruncationOffset`.
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

/** Truncates the tree to exactly `end` characters. Keeps the root element even if it is empty. */
export function truncateTree(
  [tag, attributes, ...children]: TreeElement,
  end: number,
): TreeElement {
  let left = end;
  return [tag, attributes, ...children.flatMap(cutNode)];

  function cutNode(node: Tree): Tree[] {
    if (left <= 0) return [];
    if (typeof node === 'string') {
      const part = node.slice(0, left);
      left -= part.length;
      return [part];
    }
    const [name, own, ...inner] = node;
    return [[name, own, ...inner.flatMap(cutNode)]];
  }
}

/** Removes the clips after the cut and every recording that continues after it. */
function truncateOverlay(overlay: Overlay, end: number): Overlay {
  const isInside = (clip: Clip): boolean => clip.start < end && clip.end <= end;
  const beyond = new Set(overlay.clips.filter((clip) => !isInside(clip)).map(({ src }) => src));
  // The remaining clips precede the cut, so an escape points at most one past the last clip.
  const clips = overlay.clips.filter(({ src }) => !beyond.has(src));
  const escapes = clips.map(({ escape }) => escape && Math.min(escape, clips.length));
  return { ...overlay, clips: clips.map((clip, at) => ({ ...clip, escape: escapes[at] ?? null })) };
}

function removeRanges(text: string, ranges: [number, number][]): string {
  let at = 0;
  let rest = '';
  for (const [start, end] of ranges) {
    rest += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}

/**
 * Returns the offset at which a section must be cut to hide everything from `limit` on. The cut is
 * after the last complete block if that drops fewer than 200 characters, otherwise after the last
 * complete word. It is never inside a ruby, a table row or a grapheme cluster. Returns the text's
 * length if the text is shorter.
 *
 * @param limit - In UTF-16 code units from the start of the text, like the result.
 */
export function findTruncationOffset(tree: Tree, language: string, limit: number): number {
  const { text, breaks } = extractSectionText(tree);
  if (limit >= text.length) return text.length;
  const outside = outsideRanges(indivisibleRanges(tree));
  const block = breaks.findLast((at) => at <= limit && outside(at) === at) ?? 0;
  if (block > 0 && limit - block < maxBlockLoss) return block;

  const from = Math.max(block, limit - wordSearchRadius);
  const blockEnd = breaks.find((at) => at >= limit) ?? text.length;
  const around = text.slice(from, Math.min(blockEnd, limit + wordSearchRadius));
  const word = segmentStart(around, limit - from, language, 'word');
  // The word may start before the searched range, so its start is unknown.
  if (word === 0) return block;
  return outside(from + segmentStart(around, word, language, 'grapheme'));
}

/** Returns the start of the word or grapheme that contains an offset. */
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

/** Moves an offset inside one of the ranges to its start. */
function outsideRanges(ranges: [number, number][]): (offset: number) => number {
  return (offset) => ranges.find(([start, end]) => start < offset && offset < end)?.[0] ?? offset;
}

/** Returns the ranges `[start, end)` of the outermost indivisible elements. */
function indivisibleRanges(tree: Tree): [number, number][] {
  const ranges: [number, number][] = [];
  let length = 0;
  walk(tree, false);
  return ranges;

  function walk(node: Tree, isInside: boolean): void {
    if (typeof node === 'string') {
      length += node.length;
      return;
    }
    const [tag, , ...children] = node;
    const isWhole = !isInside && indivisibleTags.has(tag);
    const start = length;
    for (const child of children) walk(child, isInside || isWhole);
    if (isWhole) ranges.push([start, length]);
  }
}
