import type { Tree, TreeElement } from '../epub/contract.ts';
import type { SectionContent } from './contract.ts';

/** Sections with less text, in code units, come whole: the component lays longer ones out bit by bit. */
const minPartialUnits = 100_000;
/** What comes behind the place that is asked for: more than a reader's first layout takes. */
const lookaheadUnits = 32_000;
/** Less than this is not worth a request of its own. */
const minRemainderUnits = 32_000;
/** What authors cut their texts into: a tree breaks off between the children of these alone. */
const divisibleTags = new Set(['div', 'section', 'article', 'main']);
const maxDepth = 16;

/**
 * The beginning of a long section, up to the end of a block some way behind a place; the section itself
 * where that is nearly all of it, or the place is not there. What is left out is in the tree alone: lengths, ids and styles are those
 * of the whole.
 */
export function partialSection(section: SectionContent, place: number | string): SectionContent {
  const wanted = offsetOf(section, place) + lookaheadUnits;
  const isLong = section.layout === 'reflowable' && section.length > minPartialUnits;
  // Chapters may be another text by the time the rest is asked for.
  if (!isLong || section.chapter || wanted + minRemainderUnits > section.length) return section;
  const { tree, end } = truncateTree(section.tree, wanted, 0, 0);
  if (end + minRemainderUnits > section.length) return section;
  return { ...section, tree, partEnd: end };
}

/** Infinity where there is no such element. */
function offsetOf({ ids }: SectionContent, place: number | string): number {
  if (typeof place === 'number') return place;
  return Object.hasOwn(ids, place) ? (ids[place] ?? Infinity) : Infinity;
}

interface TruncatedTree {
  tree: TreeElement;
  /** Text offset at which it ends. */
  end: number;
}

function truncateTree(
  tree: TreeElement,
  wanted: number,
  start: number,
  depth: number,
): TruncatedTree {
  const [tag, attributes, ...children] = tree;
  let end = start;
  if (!isDivisible(tree) || depth > maxDepth) return { tree, end: start + textLength(tree) };
  for (const [at, child] of children.entries()) {
    if (end >= wanted) return { tree: [tag, attributes, ...children.slice(0, at)], end };
    const after = end + textLength(child);
    if (after > wanted && typeof child !== 'string') {
      const inner = truncateTree(child, wanted, end, depth + 1);
      const before = children.slice(0, at);
      if (inner.end < after)
        return { tree: [tag, attributes, ...before, inner.tree], end: inner.end };
    }
    end = after;
  }
  return { tree, end };
}

/** Bare text among the blocks could not be put off. */
function isDivisible([tag, , ...children]: TreeElement): boolean {
  const isBare = (child: Tree) => typeof child === 'string' && child.trim() !== '';
  return divisibleTags.has(tag) && !children.some(isBare);
}

function textLength(node: Tree): number {
  if (typeof node === 'string') return node.length;
  const [, , ...children] = node;
  return children.reduce((sum, child) => sum + textLength(child), 0);
}
