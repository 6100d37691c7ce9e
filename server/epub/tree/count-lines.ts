import { blockElements } from '../../../shared/allowlists/elements.ts';
import type { Tree, TreeElement } from '../contract.ts';

/** Letters in a line of a phone. */
const lineLength = 40;

/** Estimates the number of lines of a box on a phone. A row has those of its longest cell. */
export function countLines(element: TreeElement): number {
  let lines = 0;
  let length = 0;
  const endLine = (min: number) => {
    lines += Math.max(min, Math.ceil(length / lineLength));
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
      lines += Math.max(
        0,
        ...children.map((cell) => (typeof cell === 'string' ? 0 : countLines(cell))),
      );
      return;
    }
    for (const child of children) visit(child);
    if (isBlock) endLine(0);
  };
  visit(element);
  return lines;
}
