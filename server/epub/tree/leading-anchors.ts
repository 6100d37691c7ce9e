import type { Tree, TreeElement } from '../contract.ts';
import { blockElements } from '../../../shared/allowlists/elements.ts';

/** Inline content without text that takes up space. */
const inlineContent = new Set('img svg math audio video wbr'.split(' '));

/** Class of an empty link target before the first letter of a block. */
export const anchorClass = 'svc-anchor';

/**
 * In WebKit, `::first-letter` does not apply after an empty inline box, so a paragraph that begins
 * with a page break would lose its drop cap. Rules of the book that display the element otherwise
 * override this one.
 */
export const anchorCss = `@supports (hanging-punctuation:first){:where(.${anchorClass}){display:contents}}`;

/**
 * Finds the empty link targets and page breaks before the first letter of a block. Other empty
 * elements may be there for their margins.
 */
export function findLeadingAnchors(body: TreeElement): TreeElement[] {
  const found: TreeElement[] = [];
  visit(body, true);
  return found;

  /** Returns whether the next letter would be the first of the block. */
  function visit([, , ...children]: TreeElement, isStart: boolean): boolean {
    let isFirst = isStart;
    for (const child of children) {
      if (typeof child === 'string') isFirst = false;
      else if (isBlank(child)) {
        const elements = isFirst ? withDescendants(child) : [];
        if (elements.some(isTarget)) found.push(...elements);
      } else if (blockElements.has(child[0])) {
        visit(child, true);
        isFirst = false;
      } else isFirst = !inlineContent.has(child[0]) && visit(child, isFirst);
    }
    return isFirst;
  }
}

/** Whether a node is an inline element that takes up no space. */
function isBlank(node: Tree): boolean {
  if (typeof node === 'string') return false;
  const [tag, , ...children] = node;
  return !inlineContent.has(tag) && !blockElements.has(tag) && children.every(isBlank);
}

function isTarget([, attributes]: TreeElement): boolean {
  return attributes['id'] !== undefined || attributes['epub:type'] !== undefined;
}

function withDescendants(element: TreeElement): TreeElement[] {
  const [, , ...children] = element;
  const elements = children.filter((child) => typeof child !== 'string');
  return [element, ...elements.flatMap(withDescendants)];
}
