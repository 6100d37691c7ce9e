import type { Tree } from '../epub/contract.ts';

const blocks =
  /^(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;
/** Readings of ruby, formulas, drawings and code are no sentences. */
const silent = /^(?:rt|rp|math|svg|code|pre|script|style)$/;

/** The sentences of a compiled section: a line for every block, without what is not prose. */
export function sectionText(tree: Tree): string {
  const parts: string[] = [];
  gather(tree, parts);
  return parts.join('');
}

function gather(tree: Tree, parts: string[]): void {
  if (typeof tree === 'string') {
    parts.push(tree);
    return;
  }
  const [tag, , ...children] = tree;
  if (silent.test(tag)) return;
  for (const child of children) gather(child, parts);
  if (blocks.test(tag)) parts.push('\n');
}
