import type { Tree } from '../../epub/contract.ts';

/** The text of a section and its layout. */
export interface SectionText {
  /** The tree's text nodes in document order. Character offsets refer to this text. */
  text: string;
  /** Offsets at which a line or block starts or ends, ascending. */
  breaks: number[];
  /** Ranges `[start, end)` of annotation text, such as ruby readings. */
  rubyRanges: [number, number][];
}

const inlineTags = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rb ' +
    'ruby s samp small span strike strong sub sup time tspan tt u var wbr svg text math'
  ).split(' '),
);
const rubyTextTags = new Set(['rt', 'rp', 'rtc']);

export function extractSectionText(tree: Tree): SectionText {
  const found: SectionText = { text: '', breaks: [], rubyRanges: [] };
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
    const isBlock = !inlineTags.has(tag) && !rubyTextTags.has(tag);
    if (isBlock) addBreak();
    for (const child of children) walk(child);
    if (isBlock) addBreak();
    if (rubyTextTags.has(tag) && length > start) found.rubyRanges.push([start, length]);
  }

  function addBreak(): void {
    if (found.breaks.at(-1) !== length) found.breaks.push(length);
  }
}
