import { blockElements } from '../../../shared/allowlists/elements.ts';
import type { Tree, TreeElement } from '../contract.ts';

/** A letter's closing or a title has one or two line breaks. */
const MIN_BREAKS = 2;

/** Mean number of characters in a line. Prose between line breaks is longer. */
const MAX_LINE_LENGTH = 80;

/** Class of blocks of verse, which the reader's spacing and alignment settings leave unchanged. */
export const verseClass = 'svc-verse';

/** Whether line breaks divide a block into short lines, such as verses or an address. */
export function isVerse(block: TreeElement): boolean {
  let breaks = 0;
  let length = 0;
  const countInlines = ([, , ...children]: TreeElement): boolean =>
    children.every((child: Tree) => {
      if (typeof child === 'string') length += child.length;
      else if (child[0] === 'br') breaks += 1;
      else return !blockElements.has(child[0]) && countInlines(child);
      return true;
    });
  return countInlines(block) && breaks >= MIN_BREAKS && length <= breaks * MAX_LINE_LENGTH;
}
