import type { Clip, Overlay, Section, Tree, TreeElement } from '../../epub/contract.ts';
import { countWords } from '../../epub/tree/count-words.ts';
import { sectionText } from '../text/section-text.ts';

/**
 * The beginning of a section: its first `end` characters and the elements that start before them. What
 * comes behind leaves no trace in the tree, the ids and the counts.
 *
 * @param end - A place that `cutOffset` chose.
 */
export function cutSection<Cut extends Section>(section: Cut, end: number): Cut {
  const tree = cutTree(section.tree, end);
  const { text, beside } = sectionText(tree);
  return {
    ...section,
    tree,
    length: text.length,
    words: countWords(withoutPieces(text, beside), section.language),
    ids: Object.fromEntries(Object.entries(section.ids).filter(([, offset]) => offset < end)),
    ...(section.overlay && { overlay: cutOverlay(section.overlay, end) }),
  };
}

/** The tree with its first `end` characters, exactly. The root stays even when it is empty. */
export function cutTree([tag, attributes, ...children]: TreeElement, end: number): TreeElement {
  let left = end;
  return [tag, attributes, ...children.flatMap(cutNode)];

  function cutNode(node: Tree): Tree[] {
    if (left <= 0) return [];
    if (typeof node === 'string') {
      const kept = node.slice(0, left);
      left -= kept.length;
      return [kept];
    }
    const [name, own, ...inner] = node;
    return [[name, own, ...inner.flatMap(cutNode)]];
  }
}

/** Without what comes behind, and without every recording that goes on there. */
function cutOverlay(overlay: Overlay, end: number): Overlay {
  const isInside = (clip: Clip): boolean => clip.start < end && clip.end <= end;
  const beyond = new Set(overlay.clips.filter((clip) => !isInside(clip)).map(({ src }) => src));
  // What is left lies in front of the cut: escapes lead behind the last of it at most.
  const clips = overlay.clips.filter(({ src }) => !beyond.has(src));
  const escapes = clips.map(({ escape }) => escape && Math.min(escape, clips.length));
  return { ...overlay, clips: clips.map((clip, at) => ({ ...clip, escape: escapes[at] ?? null })) };
}

function withoutPieces(text: string, pieces: [number, number][]): string {
  let at = 0;
  let rest = '';
  for (const [start, end] of pieces) {
    rest += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}
