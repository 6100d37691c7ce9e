import type { Tree } from '../../epub/contract.ts';

/** A section as a run of text, and how it is laid out. */
export interface SectionText {
  /** Every text node of the tree, in document order: what character offsets count. */
  text: string;
  /** Offsets at which a line or a block begins or ends, rising. */
  breaks: number[];
  /** Pieces `[start, end)` that stand beside the text, such as the readings of ruby. */
  beside: [number, number][];
}

const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rb ' +
    'ruby s samp small span strike strong sub sup time tspan tt u var wbr svg text math'
  ).split(' '),
);
const besideText = new Set(['rt', 'rp', 'rtc']);

export function sectionText(tree: Tree): SectionText {
  const found: SectionText = { text: '', breaks: [], beside: [] };
  const pieces: string[] = [];
  let length = 0;
  walk(tree);
  found.text = pieces.join('');
  return found;

  function walk(node: Tree): void {
    if (typeof node === 'string') {
      pieces.push(node);
      length += node.length;
      return;
    }
    const [tag, , ...children] = node;
    const start = length;
    const isBlock = !inline.has(tag) && !besideText.has(tag);
    if (isBlock) addBreak();
    for (const child of children) walk(child);
    if (isBlock) addBreak();
    if (besideText.has(tag) && length > start) found.beside.push([start, length]);
  }

  function addBreak(): void {
    if (found.breaks.at(-1) !== length) found.breaks.push(length);
  }
}
