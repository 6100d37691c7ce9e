import type { Tree } from '../../../server/epub/contract.ts';

/** A paragraph, heading or cell to be spoken. */
export interface SpeakableBlock {
  text: string;
  /** Text offset of each code unit of `text`. */
  offsets: number[];
  types: readonly string[];
  /** Number of the table, list or note that a listener can leave. Null outside these structures. */
  structure: number | null;
}

const inlineTags = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rb ' +
    'ruby s samp small span strike strong sub sup time tspan tt u var wbr svg text math'
  ).split(' '),
);
/** Tags that are not spoken. Ruby annotations repeat the base text, and media have no text. */
const silentTags = new Set(['rt', 'rp', 'rtc', 'audio', 'video']);
const structureTags = new Set(['table', 'ul', 'ol', 'dl', 'aside', 'figure', 'pre']);
/** ARIA roles with the equivalent EPUB structural semantics. */
const roleTypes: Readonly<Record<string, string>> = {
  'doc-footnote': 'footnote',
  'doc-endnote': 'endnote',
  'doc-endnotes': 'endnotes',
  'doc-pagebreak': 'pagebreak',
};

/** Returns a section's text as blocks to be read aloud. */
export function speakableBlocks(tree: Tree): SpeakableBlock[] {
  const blocks: SpeakableBlock[] = [];
  let offset = 0;
  let structureCount = 0;
  let open: SpeakableBlock | null = null;
  walk(tree, [], null, false);
  return blocks.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));

  function walk(
    node: Tree,
    types: readonly string[],
    structure: number | null,
    isSilent: boolean,
  ): void {
    if (typeof node === 'string') {
      if (!isSilent) write(node, types, structure);
      offset += node.length;
      return;
    }
    const [tag, attributes, ...children] = node;
    const ownTypes = typesOf(attributes);
    const all = ownTypes.length > 0 ? [...types, ...ownTypes] : types;
    const isBlock = !inlineTags.has(tag) && !silentTags.has(tag);
    const isSilentHere =
      isSilent || silentTags.has(tag) || isUnspokenNode(tag, attributes, children);
    if (isBlock) open = null;
    const within =
      structureTags.has(tag) || ownTypes.includes('footnote') ? (structureCount += 1) : structure;
    if (tag === 'img' && !isSilentHere) write(` ${attributes['alt'] ?? ''} `, all, within, true);
    for (const child of children) walk(child, all, within, isSilentHere);
    if (isBlock) open = null;
  }

  function write(
    text: string,
    types: readonly string[],
    structure: number | null,
    isReplacement = false,
  ): void {
    if (!open) {
      open = { text: '', offsets: [], types, structure };
      blocks.push(open);
    }
    open.text += text.replaceAll(/\s/g, ' ').replaceAll('\u00ad', '\u200b');
    for (let at = 0; at < text.length; at += 1)
      open.offsets.push(isReplacement ? offset : offset + at);
  }
}

function typesOf(attributes: Readonly<Record<string, string>>): string[] {
  const stated = attributes['epub:type']?.split(/\s+/) ?? [];
  const role = roleTypes[attributes['role'] ?? ''];
  return role ? [...stated, role] : stated;
}

/** Whether a node is skipped, such as a hidden element or a note reference. */
function isUnspokenNode(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly Tree[],
): boolean {
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
  const types = attributes['epub:type'] ?? '';
  if (/\bnoteref\b/.test(types) || attributes['role'] === 'doc-noteref') return true;
  return tag === 'sup' && children.some((child) => typeof child !== 'string' && child[0] === 'a');
}
