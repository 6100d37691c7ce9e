import { blockElements } from '../../../shared/allowlists/elements.ts';
import type { Tree, TreeElement } from '../contract.ts';

/**
 * Lines of a box that may be kept together. They fill a third of a page, so that no larger part of
 * the previous page stays empty.
 */
export const mostUnbrokenLines = 8;

/** Letters in a line of a phone. */
const lineLength = 40;

/** Largest share of a row's width that its longest cell is expected to have. */
const longestCellShare = 0.7;

/**
 * Estimates the number of lines of a box on a phone. A row has those of its longest cell.
 *
 * @param width - Letters in a line.
 */
export function countLines(element: TreeElement, width = lineLength): number {
  let lines = 0;
  let length = 0;
  const endLine = (min: number) => {
    lines += Math.max(min, Math.ceil(length / width));
    length = 0;
  };
  const visit = (node: Tree) => {
    if (typeof node === 'string') {
      // Line feeds remain only where white space is preserved.
      const [first = '', ...others] = node.split('\n');
      length += first.length;
      for (const line of others) {
        endLine(1);
        length = line.length;
      }
      return;
    }
    const [tag, , ...children] = node;
    if (tag === 'br') return endLine(1);
    const isBlock = blockElements.has(tag);
    if (isBlock) endLine(0);
    if (tag === 'tr') {
      const cells = children.filter((cell) => typeof cell !== 'string');
      const lengths = cells.map(textLength);
      const whole = lengths.reduce((sum, one) => sum + one, 0);
      const inCells = cells.map((cell, at) => {
        // All cells of a row may be empty.
        const share = Math.min(longestCellShare, (lengths[at] ?? 0) / Math.max(1, whole));
        const isOnly = cells.length === 1;
        return countLines(cell, isOnly ? width : width * Math.max(share, 1 / cells.length));
      });
      lines += Math.max(0, ...inCells);
      return;
    }
    for (const child of children) visit(child);
    if (isBlock) endLine(0);
  };
  visit(element);
  return lines;
}

function textLength(node: Tree): number {
  if (typeof node === 'string') return node.length;
  const [, , ...children] = node;
  return children.reduce((sum, child) => sum + textLength(child), 0);
}
