import type { Tree, TreeElement } from '../epub/contract.ts';
import type { SectionContent } from './contract.ts';

/**
 * Minimum length, in code units, of a section sent in parts. Shorter sections are sent complete,
 * and the reader lays out longer ones in steps.
 */
const minPartialUnits = 100_000;
/**
 * Number of code units sent after the requested position. More than the reader's first layout
 * needs.
 */
const lookaheadUnits = 32_000;
/** Minimum length, in code units, of a remainder that justifies a second request. */
const minRemainderUnits = 32_000;
/** Container elements. A tree is truncated only between their children. */
const divisibleTags = new Set(['div', 'section', 'article', 'main']);
const maxDepth = 16;

/**
 * Truncates a long section after a block that ends beyond a position. Returns the section unchanged
 * if the remainder would be short or the position does not exist. Only the tree is truncated.
 * Lengths, ids and styles remain those of the complete section.
 *
 * @param position - Text offset, or the id of an element.
 */
export function partialSection(section: SectionContent, position: number | string): SectionContent {
  const minEnd = offsetOf(section, position) + lookaheadUnits;
  const isLong = section.layout === 'reflowable' && section.length > minPartialUnits;
  // A chapter can change before the rest is requested.
  if (!isLong || section.chapter || minEnd + minRemainderUnits > section.length) return section;
  const { tree, end } = truncateTree(section.tree, minEnd, 0, 0);
  if (end + minRemainderUnits > section.length) return section;
  return { ...section, tree, partEnd: end };
}

/** Returns Infinity if the element does not exist. */
function offsetOf({ ids }: SectionContent, position: number | string): number {
  if (typeof position === 'number') return position;
  return Object.hasOwn(ids, position) ? (ids[position] ?? Infinity) : Infinity;
}

interface TruncatedTree {
  tree: TreeElement;
  /** Returns the text offset at which the tree ends. */
  end: number;
}

function truncateTree(
  tree: TreeElement,
  minEnd: number,
  start: number,
  depth: number,
): TruncatedTree {
  const [tag, attributes, ...children] = tree;
  let end = start;
  if (!isDivisible(tree) || depth > maxDepth) return { tree, end: start + textLength(tree) };
  for (const [at, child] of children.entries()) {
    if (end >= minEnd) return { tree: [tag, attributes, ...children.slice(0, at)], end };
    const after = end + textLength(child);
    if (after > minEnd && typeof child !== 'string') {
      const inner = truncateTree(child, minEnd, end, depth + 1);
      const before = children.slice(0, at);
      if (inner.end < after)
        return { tree: [tag, attributes, ...before, inner.tree], end: inner.end };
    }
    end = after;
  }
  return { tree, end };
}

/** An element with text directly between its blocks cannot be divided. */
function isDivisible([tag, , ...children]: TreeElement): boolean {
  const isBareText = (child: Tree) => typeof child === 'string' && child.trim() !== '';
  return divisibleTags.has(tag) && !children.some(isBareText);
}

function textLength(node: Tree): number {
  if (typeof node === 'string') return node.length;
  const [, , ...children] = node;
  return children.reduce((sum, child) => sum + textLength(child), 0);
}
